"""Standing orders, which answer questions for an absent captain, and answers queued for the captain's own next turn.

A preview tries the orders in hypothetical games, which reveal no secret and change nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Visitor
from games.deadlines import waiting
from games.editions import guard
from games.editions.errors import NotAllowed
from games.engine import Action, Decision, Dice, Ruleset, StandingOrder, agreed
from games.engine.random_play import random_bot
from games.models import BY_CAPTAIN, Game, Hand, Move, Player
from games.play.controllers import by_orders, in_own_turn
from games.play.hypothetical import Hypothetical, chance
from games.play.order_log import answer_words
from games.play.session import must_be_running
from games.storage.snapshots import state_of

FALLBACKS = ("default", "helmsman", "again")
"""The choices for a timeout: default answers, a bot, or the captain's last turn again."""
MAX_QUEUED, MAX_SUGGESTED = 3, 40
TIME_LIMIT = 0.8
"""The maximum duration of a search for questions, in seconds."""
MOST_ACTIONS = 400
MOST_QUESTIONS = 6


def checked_orders(known: Iterable[StandingOrder], orders: dict[str, Any]) -> dict[str, Any]:
    """Return the orders with typed answers. Raise NotAllowed for an unknown order or answer."""
    by_key = {order.key: order for order in known}
    checked = {}
    for key, answer in orders.items():
        if key not in by_key:
            raise NotAllowed("unknown-order", "There is no such standing order at this table. Look at the page again.")
        try:
            checked[key] = by_key[key].read_answer(answer)
        except (KeyError, TypeError):
            order = by_key[key]
            few = f"at most {order.most}, each from the list" if order.most > 1 else "one of the answers on the page"
            refusal = f"“{order.question}” was not understood, and nothing was changed: choose {few}."
            raise NotAllowed("unknown-order", refusal) from None
    return checked


@transaction.atomic
def save_orders(game_id: int, seat: int, orders: dict[str, Any], fallback: str = "") -> dict[str, Any]:
    """Replace a seat's standing orders, and its fallback unless `fallback` is "". Raise NotAllowed for invalid values or an empty seat."""
    game = Game.objects.select_for_update().get(pk=game_id)
    return store_orders(Hand.objects.filter(player__game=game, player__seat=seat), orders_on_offer(game, seat), orders, fallback)


@transaction.atomic
def save_before(player: Player, orders: dict[str, Any], fallback: str = "") -> dict[str, Any]:
    """Save a player's orders before the game begins. They apply from the first move on. Raise NotAllowed for unknown orders."""
    game = Game.objects.select_for_update().get(pk=player.game_id)
    if game.status != Game.Status.OPEN:
        raise NotAllowed("begun", "The game has begun meanwhile. Look at your orders again.")
    return store_orders(Hand.objects.filter(player=player), offered_before(game, player), orders, fallback)


def store_orders(hand: QuerySet[Hand], known: Iterable[StandingOrder], orders: dict[str, Any], fallback: str) -> dict[str, Any]:
    """Store the orders and the fallback in the hand. Return the checked orders. Raise NotAllowed for an invalid order or fallback."""
    checked = checked_orders(known, orders)
    changes: dict[str, Any] = {"orders": checked}
    if fallback not in ("", *FALLBACKS):
        raise NotAllowed("unknown-order", "That is not among the choices for a standing order.")
    if fallback:
        changes["fallback"] = fallback
    if not hand.update(**changes):
        raise NotAllowed("not-seated", "You have no seat at this table.")
    return checked


def offered_before(game: Game, player: Player) -> tuple[StandingOrder, ...]:
    """Return the orders on offer before the game begins: all except those about individual captains, whose seats are not known yet."""
    rules = game.rules
    taken = [player_there.place for player_there in game.players.order_by("pk")]
    while len(taken) < game.seats:
        free = rules.places_left(taken, game.seats)
        taken.append(free[0] if free else "")
    places = [place for place, _ in rules.places]
    seated = sorted(taken, key=places.index) if all(place in places for place in taken) else taken
    state, _ = rules.setup(seated, 0, game.options, Dice(b"before the game"))
    known = {order.key: order.choices for order in rules.orders}
    return tuple(order for order in rules.orders_for(rules.view(state, seated.index(player.place))) if order.choices == known[order.key])


def why_first(rules: Ruleset, options: Mapping[str, Any]) -> str:
    """Return why a captain should give orders before a game with the given options begins, or "" if the orders can wait."""
    return guard.serve(rules, "order", "", rules.orders_first, agreed(rules.options, rules.version, options))


def first_orders(rules: Ruleset, options: Mapping[str, Any]) -> tuple[StandingOrder, ...]:
    """Return the orders to give when taking a seat at a table with the given options, or () if the orders can wait."""
    return orders_asked_first(rules) if why_first(rules, options) else ()


def orders_asked_first(rules: Ruleset) -> tuple[StandingOrder, ...]:
    """Return the orders that some tables of the edition ask for when a captain takes a seat."""
    return tuple(order for order in rules.orders if order.key in rules.first_orders)


def first_at(game: Game) -> tuple[StandingOrder, ...]:
    return first_orders(game.rules, game.options)


def fitting_orders(known: Iterable[StandingOrder], earlier: Mapping[str, Any]) -> dict[str, Any]:
    """Return the orders from another game that are also legal in the current game."""
    fitting = {}
    for order in known:
        with suppress(KeyError, TypeError):
            fitting[order.key] = order.read_answer(earlier[order.key])
    return fitting


def store_first_orders(player: Player, orders: Mapping[str, Any]) -> None:
    """Store the orders given with a seat, over legal orders from the game before a rematch. Raise NotAllowed for unknown orders."""
    earlier = of_the_game_before(player.game, player.user)
    if earlier or orders:
        known = offered_before(player.game, player)
        Hand.objects.filter(player=player).update(orders=fitting_orders(known, earlier) | checked_orders(known, dict(orders)))


def of_the_game_before(game: Game, user: Visitor | None) -> dict[str, Any]:
    """Return the person's orders from the game before a rematch, or {} if the game is no rematch."""
    if game.rematch_of_id is None or user is None or user.pk is None:
        return {}
    before = Hand.objects.filter(player__game=game.rematch_of_id, player__user=user.pk)
    return before.values_list("orders", flat=True).first() or {}


def orders_on_offer(game: Game, seat: int) -> tuple[StandingOrder, ...]:
    state = guard.serve(game.rules, "law", None, state_of, game)
    return game.rules.orders_for(game.rules.view(state, seat)) if state is not None else game.rules.orders


def orders_of(game: Game, seat: int) -> dict[str, Any]:
    """Return a seat's orders: the chosen answers, and the edition's defaults for all others."""
    return as_they_stand(game, Hand.objects.filter(player__game=game, player__seat=seat))


def as_they_stand(game: Game, hands: QuerySet[Hand]) -> dict[str, Any]:
    """Return the orders in the first of the hands, with the edition's defaults for all others."""
    chosen = hands.values_list("orders", flat=True).first() or {}
    return {order.key: chosen.get(order.key, order.default) for order in game.rules.orders}


@transaction.atomic
def save_queue(game_id: int, seat: int, answers: list[tuple[str, Any, bool]]) -> list[dict[str, Any]]:
    """Replace the queue by (decision, answer, only if undisturbed) items. Raise NotAllowed for too many, or in the captain's turn."""
    game = Game.objects.select_for_update().get(pk=game_id)
    must_be_running(game)
    if len(answers) > MAX_QUEUED:
        raise NotAllowed("too-many", "Up to three answers can be given in advance.")
    if game.turn == seat and not waiting.is_window_open(game_id):
        raise NotAllowed("your-turn", "It is your turn: just play it.")
    queue = [{"decision": name, "answer": answer, "undisturbed": calm, "since": game.number} for name, answer, calm in answers]
    Hand.objects.filter(player__game=game, player__seat=seat).update(queue=queue, dropped=[])
    return queue


def suggested_answers(game: Game, seat: int) -> list[tuple[str, Any]]:
    """Return the seat's latest answers as (decision, answer), newest first. A captain chooses the queue from them."""
    own_moves = Move.objects.filter(game=game, seat=seat, by__in=BY_CAPTAIN).exclude(decision__in=["undo", "resign"])
    answers: list[tuple[str, Any]] = []
    for name, answer in own_moves.order_by("-number").values_list("decision", "answer")[:MAX_SUGGESTED]:
        if (name, answer) not in answers:
            answers.append((name, answer))
    return answers


class Tried(NamedTuple):
    """A question that may come, and the orders' answer, or None if the captain would be asked."""

    question: str
    said: str | None


def try_orders(game: Game, seat: int, orders: dict[str, Any], names: list[str]) -> list[Tried]:
    """Return different pairs of question and answer for the seat, from random continuations of the game."""
    rules, until = game.rules, perf_counter() + TIME_LIMIT
    start = state_of(game)
    previews: dict[tuple[str, str], Tried] = {}
    for way in count():
        if perf_counter() > until or len(previews) >= MOST_QUESTIONS:
            break
        thought = Hypothetical.begin(rules, start, seat, chance("orders", game.pk, game.number, seat, way))
        look_along(thought, orders, names, previews, until)
    return list(previews.values())


def look_along(
    thought: Hypothetical, orders: dict[str, Any], names: list[str], previews: dict[tuple[str, str], Tried], until: float
) -> None:
    rules, seat, random = thought.rules, thought.seat, Random(thought.dice.seed)  # noqa: S311 - no secret depends on it
    for _ in range(MOST_ACTIONS):
        if rules.outcome(thought.state) is not None or perf_counter() > until:
            break
        decisions = rules.decisions(thought.state)
        for decision in (asked for asked in decisions if asked.seat == seat):
            answer = (by_orders if decision.reaction else in_own_turn)(rules, orders, thought.view, decision)
            if answer is None and not decision.reaction:
                continue
            words = None if answer is None else answer_words(rules, decision, answer, names)
            previews.setdefault((decision.name, str(answer)), Tried(rules.ask(decision, names), words))
        thought.play(next_action(decisions, random))


def next_action(decisions: Sequence[Decision], random: Random) -> Action:
    required = next(decision for decision in decisions if not decision.optional)
    mine = [decision for decision in decisions if decision.seat == required.seat]
    return random_bot(None, mine, random.randrange) or Action(required.seat, required.name, required.default)
