"""What may be said of a position of this game, compared with what is so."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from games.kit.crew import fighting, sailing
from games.kit.heading import HEADINGS
from games.kit.piles import REST
from games.kit.words import mapping, one_of, under, unknown, whole, yes_or_no
from games.rulesets.buccaneer.cards import TREASURE
from games.rulesets.buccaneer.state import State

from . import words
from .piles import chance_numbers

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
                with under(key):
                    if key not in SHIP:
                        raise unknown("thing to be true of a ship", key, SHIP)
                    yield from ((*found[:2], (name, key)) for found in SHIP[key](state, seat, value))


def at(state, seat, value) -> Found:
    yield from equal(state.sea.names[words.square(state.sea, value)], state.sea.names.get(state.at[seat], "gone"))


def heading(state, seat, value) -> Found:
    yield from equal(HEADINGS[words.heading(value)], HEADINGS[state.heading[seat]])


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


SHIP: dict[str, Callable[[State, int, Any], Found]] = {
    "at": at,
    "heading": heading,
    "hand": lambda state, seat, value: same(words.crew(value), state.hands[seat]),
    "cards": lambda state, seat, value: equal(whole(value), len(state.hands[seat])),
    "drawn": lambda state, seat, value: same(words.crew(value), state.fresh[seat]),
    "hold": lambda state, seat, value: same(words.treasure(value), state.holds[seat]),
    "kept": lambda state, seat, value: same(words.kept(value), state.kept[seat]),
    "has": has,
    "has not": has_not,
    "sailing": lambda state, seat, value: equal(whole(value), sailing(state.hands[seat])),
    "fighting": lambda state, seat, value: equal(whole(value), fighting(state.hands[seat])),
    "bound": lambda state, seat, value: equal(yes_or_no(value), seat in state.bound),
    "caught": lambda state, seat, value: equal(yes_or_no(value), seat in state.barred),
    "left": lambda state, seat, value: equal(yes_or_no(value), seat in state.gone),
    "home": lambda state, seat, value: equal(whole(value), state.home_total(seat)),
}


def docks(state: State, wanted: Any) -> Found:
    for name, value in mapping(wanted, "docks").items():
        with under(name):
            yield from same(words.goods(value), state.docks[words.port(state.sea, name)], name)


def zones(state: State, wanted: Any) -> Found:
    for name, value in mapping(wanted, "safety zones").items():
        with under(name):
            yield from same(words.treasure(value), state.zones[words.port(state.sea, name)], name)


def port_totals(state: State, wanted: Any) -> Found:
    """Port -> what everything in its docks is worth together."""
    for name, value in mapping(wanted, "port totals").items():
        with under(name):
            worth = sum(state.edition.worth.get(item, 0) for item in state.docks[words.port(state.sea, name)])
            yield from equal(whole(value), worth, name)


def treasure_island(state: State, wanted: Any) -> Found:
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


def last_move(state: State, wanted: Any) -> Found:
    """Captain and squares of the move that may be disputed; "none" when there is none."""
    if state.sailed is None or wanted in ("none", "nothing"):
        yield from equal("none" if wanted in ("none", "nothing") else wanted, "none" if state.sailed is None else "a move")
        return
    came = {"captain": words.captain(state, state.sailed[0]), "squares": state.sailed[1], "crew": state.sailed[2]}
    for key, value in mapping(wanted, "last move").items():
        if key not in came:
            raise unknown("part of the last move", key, came)
        yield from equal(value, came[key], key)


PHASES = {"before sailing": "before", "after sailing": "after"}


def phase(state: State, wanted: Any) -> Found:
    came = state.agenda[-1][0] if state.agenda else "over"
    yield from equal(one_of(wanted, "phase", PHASES), came)


TRUTHS: dict[str, Callable[[State, Any], Found]] = {
    "ships": ships,
    "docks": docks,
    "safety zones": zones,
    "port totals": port_totals,
    "flat island": lambda state, wanted: same(words.goods(wanted), state.flat),
    "treasure island": treasure_island,
    "pirate island": ordered(words.crew, lambda state: state.crew),
    "chance pack": ordered(chance_numbers, lambda state: state.chance),
    "out of the game": lambda state, wanted: same(words.kept(wanted), state.discarded),
    "chart used": lambda state, wanted: equal(yes_or_no(wanted), state.chart_used),
    "last move": last_move,
    "phase": phase,
}
