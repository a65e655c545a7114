"""Middleware for every response: caching, pages for empty errors, and refusal of methods that no page takes."""

import logging
from typing import Any

from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from structlog.contextvars import bind_contextvars, clear_contextvars

from buccaneer_site.logs import HEADER, new_id
from core.infrastructure import is_full
from core.web import BIGGEST, View
from games.editions.errors import NO_ROOM, RETRY_AFTER, TABLE_TOO_NEW
from games.engine import TooNew

log = logging.getLogger(__name__)

TAKEN = ("GET", "HEAD", "POST", "OPTIONS")


def numbered(get_response: View) -> View:
    """Give each request an id for its log lines, tasks and response. A proxy may have set the id."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request_id = new_id(request.headers.get(HEADER, ""))
        clear_contextvars()
        bind_contextvars(request=request_id)
        response = get_response(request)
        response[HEADER] = request_id
        return response

    return middleware


@receiver(request_finished)
def forget_number(**_kwargs: Any) -> None:
    """Reset the request id after the response, because Django logs a refusal outside all middleware."""
    clear_contextvars()


class Worded:
    """Middleware that explains a refused method on a page. The header still lists the allowed methods."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = (
            self.get_response(request) if request.method in TAKEN or request.path.startswith("/api/") else HttpResponseNotAllowed(TAKEN)
        )
        if response.status_code == 405 and not response.content:
            response.content = render(request, "405.html").content  # still the same response, so that it is logged once
        return response

    def process_view(self, request: HttpRequest, view: View, args: list[Any], kwargs: dict[str, object]) -> HttpResponse | None:
        """Raise Http404 for a number in the URL that is too large for a database, because SQLite would raise an error."""
        if any(isinstance(value, int) and value > BIGGEST for value in kwargs.values()):
            raise Http404
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        return unavailable(request, fault)


DENIED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials",
    "payment", "picture-in-picture", "screen-wake-lock", "serial", "storage-access", "usb", "window-management", "xr-spatial-tracking",
)  # fmt: skip
USED_FEATURES = ("clipboard-write", "fullscreen", "publickey-credentials-create", "publickey-credentials-get")
"""Browser features that our scripts use: copying a table's link, passkeys. A browser complains about unknown names."""
PERMISSIONS = ", ".join([*(f"{name}=()" for name in DENIED), *(f"{name}=(self)" for name in USED_FEATURES)])


def restricted(get_response: View) -> View:
    """Forbid caching a response unless it says otherwise, and deny pages the browser features that they do not need.

    Each response is for one reader at one time. Static files bypass this middleware. `Vary` keeps pages apart from htmx fragments.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Cache-Control", "private, no-store")
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["HX-Request"])
            response.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def unavailable(request: HttpRequest, fault: BaseException | None) -> HttpResponse | None:
    """Return the page for a full disk (without the database) or for a table that only newer code can open; otherwise None."""
    if is_full(fault):
        log.error("%s: %s", request.path, fault)
        answer = render(None, "full.html", {"problem": NO_ROOM}, status=503)
    elif isinstance(fault, TooNew):
        log.warning("%s: %s", request.path, fault)
        answer = render(request, "503.html", {"problem": TABLE_TOO_NEW}, status=503)
    else:
        return None
    answer["Retry-After"] = RETRY_AFTER
    return answer
