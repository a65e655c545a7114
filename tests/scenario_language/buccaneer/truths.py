"""Checks of a position of this game."""

from typing import Any

from games.rulesets.buccaneer.cards import TREASURE
from games.rulesets.buccaneer.state import State
from tests.scenario_language.crew_game.truths import captain, ordered, phase, stock
from tests.scenario_language.shared.truths import Found, Truth, TruthOfOne, each, equal, same, ships
from tests.scenario_language.words import mapping, unknown, whole, yes_or_no

from . import words
from .piles import chance_numbers


def at(state: State, seat: int, value: Any) -> Found:
    yield from equal(state.sea.names[words.square(state.sea, value)], state.sea.names.get(state.at[seat], "gone"))


SHIP: dict[str, TruthOfOne] = {
    "at": at,
    **captain(words.crew, words.treasure, words.kept, words.goods),
    "bound": lambda state, seat, value: equal(yes_or_no(value), seat in state.bound),
    "caught": lambda state, seat, value: equal(yes_or_no(value), seat in state.barred),
}


def docks(state: State, name: str, value: Any) -> Found:
    return same(words.goods(value), state.docks[words.port(state.sea, name)])


def zones(state: State, name: str, value: Any) -> Found:
    return same(words.treasure(value), state.zones[words.port(state.sea, name)])


def port_total(state: State, name: str, value: Any) -> Found:
    """Check the total worth of a port's docks."""
    worth = sum(state.edition.worth.get(item, 0) for item in state.docks[words.port(state.sea, name)])
    return equal(whole(value), worth)


def last_move(state: State, wanted: Any) -> Found:
    """Check captain and squares of the move that may be disputed; "none" if there is no such move."""
    if state.sailed is None or wanted in ("none", "nothing"):
        yield from equal("none" if wanted in ("none", "nothing") else wanted, "none" if state.sailed is None else "a move")
        return
    came = {"captain": words.captain(state, state.sailed[0]), "squares": state.sailed[1], "crew": state.sailed[2]}
    for key, value in mapping(wanted, "last move").items():
        if key not in came:
            raise unknown("part of the last move", key, came)
        yield from equal(value, came[key], key)


PHASES = {"before sailing": "before", "after sailing": "after"}


TRUTHS: dict[str, Truth] = {
    "ships": ships(words.seat_of, SHIP),
    "docks": each("docks", docks),
    "safety zones": each("safety zones", zones),
    "port totals": each("port totals", port_total),
    "flat island": lambda state, wanted: same(words.goods(wanted), state.flat),
    "treasure island": stock(words.treasure, TREASURE),
    "pirate island": ordered(words.crew, lambda state: state.crew),
    "chance pack": ordered(chance_numbers, lambda state: state.chance),
    "out of the game": lambda state, wanted: same(words.kept(wanted), state.discarded),
    "chart used": lambda state, wanted: equal(yes_or_no(wanted), state.chart_used),
    "last move": last_move,
    "phase": phase(PHASES),
}
