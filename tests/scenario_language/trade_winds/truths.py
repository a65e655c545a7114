"""Checks of a position of this game."""

from typing import Any

from games.rulesets.trade_winds.cards import TREASURE, WORTH
from games.rulesets.trade_winds.chart import NAMES
from games.rulesets.trade_winds.seen import docks as docks_seen
from games.rulesets.trade_winds.state import State
from tests.scenario_language.crew_game.truths import captain, ordered, phase, stock
from tests.scenario_language.shared.given import named
from tests.scenario_language.shared.truths import Found, Truth, TruthOfOne, each, equal, same, ships
from tests.scenario_language.words import whole

from . import words
from .lying import PHASES


def lets_be(state: State, seat: int, value: Any) -> Found:
    """Check the ships this captain must leave alone."""
    losers = [] if value in ("nobody", None) else named(value)
    came = [words.captain(state, loser) for winner, loser, _ in state.bans if winner == seat]
    yield from equal(sorted(words.captain(state, words.seat_of(state, name)) for name in losers), sorted(came))


SHIP: dict[str, TruthOfOne] = {
    "at": lambda state, seat, value: equal(NAMES[words.square(value)], NAMES.get(state.at[seat], "gone")),
    **captain(words.crew, words.treasure, words.kept, words.goods),
    "lets be": lets_be,
}


def everything_at(state: State, port: int) -> tuple[str, ...]:
    """Return goods and crew at a port, faces up."""
    return (*state.docks[port], *(card for card, _ in state.ashore[port]))


def docks(state: State, name: str, value: Any) -> Found:
    return same(words.goods(value), everything_at(state, words.port(name)))


def seen(state: State, name: str, ports: Any) -> Found:
    """Check what a captain sees at each port: crew of others only by its number."""
    seat = None if name == "spectator" else words.seat_of(state, name)
    return each("Ports", lambda state, port, value: same(words.goods(value), docks_seen(state, words.port(port), seat)))(state, ports)


def zones(state: State, name: str, value: Any) -> Found:
    return same(words.treasure(value), state.zones[words.port(name)])


def port_total(state: State, name: str, value: Any) -> Found:
    """Check the total worth of a port's docks."""
    return equal(whole(value), sum(WORTH[item] for item in everything_at(state, words.port(name))))


TRUTHS: dict[str, Truth] = {
    "ships": ships(words.seat_of, SHIP),
    "docks": each("docks", docks),
    "seen": each("seen", seen),
    "safety zones": each("safety zones", zones),
    "port totals": each("port totals", port_total),
    "hispaniola": lambda state, wanted: same(words.goods(wanted), state.isles[0]),
    "norman island": lambda state, wanted: same(words.goods(wanted), state.isles[1]),
    "pirate island": stock(words.treasure, TREASURE),
    "crew pile": ordered(words.crew, lambda state: state.crew),
    "chance pack": ordered(words.chance, lambda state: state.chance),
    "phase": phase(PHASES),
}
