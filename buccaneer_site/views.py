"""Pages of the site itself: icon, robots.txt and error pages."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe
from django.views.defaults import bad_request, server_error

from buccaneer_site.middleware import unavailable


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon. Browsers request /favicon.ico for files and admin pages, which do not link to our icon."""
    return redirect(static("favicon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt: crawlers may read all pages except personal pages and links from letters or friends."""
    private = "".join(f"Disallow: /{part}/\n" for part in ("account", "admin", "api", "join", "letters", "my"))
    return HttpResponse(f"User-agent: *\n{private}", content_type="text/plain; charset=utf-8")


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that is too old or does not come from one of our pages."""
    return render(request, "403.html", {"forged": True}, status=403)


def malformed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Refuse a malformed request, with JSON for API clients."""
    if request.path.startswith("/api/"):
        from games.api import site as api

        return api.unreadable(request)
    return bad_request(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """Answer an unhandled error, even outside views, with a special page for a full disk and JSON for API clients."""
    fault = sys.exc_info()[1]
    if request.path.startswith("/api/"):
        from games.api import site as api

        return api.failed(request, fault)
    return unavailable(request, fault) or server_error(request)
