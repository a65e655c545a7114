"""Answers that Django leaves empty get a sentence; methods that no page takes are refused for all of them."""

from django.http import HttpResponseNotAllowed
from django.shortcuts import render

TAKEN = ("GET", "HEAD", "POST", "OPTIONS")


def worded(get_response):
    """A refused method says so on a page, with the methods that are allowed still in the heading."""

    def middleware(request):
        response = get_response(request) if request.method in TAKEN else HttpResponseNotAllowed(TAKEN)
        if response.status_code == 405 and not response.content:
            response.content = render(request, "405.html").content  # still the same answer: it is logged once
        return response

    return middleware
