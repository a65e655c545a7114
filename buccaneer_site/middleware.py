"""What holds for every answer: who may keep it, a sentence where Django leaves it empty, and no methods that no page takes."""

from django.http import HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

TAKEN = ("GET", "HEAD", "POST", "OPTIONS")


def worded(get_response):
    """A refused method says so on a page, with the methods that are allowed still in the heading."""

    def middleware(request):
        response = get_response(request) if request.method in TAKEN else HttpResponseNotAllowed(TAKEN)
        if response.status_code == 405 and not response.content:
            response.content = render(request, "405.html").content  # still the same answer: it is logged once
        return response

    return middleware


def not_kept(get_response):
    """No browser, and nothing on the way to it, keeps an answer that does not say that it may be kept: each is one reader's, at one moment.

    Where a whole page and a part of it share an address, what asks for the part (htmx) says so in the heading that `Vary` names.
    Files never come here: they may be kept.
    """

    def middleware(request):
        response = get_response(request)
        response.setdefault("Cache-Control", "private, no-store")
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["HX-Request"])
        return response

    return middleware
