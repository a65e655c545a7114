"""The choice to keep an offline copy of one's games in a browser: off by default, in a cookie that names the person."""

from django.conf import settings
from django.http import HttpResponse

from accounts.models import User

COOKIE = "kept_here"
ONLY_A_LIST = "-list"
"""Ends the cookie of an installed app that stores the names of games, but no table and no hand."""
A_YEAR = 365 * 24 * 60 * 60


def keep(response: HttpResponse, user: User, only_a_list: bool = False) -> HttpResponse:
    """Let the browser store tables, or only a list of games, from now on."""
    value = f"{user.pk}{ONLY_A_LIST if only_a_list else ''}"
    response.set_cookie(COOKIE, value, A_YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return response


def wipe(response: HttpResponse) -> HttpResponse:
    """Tell the browser to delete everything of this site: pages, queued moves, the service worker."""
    response.delete_cookie(COOKIE, samesite="Lax")
    response["Clear-Site-Data"] = '"storage"'
    return response
