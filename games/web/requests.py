"""The requests of views: one from anybody, which htmx may have sent, and one from a person who has signed in."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class PageRequest(HttpRequest):
    """A request from anybody. `HtmxMiddleware` sets `htmx`, which says whether only a part of the page is wanted.

    `games_waiting` are the games that wait for the reader, once something asked for them (`games.web.common.games_waiting`).
    """

    htmx: HtmxDetails
    games_waiting: list[int]


class OwnRequest(PageRequest):
    """A request from a person who has signed in, as `games.web.common.signed_in` ensures."""

    user: User
