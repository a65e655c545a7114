"""What a view is handed: a request to a page, which htmx may have sent, and one of a person who has signed in."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class PageRequest(HttpRequest):
    """A request by anybody; `htmx` says whether a part of the page is wanted (`HtmxMiddleware` puts it there)."""

    htmx: HtmxDetails


class OwnRequest(PageRequest):
    """A request of a person who has signed in, as `games.web.common.signed_in` holds."""

    user: User
