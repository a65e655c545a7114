"""Rules for every answer: caching, a sentence where Django's is empty, and no methods that no page takes."""

import logging

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from core.infrastructure import is_full
from core.web import View
from games.engine import TooNew
from games.errors import NO_ROOM, RETRY_AFTER, TABLE_TOO_NEW

log = logging.getLogger(__name__)

TAKEN = ("GET", "HEAD", "POST", "OPTIONS")


class Worded:
    """Explains a refused method on a page; the header still lists the allowed methods."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request) if request.method in TAKEN else HttpResponseNotAllowed(TAKEN)
        if response.status_code == 405 and not response.content:
            response.content = render(request, "405.html").content  # still the same answer: it is logged once
        return response

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        return no_room(request, fault) or too_new(request, fault)


def not_kept(get_response: View) -> View:
    """Forbid browsers and proxies to keep an answer unless it says otherwise: each is for one reader, at one moment.

    A whole page and its part (for htmx) may share an address; `Vary` names the header that tells them apart.
    Files never come here: they may be kept.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Cache-Control", "private, no-store")
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["HX-Request"])
        return response

    return middleware


def no_room(request: HttpRequest, fault: BaseException | None) -> HttpResponse | None:
    """Return the page for a full disk (nothing was stored), or None for any other error. It reads nothing of the database."""
    if not is_full(fault):
        return None
    log.error("%s: %s", request.path, fault)
    answer = render(None, "full.html", {"problem": NO_ROOM}, status=503)
    answer["Retry-After"] = RETRY_AFTER
    return answer


def too_new(request: HttpRequest, fault: Exception) -> HttpResponse | None:
    """Return the page for a table that only newer code can open (nothing has changed), or None for any other error."""
    if not isinstance(fault, TooNew):
        return None
    log.warning("%s: %s", request.path, fault)
    answer = render(request, "503.html", {"problem": TABLE_TOO_NEW}, status=503)
    answer["Retry-After"] = RETRY_AFTER
    return answer
