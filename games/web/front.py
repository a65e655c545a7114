"""The front page, and games that begin within a minute."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import TooMany, person_at
from games.editions import guard
from games.editions.parts import face_of
from games.engine import RulesError, Ruleset
from games.models import Game
from games.play.lessons import lesson_of
from games.rulesets import on_offer
from games.storage import prepared
from games.tables import lessons, lobby
from games.web.requests import PageRequest


@require_safe
def home(request: PageRequest) -> HttpResponse:
    """The front page, with the way back to one's running games."""
    waiting = len(prepared.games_waiting(request.user.pk)) if request.user.is_authenticated else 0
    editions = list(on_offer().values())
    taught = next((rules for rules in editions if lesson_of(rules)), None)
    context = {"taught": taught, "editions": editions, "waiting": waiting, **drawing_of_some_game([*filter(None, [taught]), *editions])}
    return render(request, "games/home.html", context)


def drawing_of_some_game(editions: list[Ruleset]) -> dict:
    """Return the drawing of a running game, by the first edition that can draw one."""
    for rules in editions:
        face = face_of(rules)
        if draw := face.pictures.get("front"):
            return {"showpiece": guard.serve(rules, "drawing", "", draw), "stylesheets": face.styles}
    return {}


@require_POST
def sail_now(request: PageRequest, slug: str = "") -> HttpResponse:
    """Begin a game against bots at once; a visitor who is not signed in becomes a guest."""
    if slug and slug not in on_offer():
        raise Http404
    return begin_game(request, lobby.play_now, slug)


@require_POST
def first_voyage(request: PageRequest, slug: str) -> HttpResponse:
    """Begin the lesson of an edition, or go on with it."""
    return begin_game(request, lessons.open_lesson, slug)


def begin_game(request: PageRequest, begin: Callable[[User, str], Game], slug: str) -> HttpResponse:
    """Redirect to the table that `begin` makes for the person (a guest if not signed in), or to the front page with the refusal."""
    try:
        game = begin(person_at(request), slug)
    except (RulesError, TooMany) as refusal:
        messages.error(request, str(refusal))
        return redirect("home")
    return redirect("table", game.pk)
