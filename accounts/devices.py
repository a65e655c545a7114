"""What a browser may keep of a person's games for when it is offline: a choice for each device, in a cookie, and off at first.

The cookie names the person. If it meets anyone else, or nobody, the browser is told to wipe all that this site has stored in it.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = "kept_here"
ONLY_A_LIST = "-list"
"""The end of a cookie of an installed app that keeps the names of games, but no table and no hand."""
A_YEAR = 365 * 24 * 60 * 60


def keep(response: HttpResponse, user: User, only_a_list: bool = False) -> HttpResponse:
    """Let the browser keep tables, or only a list of games, from now on."""
    value = f"{user.pk}{ONLY_A_LIST if only_a_list else ''}"
    response.set_cookie(COOKIE, value, A_YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return response


def wipe(response: HttpResponse) -> HttpResponse:
    """Let the browser delete all that it keeps of this site: pages, moves that wait, the worker that shows them."""
    response.delete_cookie(COOKIE, samesite="Lax")
    response["Clear-Site-Data"] = '"storage"'
    return response


def is_of_another(request: HttpRequest) -> bool:
    """Was something kept here for a person who is not the reader of this answer?"""
    said = request.COOKIES.get(COOKIE)
    return said is not None and (not request.user.is_authenticated or said.removesuffix(ONLY_A_LIST) != str(request.user.pk))
