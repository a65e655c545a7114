"""What may be said of a position of this game, compared with what is so."""

from typing import Any

from games.kit.crew import fighting, sailing
from games.kit.heading import HEADINGS
from games.kit.scenario.given import named
from games.kit.scenario.truths import Found, Truth, TruthOfOne, each, equal, has, has_not, ordered, same, ships, stock
from games.kit.scenario.words import heading
from games.kit.words import one_of, whole, yes_or_no
from games.rulesets.trade_winds.cards import TREASURE, WORTH
from games.rulesets.trade_winds.chart import NAMES
from games.rulesets.trade_winds.seen import docks as docks_seen
from games.rulesets.trade_winds.state import State

from . import words
from .lying import PHASES


def lets_be(state, seat, value) -> Found:
    """The ships this captain has to leave alone."""
    losers = [] if value in ("nobody", None) else named(value)
    came = [words.captain(state, loser) for winner, loser, _ in state.bans if winner == seat]
    yield from equal(sorted(words.captain(state, words.seat_of(state, name)) for name in losers), sorted(came))


SHIP: dict[str, TruthOfOne] = {
    "at": lambda state, seat, value: equal(NAMES[words.square(value)], NAMES.get(state.at[seat], "gone")),
    "heading": lambda state, seat, value: equal(HEADINGS[heading(value)], HEADINGS[state.heading[seat]]),
    "hand": lambda state, seat, value: same(words.crew(value), state.hands[seat]),
    "cards": lambda state, seat, value: equal(whole(value), len(state.hands[seat])),
    "drawn": lambda state, seat, value: same(words.crew(value), state.fresh[seat]),
    "hold": lambda state, seat, value: same(words.treasure(value), state.holds[seat]),
    "kept": lambda state, seat, value: same(words.kept(value), state.kept[seat]),
    "has": has(words.goods),
    "has not": has_not(words.goods),
    "sailing": lambda state, seat, value: equal(whole(value), sailing(state.hands[seat])),
    "fighting": lambda state, seat, value: equal(whole(value), fighting(state.hands[seat])),
    "left": lambda state, seat, value: equal(yes_or_no(value), seat in state.gone),
    "home": lambda state, seat, value: equal(whole(value), state.home_total(seat)),
    "lets be": lets_be,
}


def everything_at(state: State, port: int) -> tuple[str, ...]:
    """Goods and crew at a port, faces up."""
    return (*state.docks[port], *(card for card, _ in state.ashore[port]))


def docks(state: State, name: str, value: Any) -> Found:
    return same(words.goods(value), everything_at(state, words.port(name)))


def seen(state: State, name: str, ports: Any) -> Found:
    """What a captain sees at each port: crew he did not lay himself only by its number."""
    seat = None if name == "spectator" else words.seat_of(state, name)
    return each("Ports", lambda state, port, value: same(words.goods(value), docks_seen(state, words.port(port), seat)))(state, ports)


def zones(state: State, name: str, value: Any) -> Found:
    return same(words.treasure(value), state.zones[words.port(name)])


def port_total(state: State, name: str, value: Any) -> Found:
    """What everything in a port's docks is worth together."""
    return equal(whole(value), sum(WORTH[item] for item in everything_at(state, words.port(name))))


def phase(state: State, wanted: Any) -> Found:
    came = state.agenda[-1][0] if state.agenda else "over"
    yield from equal(one_of(wanted, "phase", PHASES), came)


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
    "phase": phase,
}
