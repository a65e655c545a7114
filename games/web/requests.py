"""Types of requests for views: any request, perhaps by htmx, and one of a signed-in person."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class PageRequest(HttpRequest):
    """Any request. `HtmxMiddleware` sets `htmx`, which is true for a request for a part of the page.

    `games_waiting` caches the result of `games.web.common.games_waiting`.
    """

    htmx: HtmxDetails
    games_waiting: list[int]


class OwnRequest(PageRequest):
    """A request of a signed-in person, as `games.web.common.signed_in` ensures."""

    user: User
