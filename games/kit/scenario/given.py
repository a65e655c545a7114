"""Positions as people write them: options, hands and holds, zones, piles, and how a game has ended."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine import TableOption, agreed
from games.kit.piles import REST, ordered
from games.kit.words import WordError, mapping, read_keys, under, unknown, whole, yes_or_no

Read = Callable[[Any], Any]


def table_options(given: dict[str, Any], known: Iterable[TableOption], newest: int) -> dict[str, Any]:
    """Takes `options` and `version` out of a position: the options of the table, the usual ones where nothing is written.

    Raises WordError for an option, a choice or a version of the rules that there is not.
    """
    with under("version"):
        version = whole(given.pop("version", newest), 1)
        if version > newest:
            raise WordError(f"The newest version of these rules is {newest}.")
    options = {option.key: option for option in known if option.since <= version}
    found = agreed(options.values(), version)
    with under("options"):
        for key, value in mapping(given.pop("options", None), "options").items():
            with under(key):
                if key not in options:
                    raise unknown("option", key, options)
                found[key] = choice([value for value, _ in options[key].choices], value)
    return found


def choice(values: list[Any], value: Any) -> Any:
    """One of the values of an option."""
    said = yes_or_no(value) if values == [True, False] and isinstance(value, str) else value
    if not any(said == one and type(said) is type(one) for one in values):
        raise unknown("choice of this option", value, values)
    return said


def named(value: Any) -> list[Any]:
    """One name or several, as a list."""
    return value if isinstance(value, list) else [value]


def later(value: Any) -> None:
    """Piles are dealt, and what depends on hands is read, when everything else is known."""


def put(state: Any, key: str, place: int, read: Read) -> Read:
    """A reader that puts what is written into one place of a list of the state."""
    return lambda value: getattr(state, key).__setitem__(place, read(value))


def in_any_order(read: Read) -> Read:
    """A reader of things whose order does not matter."""
    return lambda value: tuple(sorted(read(value)))


def three_of_a_kind(pieces: Iterable[str]) -> tuple[str, ...]:
    """What lies in a safety zone."""
    found = tuple(sorted(pieces))
    for kind, count in Counter(found).items():
        if count < 3:
            raise WordError(f"impossible: a safety zone holds three or more of a kind, not {count} of {kind}.")
    return found


def chance_pack(given: Mapping[str, Any], read: Read, kept: Mapping[str, int], cards: Iterable[int]) -> tuple[int, ...]:
    """The chance pack as written, then the rest of the cards; `kept` are those that captains keep, with their numbers."""
    with under("chance pack"):
        top, rest = ordered(given.get("chance pack", REST), read)
        if twice := {*kept.values()} & {*top}:
            raise WordError(f"impossible: card {min(twice)} is in the pack and kept by a captain.")
    left = [number for number in sorted(cards) if number not in kept.values() and number not in top]
    return (*top, *left) if rest else top


def kept_once(lying: Iterable[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """The chance cards among what lies about, with their numbers; each is there only once."""
    found: dict[str, int] = {}
    for card in lying:
        if card in found:
            raise WordError(f"impossible: {card} is there only once.")
        if card in numbers:
            found[card] = numbers[card]
    return found


def ended(value: Any, seat_of: Read, usual: str) -> tuple[tuple[int, ...], str]:
    """Who has won, and why."""
    found: dict[str, Any] = {"winners": (), "reason": usual}
    keys = {
        "winners": lambda names: found.update(winners=tuple(seat_of(name) for name in named(names))),
        "reason": lambda word: found.update(reason=str(word)),
    }
    read_keys(mapping(value, "ended"), keys, "end")
    return found["winners"], found["reason"]
