"""The front page, and games that begin within a minute."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import TooMany, person_at
from games.editions import cards, guard
from games.engine import RulesError, Ruleset
from games.kit.ink import by_day_and_night
from games.kit.parts import face_of
from games.models import Game
from games.tables import lessons, lobby
from games.web.requests import PageRequest

DAY = 24 * 60 * 60


@require_safe
def home(request: PageRequest) -> HttpResponse:
    """The front page, with the way back to one's running games."""
    offers = cards.offers()
    taught = next((offer for offer in offers if offer.lesson), None)
    context = {"taught": taught, "offers": offers, **drawing_of_some_game([offer.rules for offer in offers])}
    return render(request, "games/home.html", context)


@require_safe
@cache_control(public=True, max_age=DAY)
def card_picture(request: PageRequest, slug: str, card: str = "") -> HttpResponse:
    """The picture of a game's card, as a file of its own, so that the front page need not wait for it."""
    offer = cards.offer_of(slug, card)
    if offer is None or offer.card is None or not offer.has_picture:
        raise Http404
    drawn = guard.serve(offer.rules, "drawing", "", face_of(offer.rules).pictures[offer.card.picture])
    if not drawn:
        raise Http404
    return HttpResponse(by_day_and_night(drawn), content_type="image/svg+xml")


def drawing_of_some_game(editions: list[Ruleset]) -> dict:
    """Return the drawing of a running game, by the first edition that can draw one."""
    for rules in editions:
        face = face_of(rules)
        if draw := face.pictures.get("front"):
            return {"showpiece": guard.serve(rules, "drawing", "", draw), "stylesheets": face.styles}
    return {}


@require_POST
def sail_now(request: PageRequest, slug: str = "", card: str = "") -> HttpResponse:
    """Begin a game against bots at once; a visitor who is not signed in becomes a guest."""
    if slug and cards.offer_of(slug, card) is None:
        raise Http404
    return begin_game(request, partial(lobby.play_now, card=card), slug)


@require_POST
def first_voyage(request: PageRequest, slug: str, lesson: str = "") -> HttpResponse:
    """Begin a lesson of an edition, or go on with it; the first voyage if none is named."""
    return begin_game(request, partial(lessons.open_lesson, name=lesson), slug)


def begin_game(request: PageRequest, begin: Callable[[User, str], Game], slug: str) -> HttpResponse:
    """Redirect to the table that `begin` makes for the person (a guest if not signed in), or to the front page with the refusal."""
    try:
        game = begin(person_at(request), slug)
    except (RulesError, TooMany) as refusal:
        messages.error(request, str(refusal))
        return redirect("home")
    return redirect("table", game.pk)
