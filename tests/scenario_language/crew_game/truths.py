"""Checks of captains, their crews and goods, and the piles."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.kit.crew_game.crew import fighting, sailing
from games.kit.heading import HEADINGS
from tests.scenario_language.crew_game.piles import REST
from tests.scenario_language.shared.truths import Found, Truth, TruthOfOne, equal, listed, same
from tests.scenario_language.words import one_of, under, whole, yes_or_no

from .words import heading

Read = Callable[[Any], tuple[Any, ...]]
"""Reads words of scenarios as codes."""


def aboard(state: Any, seat: int) -> Counter[Any]:
    """Return hand, hold and kept cards of a captain."""
    return Counter((*state.hands[seat], *state.holds[seat], *state.kept[seat]))


def has(read: Read) -> TruthOfOne:
    """Check that a captain has at least these things."""

    def compare(state: Any, seat: int, value: Any) -> Found:
        wanted, came = Counter(read(value)), aboard(state, seat)
        if wanted - came:
            yield listed(sorted(wanted.elements())), listed(sorted(came.elements()))

    return compare


def has_not(read: Read) -> TruthOfOne:
    """Check that a captain has none of these things."""

    def compare(state: Any, seat: int, value: Any) -> Found:
        wanted, came = read(value), aboard(state, seat)
        if any(came[item] for item in wanted):
            yield f"no {listed(wanted)}", listed(sorted(came.elements()))

    return compare


def captain(crew: Read, treasure: Read, kept: Read, goods: Read) -> dict[str, TruthOfOne]:
    """Return the checks of a captain in games where crew sails and fights; the readers read their things."""
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
    """Check which part of the turn runs, in the words of `kinds`."""
    return lambda state, wanted: equal(one_of(wanted, "phase", kinds), state.agenda[-1].kind if state.agenda else "over")


def stock(read: Read, kinds: Iterable[str]) -> Truth:
    """Check the island's treasure: a number of pieces, kinds with their numbers, or the exact pieces."""

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
    """Check a pile in order: "24 cards", all of them, its top ("R1 ..."), or its bottom ("... R1")."""

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
