"""Read positions: hands and holds, zones, piles, and the way a game has ended."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.scenario_language.crew_game.piles import REST, ordered
from tests.scenario_language.shared.given import named
from tests.scenario_language.words import WordError, mapping, read_keys, under

Read = Callable[[Any], Any]


def later(value: Any) -> None:
    """Read nothing yet: piles, and anything that depends on hands, are read after everything else."""


def put(state: Any, key: str, place: int, read: Read) -> Read:
    """Return a reader that puts its value at one index of a list of the state."""
    return lambda value: getattr(state, key).__setitem__(place, read(value))


def in_any_order(read: Read) -> Read:
    """Return a reader of things whose order does not matter."""
    return lambda value: tuple(sorted(read(value)))


def three_of_a_kind(pieces: Iterable[str]) -> tuple[str, ...]:
    """Return the contents of a safety zone."""
    zone = tuple(sorted(pieces))
    for kind, count in Counter(zone).items():
        if count < 3:
            raise WordError(f"impossible: a safety zone holds three or more of a kind, not {count} of {kind}.")
    return zone


def chance_pack(given: Mapping[str, Any], read: Read, kept: Mapping[str, int], cards: Iterable[int]) -> tuple[int, ...]:
    """Return the chance pack as written, then the rest of the cards; `kept` maps those that captains keep to their numbers."""
    with under("chance pack"):
        top, rest = ordered(given.get("chance pack", REST), read)
        if twice := {*kept.values()} & {*top}:
            raise WordError(f"impossible: card {min(twice)} is in the pack and kept by a captain.")
    others = [number for number in sorted(cards) if number not in kept.values() and number not in top]
    return (*top, *others) if rest else top


def kept_once(lying: Iterable[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the chance cards among these things with their numbers; each may be there only once."""
    numbers_by_card: dict[str, int] = {}
    for card in lying:
        if card in numbers_by_card:
            raise WordError(f"impossible: {card} is there only once.")
        if card in numbers:
            numbers_by_card[card] = numbers[card]
    return numbers_by_card


def ended(value: Any, seat_of: Read, usual: str) -> tuple[tuple[int, ...], str]:
    """Return the winners and the reason."""
    ending: dict[str, Any] = {"winners": (), "reason": usual}
    keys = {
        "winners": lambda names: ending.update(winners=tuple(seat_of(name) for name in named(names))),
        "reason": lambda word: ending.update(reason=str(word)),
    }
    read_keys(mapping(value, "ended"), keys, "end")
    return ending["winners"], ending["reason"]
