"""What may be said of a position of this game, compared with what is so."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from games.kit.crew import fighting, sailing
from games.kit.heading import HEADINGS
from games.kit.piles import REST
from games.kit.words import mapping, one_of, under, unknown, whole, yes_or_no
from games.rulesets.trade_winds.cards import TREASURE, WORTH
from games.rulesets.trade_winds.chart import NAMES
from games.rulesets.trade_winds.seen import docks as docks_seen
from games.rulesets.trade_winds.state import State

from . import words
from .lying import PHASES

Found = Iterator[tuple]


def listed(things: Any) -> str:
    """A pile for a report."""
    return " ".join(map(str, things)) or "nothing"


def same(wanted: tuple, came: tuple, *path: str) -> Found:
    """The same things, in any order."""
    if Counter(wanted) != Counter(came):
        yield listed(sorted(wanted)), listed(sorted(came)), path


def equal(wanted: Any, came: Any, *path: str) -> Found:
    if wanted != came:
        yield wanted, came, path


def ships(state: State, wanted: Any) -> Found:
    """Captain -> what is true of his ship and hand."""
    for name, ship in mapping(wanted, "ships").items():
        with under(name):
            seat = words.seat_of(state, name)
            for key, value in mapping(ship, "A ship").items():
                if key not in SHIP:
                    raise unknown("thing to be true of a ship", key, SHIP)
                with under(key):
                    yield from ((*found[:2], (name, key)) for found in SHIP[key](state, seat, value))


def everything(state: State, seat: int) -> Counter:
    """Hand, hold and kept cards of a captain."""
    return Counter((*state.hands[seat], *state.holds[seat], *state.kept[seat]))


def has(state, seat, value) -> Found:
    goods = Counter(words.goods(value))
    if goods - everything(state, seat):
        yield listed(sorted(goods.elements())), listed(sorted(everything(state, seat).elements()))


def has_not(state, seat, value) -> Found:
    if any(everything(state, seat)[item] for item in words.goods(value)):
        yield f"no {listed(words.goods(value))}", listed(sorted(everything(state, seat).elements()))


def lets_be(state, seat, value) -> Found:
    """The ships this captain has to leave alone."""
    named = value if isinstance(value, list) else [] if value in ("nobody", None) else [value]
    came = [words.captain(state, loser) for winner, loser, _ in state.bans if winner == seat]
    yield from equal(sorted(words.captain(state, words.seat_of(state, name)) for name in named), sorted(came))


SHIP: dict[str, Callable[[State, int, Any], Found]] = {
    "at": lambda state, seat, value: equal(NAMES[words.square(value)], NAMES.get(state.at[seat], "gone")),
    "heading": lambda state, seat, value: equal(HEADINGS[words.heading(value)], HEADINGS[state.heading[seat]]),
    "hand": lambda state, seat, value: same(words.crew(value), state.hands[seat]),
    "cards": lambda state, seat, value: equal(whole(value), len(state.hands[seat])),
    "drawn": lambda state, seat, value: same(words.crew(value), state.fresh[seat]),
    "hold": lambda state, seat, value: same(words.treasure(value), state.holds[seat]),
    "kept": lambda state, seat, value: same(words.kept(value), state.kept[seat]),
    "has": has,
    "has not": has_not,
    "sailing": lambda state, seat, value: equal(whole(value), sailing(state.hands[seat])),
    "fighting": lambda state, seat, value: equal(whole(value), fighting(state.hands[seat])),
    "left": lambda state, seat, value: equal(yes_or_no(value), seat in state.gone),
    "home": lambda state, seat, value: equal(whole(value), state.home_total(seat)),
    "lets be": lets_be,
}


def everything_at(state: State, port: int) -> tuple[str, ...]:
    """Goods and crew at a port, faces up."""
    return (*state.docks[port], *(card for card, _ in state.ashore[port]))


def docks(state: State, wanted: Any) -> Found:
    for name, value in mapping(wanted, "docks").items():
        with under(name):
            yield from same(words.goods(value), everything_at(state, words.port(name)), name)


def seen(state: State, wanted: Any) -> Found:
    """Captain -> port -> what he sees there: crew he did not lay himself only by its number."""
    for name, ports in mapping(wanted, "seen").items():
        with under(name):
            seat = None if name == "spectator" else words.seat_of(state, name)
            for port, value in mapping(ports, "Ports").items():
                with under(port):
                    yield from same(words.goods(value), docks_seen(state, words.port(port), seat), name, port)


def zones(state: State, wanted: Any) -> Found:
    for name, value in mapping(wanted, "safety zones").items():
        with under(name):
            yield from same(words.treasure(value), state.zones[words.port(name)], name)


def port_totals(state: State, wanted: Any) -> Found:
    """Port -> what everything in its docks is worth together."""
    for name, value in mapping(wanted, "port totals").items():
        with under(name):
            worth = sum(WORTH[item] for item in everything_at(state, words.port(name)))
            yield from equal(whole(value), worth, name)


def pirate_island(state: State, wanted: Any) -> Found:
    """A number of pieces, or kinds with their numbers, or the very pieces."""
    if isinstance(wanted, int):
        yield from equal(whole(wanted), sum(state.treasure.values()))
    elif isinstance(wanted, dict):
        for name, count in wanted.items():
            with under(name):
                (kind,) = words.treasure(name)
                yield from equal(whole(count), state.treasure[kind], name)
    else:
        yield from same(words.treasure(wanted), tuple(kind for kind in TREASURE for _ in range(state.treasure[kind])))


def ordered(read: Callable[[Any], tuple], pile: Callable[[State], tuple]) -> Callable[[State, Any], Found]:
    """A pile in order: "24 cards", all of them, its top ("R1 ..."), or its bottom ("... R1")."""

    def compare(state: State, wanted: Any) -> Found:
        came = pile(state)
        text = " ".join(map(str, wanted)) if isinstance(wanted, list) else str(wanted)
        if text.endswith((" cards", " card")) and text.split()[0].isdecimal():
            yield from equal(f"{int(text.split()[0])} cards", f"{len(came)} cards")
        elif text.endswith(REST):
            top = read(text.removesuffix(REST).strip())
            yield from equal(listed(top), listed(came[: len(top)]), "top")
        elif text.startswith(REST):
            last = read(text.removeprefix(REST).strip())
            yield from equal(listed(last), listed(came[len(came) - len(last) :]), "bottom")
        else:
            yield from equal(listed(read(text)), listed(came))

    return compare


def phase(state: State, wanted: Any) -> Found:
    came = state.agenda[-1][0] if state.agenda else "over"
    yield from equal(one_of(wanted, "phase", PHASES), came)


TRUTHS: dict[str, Callable[[State, Any], Found]] = {
    "ships": ships,
    "docks": docks,
    "seen": seen,
    "safety zones": zones,
    "port totals": port_totals,
    "hispaniola": lambda state, wanted: same(words.goods(wanted), state.isles[0]),
    "norman island": lambda state, wanted: same(words.goods(wanted), state.isles[1]),
    "pirate island": pirate_island,
    "crew pile": ordered(words.crew, lambda state: state.crew),
    "chance pack": ordered(words.chance, lambda state: state.chance),
    "phase": phase,
}
