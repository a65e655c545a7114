"""What may be said of a position, compared with what is so. Each comparison yields (expected, came, path) where it is not."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.kit.crew import fighting, sailing
from games.kit.heading import HEADINGS
from games.kit.piles import REST
from games.kit.words import mapping, one_of, under, unknown, whole, yes_or_no

from .words import heading

Found = Iterator[tuple[Any, ...]]
Truth = Callable[[Any, Any], Found]
"""`truth(state, wanted)`."""
TruthOfOne = Callable[[Any, int, Any], Found]
"""`truth(state, seat or ship, wanted)`."""
Read = Callable[[Any], tuple[Any, ...]]
"""What people write, as codes."""


def listed(things: Iterable[Any]) -> str:
    """A pile for a report."""
    return " ".join(map(str, things)) or "nothing"


def same(wanted: tuple[Any, ...], came: tuple[Any, ...], *path: str) -> Found:
    """The same things, in any order."""
    if Counter(wanted) != Counter(came):
        yield listed(sorted(wanted)), listed(sorted(came)), path


def equal(wanted: Any, came: Any, *path: str) -> Found:
    if wanted != came:
        yield wanted, came, path


def each(what: str, truth: Callable[[Any, str, Any], Found]) -> Truth:
    """Name -> value, each compared by `truth(state, name, value)`."""

    def compare(state: Any, wanted: Any) -> Found:
        for name, value in mapping(wanted, what).items():
            with under(name):
                for expected, came, *path in truth(state, name, value):
                    yield expected, came, (name, *(path[0] if path else ()))

    return compare


def ships(find: Callable[[Any, Any], int], truths: Mapping[str, TruthOfOne]) -> Truth:
    """Captain or ship -> what is true of it, by the keys of `truths`; `find(state, name)` says which it is."""

    def one(state: Any, name: str, facts: Any) -> Found:
        which = find(state, name)
        for key, value in mapping(facts, "A ship").items():
            with under(key):
                if key not in truths:
                    raise unknown("thing to be true of a ship", key, truths)
                for expected, came, *path in truths[key](state, which, value):
                    yield expected, came, (key, *(path[0] if path else ()))

    return each("ships", one)


def aboard(state: Any, seat: int) -> Counter[Any]:
    """Hand, hold and kept cards of a captain."""
    return Counter((*state.hands[seat], *state.holds[seat], *state.kept[seat]))


def has(read: Read) -> TruthOfOne:
    """A captain has these things, and perhaps others."""

    def compare(state: Any, seat: int, value: Any) -> Found:
        wanted, came = Counter(read(value)), aboard(state, seat)
        if wanted - came:
            yield listed(sorted(wanted.elements())), listed(sorted(came.elements()))

    return compare


def has_not(read: Read) -> TruthOfOne:
    """A captain has none of these things."""

    def compare(state: Any, seat: int, value: Any) -> Found:
        wanted, came = read(value), aboard(state, seat)
        if any(came[item] for item in wanted):
            yield f"no {listed(wanted)}", listed(sorted(came.elements()))

    return compare


def captain(crew: Read, treasure: Read, kept: Read, goods: Read) -> dict[str, TruthOfOne]:
    """What may be said of a captain wherever crew sails and fights; their things are read by these."""
    return {
        "heading": lambda state, seat, value: equal(HEADINGS[heading(value)], HEADINGS[state.heading[seat]]),
        "hand": lambda state, seat, value: same(crew(value), state.hands[seat]),
        "cards": lambda state, seat, value: equal(whole(value), len(state.hands[seat])),
        "drawn": lambda state, seat, value: same(crew(value), state.fresh[seat]),
        "hold": lambda state, seat, value: same(treasure(value), state.holds[seat]),
        "kept": lambda state, seat, value: same(kept(value), state.kept[seat]),
        "has": has(goods),
        "has not": has_not(goods),
        "sailing": lambda state, seat, value: equal(whole(value), sailing(state.hands[seat])),
        "fighting": lambda state, seat, value: equal(whole(value), fighting(state.hands[seat])),
        "left": lambda state, seat, value: equal(yes_or_no(value), seat in state.gone),
        "home": lambda state, seat, value: equal(whole(value), state.home_total(seat)),
    }


def phase(kinds: Mapping[str, str]) -> Truth:
    """How far the turn has come, in the words of `kinds`."""
    return lambda state, wanted: equal(one_of(wanted, "phase", kinds), state.agenda[-1].kind if state.agenda else "over")


def stock(read: Read, kinds: Iterable[str]) -> Truth:
    """The island's treasure: a number of pieces, or kinds with their numbers, or the very pieces."""

    def compare(state: Any, wanted: Any) -> Found:
        if isinstance(wanted, int):
            yield from equal(whole(wanted), sum(state.treasure.values()))
        elif isinstance(wanted, dict):
            for name, count in wanted.items():
                with under(name):
                    (kind,) = read(name)
                    yield from equal(whole(count), state.treasure[kind], name)
        else:
            yield from same(read(wanted), tuple(kind for kind in kinds for _ in range(state.treasure[kind])))

    return compare


def ordered(read: Read, pile: Callable[[Any], tuple[Any, ...]]) -> Truth:
    """A pile in order: "24 cards", all of them, its top ("R1 ..."), or its bottom ("... R1")."""

    def compare(state: Any, wanted: Any) -> Found:
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
