"""Standing orders, by which the site plays for an absent captain: their page, and orders asked before a game ("first orders")."""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Visitor
from games.deadlines import waiting
from games.editions import guard
from games.engine import Ruleset, StandingOrder
from games.mail.grammar.order_words import PREFIX
from games.models import Game, Hand, Player
from games.play import standing_orders
from games.play.order_log import in_short
from games.rulesets import get_ruleset
from games.web.common import OwnRequest, PageRequest, attempt, own_player, signed_in

MAX_ANSWER = 60
MOST_IN_LIST = 20
"""The maximum number of entries read from a list. Orders allow fewer."""


@signed_in
def orders_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show or save the standing orders of the reader's seat."""
    player = own_player(request, pk)
    if player.seat is None and player.game.status != Game.Status.OPEN:
        return redirect("table", pk)
    return orders_of_player(request, player)


def orders_of_player(request: PageRequest, player: Player, back: str = "") -> HttpResponse:
    """Show or save the standing orders of a seat. `back` is the page of the signed link that replaces signing in, or ""."""
    if request.method != "POST":
        return show(request, player, more={"back": back})
    fallback = request.POST.get("fallback", "")
    orders = {order.key: posted_order(request, order) for order in player.game.rules.orders if order.key in request.POST}
    if player.seat is None:
        problem, status = attempt(standing_orders.save_before, player, orders, fallback)
    else:
        problem, status = attempt(standing_orders.save_orders, player.game_id, player.seat, orders, fallback)
    if problem:
        return show(request, player, problem, status, {"back": back})
    when = "first" if player.seat is None else "next"
    messages.success(request, f"Your standing orders are saved. They count from the {when} move on.")
    return redirect(request.path)


def posted_order(request: PageRequest, order: StandingOrder) -> str | list[str]:
    """Return the posted answer to a standing order, as a list if the order takes several answers."""
    if order.most == 1:
        return request.POST[order.key][:MAX_ANSWER]
    return [answer[:MAX_ANSWER] for answer in request.POST.getlist(order.key)[:MOST_IN_LIST] if answer]


def show(request: PageRequest, player: Player, problem: str = "", status: int = 200, more: dict[str, Any] | None = None) -> HttpResponse:
    game = player.game
    now = standing_orders.as_they_stand(game, Hand.objects.filter(player=player))
    known = standing_orders.offered_before(game, player) if player.seat is None else standing_orders.orders_on_offer(game, player.seat)
    rows = [row(order, now[order.key]) for order in known]
    groups = [(group, list(members)) for group, members in groupby(rows, lambda shown: shown.order.group)]
    context = {"game": game, "rules": game.rules, "rows": rows, "groups": groups, "problem": problem} | advance(game, player) | (more or {})
    return render(request, "games/orders.html", context, status=status)


def advance(game: Game, player: Player) -> dict[str, Any]:
    """Return the context of the queued answers, the answers on offer, and the fallback after a timeout."""
    hand, seat = Hand.objects.get(player=player), player.seat
    if seat is None:
        return {"fallback": hand.fallback, "queue": [], "offered": [], "slots": range(standing_orders.MAX_QUEUED), "may_queue": False}
    names = [other.name for other in game.players.select_related("user").order_by("seat")]
    words = partial(in_short, game.rules, seat, names=names)
    offered = [(f"{name}|{json.dumps(answer)}", words(name, answer)) for name, answer in standing_orders.suggested_answers(game, seat)]
    queue = [words(item["decision"], item["answer"]) for item in hand.queue]
    on_turn = game.turn == seat and not waiting.is_window_open(game.pk)
    may_queue = game.status == Game.Status.RUNNING and not on_turn
    slots = range(standing_orders.MAX_QUEUED)
    return {"fallback": hand.fallback, "queue": queue, "offered": offered, "slots": slots, "may_queue": may_queue}


@signed_in
@require_POST
def queue(request: OwnRequest, pk: int) -> HttpResponse:
    """Save up to three queued answers instead of the reader's earlier answers. An empty form clears the queue."""
    player = own_player(request, pk)
    if player.seat is None:
        return redirect("table", pk)
    calm = request.POST.get("undisturbed") == "yes"
    known = {f"{name}|{json.dumps(answer)}": (name, answer) for name, answer in standing_orders.suggested_answers(player.game, player.seat)}
    keys = [key for key in request.POST.getlist("answer")[: standing_orders.MAX_QUEUED] if key]
    if any(key not in known for key in keys):
        return show(request, player, "That is not among the answers on this page.", 422)
    problem, status = attempt(standing_orders.save_queue, pk, player.seat, [(*known[key], calm) for key in keys])
    if problem:
        return show(request, player, problem, status)
    messages.success(
        request, "Noted. It is played as soon as your turn comes, as far as it still fits." if keys else "Nothing is played in advance."
    )
    return redirect("orders", pk)


@signed_in
@require_safe
def try_out(request: OwnRequest, pk: int) -> HttpResponse:
    """Show what the standing orders would answer if the game went on from here. Change nothing."""
    player = own_player(request, pk)
    if player.seat is None or player.game.status != Game.Status.RUNNING:
        return redirect("orders", pk)
    names = [other.name for other in player.game.players.select_related("user").order_by("seat")]
    now = standing_orders.orders_of(player.game, player.seat)
    none: list[standing_orders.Tried] = []
    tried = guard.serve(player.game.rules, "order", none, standing_orders.try_orders, player.game, player.seat, now, names)
    return show(request, player, more={"tried": tried, "was_tried": True})


class Row(NamedTuple):
    """A standing order on the page: choices with label, effect and whether chosen; for a list, its places and its answer."""

    order: StandingOrder
    choices: list[tuple[str, str, str, bool]]
    places: list[list[tuple[str, str, bool]]]
    stands: list[str]


def row(order: StandingOrder, chosen: Any) -> Row:
    labels, sentences = dict(order.choices), dict(order.sentences)
    answers = (chosen,) if order.most == 1 else tuple(chosen)
    choices = [(str(value), label, sentences.get(value, ""), value in answers) for value, label in order.choices]
    stands = [labels[value] for value in answers if value in labels] if order.most > 1 else []
    return Row(order, choices, places(order, chosen), stands)


def places(order: StandingOrder, chosen: Any) -> list[list[tuple[str, str, bool]]]:
    """Return the fields of a list order: for each place, (value, label, whether chosen in that place) for every choice."""
    if order.most == 1:
        return []
    stands = [*chosen, *[None] * order.most][: order.most]
    return [[(str(value), label, value == here) for value, label in order.choices] for here in stands]


def orders_to_ask(rules: Ruleset, options: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of `games/first_orders.html` for a table with the given options and the present answers `now`."""
    return orders_context(standing_orders.why_first(rules, options), standing_orders.first_orders(rules, options), now)


def asked_at(game: Game, user: Visitor, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the first orders for a seat at the table, with posted answers, or else the answers from the game before a rematch."""
    known = standing_orders.first_at(game)
    earlier = standing_orders.of_the_game_before(game, user) if known else {}
    now = standing_orders.fitting_orders(known, earlier | posted_orders(data, known))
    return orders_context(standing_orders.why_first(game.rules, game.options), known, now)


def asked_again(game: Game, user: Visitor) -> dict[str, Any]:
    """Return the first orders for the rematch of a finished game, with the reader's orders from that game."""
    rules = get_ruleset(game.ruleset)
    known = standing_orders.first_orders(rules, game.options)
    orders = Hand.objects.filter(player__game=game, player__user=user.pk).values_list("orders", flat=True).first() if known else None
    return orders_to_ask(rules, game.options, standing_orders.fitting_orders(known, orders or {}))


def orders_context(why: str, known: Iterable[StandingOrder], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of orders as select fields. An order without an answer in `now` shows its default."""
    return {"why": why, "rows": [row(order, now.get(order.key, order.default)) for order in known]}


def shown_order_keys(data: Mapping[str, str]) -> set[str]:
    return {name.removeprefix(PREFIX) for name in data if name.startswith(PREFIX)}


def posted_orders(data: Mapping[str, str], known: Iterable[StandingOrder]) -> dict[str, str]:
    """Return the posted answers to the known orders, unchecked. Omit orders that the form does not have."""
    return {order.key: data[PREFIX + order.key][:MAX_ANSWER] for order in known if PREFIX + order.key in data}
