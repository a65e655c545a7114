"""Let a person keep an offline copy of their games in a browser. The choice is off by default, and stored in a cookie."""

from django.conf import settings
from django.http import HttpResponse

from accounts.models import User

COOKIE = "kept_here"
ONLY_A_LIST = "-list"
"""Suffix of the cookie for an installed app that stores only a list of the person's games, without tables or hands."""
A_YEAR = 365 * 24 * 60 * 60


def keep(response: HttpResponse, user: User, only_a_list: bool = False) -> HttpResponse:
    """Set the cookie that lets the browser store tables, or only a list of games."""
    value = f"{user.pk}{ONLY_A_LIST if only_a_list else ''}"
    response.set_cookie(COOKIE, value, A_YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return response


def wipe(response: HttpResponse) -> HttpResponse:
    """Make the browser delete everything that it has stored for this site: pages, queued moves, the service worker."""
    response.delete_cookie(COOKIE, samesite="Lax")
    response["Clear-Site-Data"] = '"storage"'
    return response
