"""The API's keys, rate limits and error responses."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, URLResolver, path
from django.urls.resolvers import RegexPattern
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.security import HttpBearer
from ninja.throttling import AuthRateThrottle

from accounts import api_keys
from accounts.models import User
from core.infrastructure import is_full
from core.web import BIGGEST
from games.api import tables
from games.editions.errors import NO_ROOM, OUR_FAULT, RETRY_AFTER, TABLE_TOO_NEW, StalePage
from games.engine import RulesError, TooNew
from games.mail.letter_parts import law_link
from games.models import Game

ABOUT = "Your tables for a program of your own. Keys are made at /account/keys/; docs/api.md tells more."


class WithKey(HttpBearer):
    """Authenticate by `Authorization: Bearer sail_…`, as the owner of that key."""

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        return api_keys.user_of_key(token)


class Often(AuthRateThrottle):
    """A rate limit per person, over all their keys."""

    def get_cache_key(self, request: Any) -> str:
        return f"api:{request.auth.pk}"


api = NinjaAPI(
    title="Buccaneer", version="1", description=ABOUT, auth=WithKey(), throttle=[Often("120/m")], docs_url=None,
    openapi_url=None, urls_namespace="api",
)  # fmt: skip
api.add_router("", tables.router)


UNREADABLE = "That request cannot be read, or it is too long."
TURNED_AWAY = {
    400: ("malformed", "That is no JSON."),
    401: ("no-key", "Send a key: the header Authorization: Bearer, and one that was made at /account/keys/."),
    429: ("too-many", "That is more often than a program needs. Wait as many seconds as Retry-After says."),
}


@api.exception_handler(AuthenticationError)
@api.exception_handler(HttpError)
def turned_away(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Send an error of the library in our own words."""
    code, text = TURNED_AWAY.get(error.status_code, ("refused", str(error)))
    answer = api.create_response(request, {"code": code, "text": text, "law": ""}, status=error.status_code)
    if isinstance(error, Throttled):
        answer["Retry-After"] = str(int(error.wait or 1) + 1)
    return answer


@api.exception_handler(RulesError)
def refused(request: HttpRequest, refusal: RulesError) -> HttpResponse:
    """Send a refusal with 409 if the table has changed since it was read, else 422."""
    law = refusal.law or ""
    data = {"code": refusal.code, "text": refusal.text, "law": law, "law_link": law_link_at(request, law)}
    return api.create_response(request, data, status=409 if isinstance(refusal, StalePage) else 422)


def law_link_at(request: HttpRequest, law: str) -> str:
    """Return the URL of a law in the rules of the requested table; "" without one."""
    table = request.resolver_match.kwargs.get("pk") if request.resolver_match else None
    game = Game.objects.filter(pk=table).only("ruleset").first() if law and table else None
    return law_link(game, law) if game else ""


@api.exception_handler(TooNew)
def too_new(request: HttpRequest, _fault: TooNew) -> HttpResponse:
    """Send 503, as only newer code can open this table."""
    answer = api.create_response(request, {"code": "too-new", "text": TABLE_TOO_NEW, "law": ""}, status=503)
    answer["Retry-After"] = RETRY_AFTER
    return answer


@api.exception_handler(OperationalError)
def no_room(request: HttpRequest, fault: OperationalError) -> HttpResponse:
    """Send 503 if the disk is full. Raise any other database error."""
    if not is_full(fault):
        raise fault
    answer = api.create_response(request, {"code": "no-room", "text": NO_ROOM, "law": ""}, status=503)
    answer["Retry-After"] = RETRY_AFTER
    return answer


@api.exception_handler(ObjectDoesNotExist)
@api.exception_handler(Http404)
def not_there(request: HttpRequest, _error: Exception) -> HttpResponse:
    return api.create_response(request, {"code": "not-found", "text": "There is no such table for you.", "law": ""}, status=404)


def failed(request: HttpRequest, fault: BaseException | None) -> HttpResponse:
    """Send any other exception as JSON, even one from outside the views."""
    if isinstance(fault, OperationalError) and is_full(fault):
        return no_room(request, fault)
    return api.create_response(request, {"code": "our-fault", "text": OUR_FAULT, "law": ""}, status=500)


def unreadable(request: HttpRequest) -> HttpResponse:
    """Send 400 for a request refused before it reaches the API, such as one with too large a body."""
    return api.create_response(request, {"code": "malformed", "text": UNREADABLE, "law": ""}, status=400)


@api.exception_handler(ValidationError)
def malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Send 422 with the first error of an invalid request."""
    wrong = error.errors[0] if error.errors else {"loc": (), "msg": "not JSON"}
    where = ".".join(str(part) for part in wrong["loc"][2:]) or "the body"
    return api.create_response(request, {"code": "malformed", "text": f"{where}: {wrong['msg']}", "law": ""}, status=422)


addresses = URLResolver(RegexPattern("^/"), [path("api/", api.urls)])


FROM_ELSEWHERE = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "86400",
}
"""Allow pages of other sites, since a key authenticates and cookies are ignored."""


def answer(request: HttpRequest) -> HttpResponse:
    """Send a JSON response to any request below /api/, even for an unknown address or method, readable by other sites."""
    is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    answered = HttpResponse(status=204, headers=PREFLIGHT) if is_preflight else answer_program(request)
    for name, value in FROM_ELSEWHERE.items():
        answered[name] = value
    return answered


def answer_program(request: HttpRequest) -> HttpResponse:
    """Send the response of the view at this address."""
    try:
        match = request.resolver_match = addresses.resolve(request.path_info)
    except Resolver404:
        return api.create_response(request, {"code": "not-found", "text": "There is no such address.", "law": ""}, status=404)
    if any(isinstance(value, int) and value > BIGGEST for value in match.kwargs.values()):  # SQLite fails at it
        return not_there(request, Http404())
    answered: HttpResponse = match.func(request, *match.args, **match.kwargs)
    if answered.status_code != 405:
        return answered
    data = {"code": "method", "text": f"This address takes {answered['Allow']} only.", "law": ""}
    refusal = api.create_response(request, data, status=405)
    refusal["Allow"] = answered["Allow"]
    return refusal
