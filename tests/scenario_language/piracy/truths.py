"""Checks of a position of this game."""

from collections.abc import Callable
from typing import Any

from games.rulesets.piracy.chart import GONE
from games.rulesets.piracy.seen import cards_left
from games.rulesets.piracy.state import State
from tests.scenario_language.shared.given import named
from tests.scenario_language.shared.truths import Found, Truth, TruthOfOne, each, equal, ships
from tests.scenario_language.words import whole, yes_or_no

from . import words


def where(state: State, square: int) -> str:
    return "gone" if square == GONE else "anchorage" if square < 0 else state.chart.name(square)


SHIP: dict[str, TruthOfOne] = {
    "at": lambda state, ship, value: equal(where(state, words.square(state.chart, value)), where(state, state.pos[ship])),
    "coins": lambda state, ship, value: equal(whole(value), state.coins[ship]),
    "held": lambda state, ship, value: equal(yes_or_no(value), state.is_held(ship)),
    "allowance": lambda state, ship, value: equal(whole(value), state.allow[ship]),
    "left": lambda state, ship, value: equal(yes_or_no(value), state.owner[ship] in state.gone),
}


def by_captain(count: Callable[[State, int], int]) -> Truth:
    """Return a check of captain -> number."""
    return each("captains", lambda state, name, value: equal(whole(value), count(state, words.seat_of(state, name))))


def monster(state: State, name: str, value: Any) -> Found:
    number = words.monster(name)
    square = state.chart.homes[number] if value == "home" else words.square(state.chart, value)
    return equal(where(state, square), where(state, state.monsters[number]))


def coins(state: State, name: str, value: Any) -> Found:
    """Check how many coins lie on a square."""
    return equal(whole(value), state.loose.get(words.square(state.chart, name), 0))


def cards(state: State, name: str, value: Any) -> Found:
    """Check how many of an event are still in the pack."""
    return equal(whole(value), cards_left(state).get(words.events(name)[0], 0))


def partner(state: State, name: str, value: Any) -> Found:
    """Check a captain's partner."""
    seat = words.seat_of(state, name)
    partners = [words.captain(state, other) for other in state.seats if other != seat and state.team[other] == state.team[seat]]
    return equal(named(value), partners)


def monster_may_go(state: State, name: str, value: Any) -> Found:
    """Check every square where a monster might end."""
    number = words.monster(name)
    ends = state.chart.monster_ends(state.monsters[number], state.monsters[1 - number])
    return equal(sorted(str(value).split()), sorted(state.chart.names[square] for square in ends))


def distance(state: State, name: str, value: Any) -> Found:
    """Check the fewest squares between two places, such as "Port Blackwood to hoard"."""
    start, _, end = name.partition(" to ")
    far = state.chart.far(words.square(state.chart, end))
    return equal(whole(value), far[words.square(state.chart, start)])


TRUTHS: dict[str, Truth] = {
    "ships": ships(words.ship_of, SHIP),
    "monsters": each("monsters", monster),
    "coins": each("coins", coins),
    "balls": by_captain(lambda state, seat: state.balls[seat]),
    "chests": by_captain(lambda state, seat: state.chest[state.team[seat]]),
    "stock": lambda state, wanted: equal(whole(wanted), state.stock),
    "hoard": lambda state, wanted: equal(whole(wanted), state.hoard),
    "event": lambda state, wanted: equal(wanted, state.event),
    "die": lambda state, wanted: equal(wanted, state.die),
    "cards left": each("cards left", cards),
    "partners": each("partners", partner),
    "distances": each("distances", distance),
    "monster may go": each("monster may go", monster_may_go),
}
