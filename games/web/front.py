"""Pages about editions: the front page, whose buttons begin a game at once, and the rules of an edition or a table."""

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
from games.editions import cards, guard, rules_text
from games.editions.guard import guarded_editions, on_offer
from games.engine import RulesError, Ruleset
from games.kit.ink import by_day_and_night
from games.kit.parts import face_of
from games.models import Game
from games.queries import table_view
from games.tables import arranged, lobby
from games.web.common import PageRequest, visible_game

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
    """Send the picture of a game's card as SVG. The front page loads the pictures separately."""
    offer = cards.offer_of(slug, card)
    if offer is None or offer.card is None or not offer.has_picture:
        raise Http404
    drawn = guard.serve(offer.rules, "drawing", "", face_of(offer.rules).pictures[offer.card.picture])
    if not drawn:
        raise Http404
    return HttpResponse(by_day_and_night(drawn), content_type="image/svg+xml")


@require_POST
def sail_now(request: PageRequest, slug: str = "", card: str = "") -> HttpResponse:
    """Begin a game against bots. Create a guest account for a visitor who is not signed in."""
    if slug and cards.offer_of(slug, card) is None:
        raise Http404
    return begin_game(request, partial(lobby.play_now, card=card), slug)


@require_POST
def first_voyage(request: PageRequest, slug: str, lesson: str = "") -> HttpResponse:
    """Begin or continue a lesson of an edition, by default the first voyage."""
    return begin_game(request, partial(arranged.open_lesson, name=lesson), slug)


def begin_game(request: PageRequest, begin: Callable[[User, str], Game], slug: str) -> HttpResponse:
    """Redirect to the table that `begin` creates for the person or a new guest. If refused, show the reason on the front page."""
    try:
        game = begin(person_at(request), slug)
    except (RulesError, TooMany) as refusal:
        messages.error(request, str(refusal))
        return redirect("home")
    return redirect("table", game.pk)


@require_safe
def all_rules(request: PageRequest) -> HttpResponse:
    """List the editions, or redirect to the rules if there is only one edition."""
    editions = on_offer()
    if len(editions) == 1:
        return redirect("rules_of", next(iter(editions)))
    return render(request, "games/all_rules.html", {"editions": editions.values()})


@require_safe
def edition_rules(request: PageRequest, slug: str) -> HttpResponse:
    rules = guarded_editions().get(slug)
    if rules is None:
        raise Http404
    return render(
        request, "games/rules.html", rules_context(rules) | {"agreed": rules_text.agreed(rules), "piles": rules_text.piles(rules)}
    )


@require_safe
def rules_of_table(request: PageRequest, pk: int) -> HttpResponse:
    """Show the rules of a table. For htmx, send a panel that opens at the requested law."""
    game = visible_game(request, pk)
    rules, view = game.rules, table_view.table(game, request.user).view
    table_parts = {"game": game, "agreed": rules_text.agreed(rules, game.options), "piles": rules_text.piles(rules, view)}
    context = rules_context(rules) | table_parts | {"changes": rules_text.changes(rules)}
    if not request.htmx:
        return render(request, "games/rules.html", context)
    law, written = request.GET.get("law", ""), rules_text.written(rules.slug)
    opening, rest = written.parts
    context |= {"law": rules_text.key_of(law) if law in written.laws else "", "opening": opening, "rest": rest}
    return render(request, "games/rules/panel.html", context)


def rules_context(rules: Ruleset) -> dict[str, Any]:
    text, contents, laws = rules_text.written(rules.slug)
    laws_in_order = [(law, rules_text.key_of(law)) for law in rules_text.in_order(laws)]
    more = {"lessons": cards.lessons_of(rules), "stylesheets": face_of(rules).styles}
    return {"rules": rules, "text": text, "contents": contents, "laws": laws_in_order} | more
