"""Pages of the site itself: its health, and what is said when something is wrong."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def healthz(request: HttpRequest) -> HttpResponse:
    """For a load balancer: the process answers and the database does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that is too old."""
    return render(request, "403.html", {"forged": True}, status=403)
