"""Helpers for several pages: look up a table, choose a template, turn a refusal into a response."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeGuard, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games.editions import rules_text
from games.editions.errors import StalePage
from games.engine import RulesError
from games.models import Game, Player
from games.queries import lists
from games.storage import prepared


class PageRequest(HttpRequest):
    """Any request. `HtmxMiddleware` sets `htmx`, which is true if htmx asks for part of a page. `games_waiting` caches that function."""

    htmx: HtmxDetails
    games_waiting: list[int]


class OwnRequest(PageRequest):
    """A request of a signed-in person, as checked by `signed_in`."""

    user: User


def visible_game(request: PageRequest, pk: int) -> Game:
    """Return the table. Raise Http404 if the reader may not see it."""
    game = lists.visible_game(request.user, pk)
    if game is None:
        raise Http404
    return game


def own_player(request: PageRequest, pk: int) -> Player:
    """Return the reader's player at the table, without loading the position. Raise Http404 if the reader has no chair there."""
    player = prepared.chair.first(pk, request.user.pk)
    if player is None:
        raise Http404
    return player


def games_waiting(request: PageRequest) -> list[int]:
    """Return the ids of the games that wait for the reader, most urgent first, and cache them on the request."""
    if not hasattr(request, "games_waiting"):
        user = getattr(request, "user", None)  # not set if a middleware refused the request early
        request.games_waiting = list(prepared.games_waiting(user.pk)) if user and user.is_authenticated else []
    return request.games_waiting


def parse_number(text: str, digits: int = 9) -> int | None:
    """Return a number written with up to `digits` ASCII digits, or None for other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def page_or_part(request: PageRequest, name: str) -> str:
    """Return the template of the page's live part for htmx, otherwise the template of the whole page."""
    return f"games/{name}_part.html" if request.htmx else f"games/{name}.html"


P = ParamSpec("P")
R = TypeVar("R", bound=PageRequest)
View = Callable[Concatenate[R, P], HttpResponse]


def is_signed_in(request: PageRequest) -> TypeGuard[OwnRequest]:
    return request.user.is_authenticated


def came_from(request: PageRequest) -> str:
    """Return the path of the page that sent the request, or the path of the front page if unknown or on another site."""
    try:
        page = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    except ValueError:
        return reverse("home")
    if page.netloc != request.get_host():
        return reverse("home")
    return f"{page.path}?{page.query}" if page.query else page.path


def signed_in(view: View[OwnRequest, P]) -> View[PageRequest, P]:
    """Redirect visitors to the sign-in page and then back, with a message after a POST. With htmx, the browser loads the whole page."""

    @wraps(view)
    def guarded(request: PageRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if is_signed_in(request):
            return view(request, *args, **kwargs)
        is_page = request.method == "GET" and not request.htmx
        answer = redirect_to_login(request.get_full_path() if is_page else came_from(request))
        if request.method == "POST":
            messages.warning(request, "You were signed out, so that was not done. Sign in, and do it again.")
        return HttpResponse(status=204, headers={"HX-Redirect": answer.url}) if request.htmx else answer

    return guarded


def by_button(view: View[PageRequest, [int]]) -> View[PageRequest, [int]]:
    """Run a view on POST only. On GET redirect to the table, because a browser may reload the response to a POST."""

    @wraps(view)
    @require_http_methods(["GET", "HEAD", "POST"])
    def posted(request: PageRequest, pk: int) -> HttpResponse:
        return view(request, pk) if request.method == "POST" else redirect("table", pk)

    return posted


def attempt(change: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, int]:
    """Make the change and return ("", 200), or the reason and HTTP status of a refusal. Raise Http404 if a row is missing."""
    return attempt_at(None, change, *args, **kwargs)


def attempt_at(game: Game | None, change: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, int]:
    """Make a change at a table like `attempt`. Link a refusal to the table's rules."""
    try:
        change(*args, **kwargs)
    except RulesError as refusal:
        return with_law(refusal, game), 409 if isinstance(refusal, StalePage) else 422
    except ObjectDoesNotExist:
        raise Http404 from None
    return "", 200


def answered_in_word(request: HttpRequest, words: Collection[str], carry_out: Callable[[str], str]) -> HttpResponse | tuple[str, int]:
    """Carry out the posted word and redirect, or return (problem, status) if it is invalid or refused. Raise Http404 for a missing row."""
    word, done = request.POST.get("word", ""), list[str]()
    if word not in words:
        return ("", 200) if request.method != "POST" else ("That request was not understood, so nothing has changed.", 400)
    problem, status = attempt(lambda: done.append(carry_out(word)))
    if not done:
        return problem, status
    messages.success(request, done[0])
    return redirect(request.path)


def with_law(refusal: RulesError, game: Game | None) -> str:
    """Return the text of a refusal with the number of its law, linked to the table's rules page if the page has that law."""
    law = refusal.law
    if not law or "law" in law.lower():
        return refusal.text
    if game is None or law not in rules_text.written(game.ruleset).laws:
        return f"{refusal.text} (law {law})"
    page = reverse("table_rules", args=[game.pk])
    link = '{} (law {}) <a href="{}#{}" target="_blank" data-hx-get="{}?law={}" data-hx-target="#rules">What the law says</a>'
    return format_html(link, refusal.text, law, page, rules_text.key_of(law), page, law)
