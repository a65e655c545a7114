"""The front page, and its buttons that begin a game at once."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import TooMany, person_at
from games.editions import cards, guard
from games.engine import RulesError
from games.kit.ink import by_day_and_night
from games.kit.parts import face_of
from games.models import Game
from games.tables import arranged, lobby
from games.web.common import PageRequest

DAY = 24 * 60 * 60


@require_safe
def home(request: PageRequest) -> HttpResponse:
    offers = cards.offers()
    taught = next((offer for offer in offers if offer.lesson), None)
    context: dict[str, Any] = {"taught": taught, "offers": offers}
    for rules in [offer.rules for offer in offers]:
        face = face_of(rules)
        if draw := face.pictures.get("front"):
            context |= {"showpiece": guard.serve(rules, "drawing", "", draw), "stylesheets": face.styles}
            break
    return render(request, "games/home.html", context)


@require_safe
@cache_control(public=True, max_age=DAY)
def card_picture(request: PageRequest, slug: str, card: str = "") -> HttpResponse:
    """Send the picture of a game's card, which the front page loads separately."""
    offer = cards.offer_of(slug, card)
    if offer is None or offer.card is None or not offer.has_picture:
        raise Http404
    drawn = guard.serve(offer.rules, "drawing", "", face_of(offer.rules).pictures[offer.card.picture])
    if not drawn:
        raise Http404
    return HttpResponse(by_day_and_night(drawn), content_type="image/svg+xml")


@require_POST
def sail_now(request: PageRequest, slug: str = "", card: str = "") -> HttpResponse:
    """Begin a game against bots; make a visitor who is not signed in a guest."""
    if slug and cards.offer_of(slug, card) is None:
        raise Http404
    return begin_game(request, partial(lobby.play_now, card=card), slug)


@require_POST
def first_voyage(request: PageRequest, slug: str, lesson: str = "") -> HttpResponse:
    """Begin or continue a lesson of an edition; the first voyage if none is named."""
    return begin_game(request, partial(arranged.open_lesson, name=lesson), slug)


def begin_game(request: PageRequest, begin: Callable[[User, str], Game], slug: str) -> HttpResponse:
    """Redirect to the table that `begin` makes for the person or a new guest; if refused, to the front page with the reason."""
    try:
        game = begin(person_at(request), slug)
    except (RulesError, TooMany) as refusal:
        messages.error(request, str(refusal))
        return redirect("home")
    return redirect("table", game.pk)
