"""Random choices for a game: number of players, options, places, standing orders, answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine import SITE, Action, Decision, Ruleset, StandingOrder
from games.engine.play import site_answer
from games.engine.random_play import random_bot
from games.standalone.playouts import some_places

NAMES = ("Anne Bonny", "Mary Read", "Jack Rackham", "Grace O'Malley", "Henry Morgan", "Edward Low", "Olivier Levasseur", "Stede Bonnet")


@dataclass(frozen=True, slots=True)
class Agreement:
    """The settings of a random game. `chance` then decides everything that happens in the game."""

    players: int
    options: dict[str, Any]
    places: list[str]
    chance: Random


def agreement(rules: Ruleset, number: int) -> Agreement:
    """Return random settings for the game with this number: players, options and places that fit together."""
    chance = Random(f"{rules.slug} {number}")  # noqa: S311  nothing here is secret
    players = chance.randint(*rules.seats)
    return Agreement(players, some_options(rules, players, chance), some_places(rules, players, chance), chance)


def some_options(rules: Ruleset, players: int, chance: Random) -> dict[str, Any]:
    """Return random options that are playable with this number of players."""
    options: dict[str, Any] = {}
    for option in rules.options:
        fitting = [value for value, _ in option.choices if not rules.unplayable(options | {option.key: value}, players)]
        options[option.key] = chance.choice(fitting)
    return options


def some_orders(orders: Iterable[StandingOrder], chance: Random) -> dict[str, Any]:
    """Return random values for none, some or all of the standing orders, by key."""
    share = chance.choice((0.0, 0.3, 1.0))
    return {order.key: any_wish(order, chance) for order in orders if chance.random() < share}


def any_wish(order: StandingOrder, chance: Random) -> Any:
    """Return a random choice of a standing order, or a tuple of choices if the order takes a list."""
    values = [value for value, _ in order.choices]
    return chance.choice(values) if order.most == 1 else tuple(chance.sample(values, chance.randint(0, min(order.most, len(values)))))


def an_action(rules: Ruleset, state: Any, asked: Decision, chance: Random) -> Action:
    """Return an answer to an open question, in most cases the middle bot's."""
    if asked.seat is SITE:
        return site_answer(asked)
    decisions = [decision for decision in rules.decisions(state) if decision.seat == asked.seat]
    bot = rules.bots.get("middle", random_bot) if chance.random() < 0.8 else random_bot
    return bot(rules.view(state, asked.seat), decisions, chance.randrange) or Action(asked.seat, asked.name, asked.default)
