"""Answers that Django leaves empty get a sentence."""

from django.shortcuts import render


def worded(get_response):
    """A refused method says so on a page, with the methods that are allowed still in the heading."""

    def middleware(request):
        response = get_response(request)
        if response.status_code != 405 or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return middleware
