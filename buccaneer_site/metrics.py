"""Count requests, and serve all metrics to authorised readers at `/metrics`.

The page is closed until METRICS_TOKEN or METRICS_FROM is set. No metric names a person or a game.
"""

import time
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from buccaneer_site import figures
from core.metrics import REQUEST_SECONDS, REQUESTS
from core.web import View

METHODS = ("GET", "HEAD", "POST", "OPTIONS")


def counts_requests(get_response: View) -> View:
    """Count each request by the name of its view, and measure its duration."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = get_response(request)
        view, method = view_of(request), request.method if request.method in METHODS else "other"
        REQUESTS.labels(view, method, str(response.status_code)).inc()
        REQUEST_SECONDS.labels(view).observe(time.perf_counter() - start)
        return response

    return middleware


def view_of(request: HttpRequest) -> str:
    """Return the name of the view; "file" for static files, "none" for an unknown address."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or "unnamed"
    return "file" if request.path_info.startswith(settings.STATIC_PREFIX) else "none"


def may_read(request: HttpRequest) -> bool:
    """Return whether the reader has the token and an allowed address, as far as each is set; False if neither is set."""
    if not (settings.METRICS_TOKEN or settings.METRICS_FROM):
        return False
    credentials = request.headers.get("Authorization", "").encode()
    if settings.METRICS_TOKEN and not compare_digest(credentials, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return False
    return not settings.METRICS_FROM or is_allowed(request.META.get("REMOTE_ADDR", ""))


def is_allowed(address: str) -> bool:
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip in network for network in settings.METRICS_FROM)


def page(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics. For anyone who may not read them the page does not exist."""
    if not may_read(request):
        return HttpResponseNotFound("Not found.\n", content_type="text/plain")
    return HttpResponse(figures.exposition(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})
