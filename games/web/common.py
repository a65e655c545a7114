"""What several pages share: find a table, choose a page or a part of it, turn a refusal into an answer."""

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

from games.editions import rules_text
from games.engine import RulesError
from games.errors import StalePage
from games.models import Game, Player
from games.queries import lists
from games.storage import prepared
from games.web.requests import OwnRequest, PageRequest


def visible_game(request: PageRequest, pk: int) -> Game:
    """Return the table. Raises Http404 for people who may not see it."""
    game = lists.visible_game(request.user, pk)
    if game is None:
        raise Http404
    return game


def own_player(request: PageRequest, pk: int) -> Player:
    """Return the reader's own chair, with the table but not its position. Raises Http404 for people who do not sit there."""
    player = prepared.chair.first(pk, request.user.pk)
    if player is None:
        raise Http404
    return player


def games_waiting(request: PageRequest) -> list[int]:
    """Return the games that wait for the reader, most urgent first; looked up once in a request."""
    if not hasattr(request, "games_waiting"):
        user = getattr(request, "user", None)  # a request that was refused early has none
        request.games_waiting = list(prepared.games_waiting(user.pk)) if user and user.is_authenticated else []
    return request.games_waiting


def page_or_part(request: PageRequest, template: str, part: str) -> str:
    """Return the template's part for htmx, else the whole template."""
    return f"{template}#{part}" if request.htmx else template


P = ParamSpec("P")
R = TypeVar("R", bound=PageRequest)
View = Callable[Concatenate[R, P], HttpResponse]


def is_signed_in(request: PageRequest) -> TypeGuard[OwnRequest]:
    """Has the person signed in?"""
    return request.user.is_authenticated


SIGNED_OUT = "You were signed out, so that was not done. Sign in, and do it again."


def came_from(request: PageRequest) -> str:
    """Return the path of the page of this site on which someone pressed; that of the front page if their browser does not tell."""
    try:
        said = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    except ValueError:
        return reverse("home")
    if said.netloc != request.get_host():
        return reverse("home")
    return f"{said.path}?{said.query}" if said.query else said.path


def signed_in(view: View[OwnRequest, P]) -> View[PageRequest, P]:
    """Send people who are not signed in to the sign-in page and then back; htmx requests load it as a whole page.

    Who pressed a button is told that nothing came of it.
    """

    @wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if is_signed_in(request):
            return view(request, *args, **kwargs)
        is_page = request.method == "GET" and not request.htmx
        answer = redirect_to_login(request.get_full_path() if is_page else came_from(request))
        if request.method == "POST":
            messages.warning(request, SIGNED_OUT)
        return HttpResponse(status=204, headers={"HX-Redirect": answer.url}) if request.htmx else answer

    return guarded


def by_button(view: View[PageRequest, [int]]) -> View[PageRequest, [int]]:
    """Do what a button of a table asks for. Its answer may be a whole page at this address: loading that again shows the table."""

    @wraps(view)
    @require_http_methods(["GET", "HEAD", "POST"])
    def posted(request: PageRequest, pk: int) -> HttpResponse:
        return view(request, pk) if request.method == "POST" else redirect("table", pk)

    return posted


def attempt(change: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, int]:
    """Make the change and return ("", 200), or the reason for a refusal and its status. Raises Http404 for what is not theirs."""
    return attempt_at(None, change, *args, **kwargs)


def attempt_at(game: Game | None, change: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, int]:
    """`attempt` at a table: a refusal also links to the rules of this table."""
    try:
        change(*args, **kwargs)
    except RulesError as refusal:
        return with_law(refusal, game), 409 if isinstance(refusal, StalePage) else 422
    except ObjectDoesNotExist:
        raise Http404 from None
    return "", 200


def answered_in_word(request: HttpRequest, words: Collection[str], carry_out: Callable[[str], str]) -> HttpResponse | tuple[str, int]:
    """Carry out the posted word and redirect, with what came of it as a message.

    Return (problem, status) if no word was posted or it was refused. Raises Http404 for what is not theirs.
    """
    word, done = request.POST.get("word", ""), list[str]()
    if word not in words:
        return ("", 200) if request.method != "POST" else ("That request was not understood, so nothing has changed.", 400)
    problem, status = attempt(lambda: done.append(carry_out(word)))
    if not done:
        return problem, status
    messages.success(request, done[0])
    return redirect(request.path)


def with_law(refusal: RulesError, game: Game | None) -> str:
    """Return a refusal with its law, linked to the rules page of the table."""
    law = refusal.law
    if not law or "law" in law.lower():
        return refusal.text
    if game is None or law not in rules_text.written(game.ruleset).laws:
        return f"{refusal.text} (law {law})"
    page = reverse("table_rules", args=[game.pk])
    link = '{} (law {}) <a href="{}#{}" target="_blank" data-hx-get="{}?law={}" data-hx-target="#rules">What the law says</a>'
    return format_html(link, refusal.text, law, page, rules_text.key_of(law), page, law)
