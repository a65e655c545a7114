"""Read the pending steps of a turn: those on the agenda, the next one first."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from tests.scenario_language.words import WordError, mapping, under, unknown, whole, yes_or_no

Reader = Callable[[Any, Any], Any]
"""`read(state, value)`: one part of a step."""
Fields = Mapping[str, Reader]
"""The parts of a step, in the engine's order."""
Steps = Mapping[str, tuple[str, Fields]]
"""Word in scenarios -> its step and its parts."""


def number(state: Any, value: Any) -> int:
    return whole(value)


def flag(state: Any, value: Any) -> bool:
    return yes_or_no(value)


def chance_card(known: Collection[int]) -> Reader:
    """Return a reader of one chance card's number."""

    def read(state: Any, value: Any) -> int:
        number = whole(value, 1)
        if number not in known:
            raise WordError(f"{number} is not a chance card; they are numbered 1 to {len(known)}.")
        return number

    return read


def read_agenda(value: Any, example: str, read: Callable[[str, Mapping[str, Any]], list[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
    """Return the agenda above the turn itself, in the engine's order (last step first); `read(name, parts)` reads one entry."""
    steps: list[tuple[Any, ...]] = []
    for entry in value if isinstance(value, list) else [value]:
        entries = mapping(entry, "A pending step")
        if len(entries) != 1:
            raise WordError(f"A pending step is written like {example}.")
        ((name, parts),) = entries.items()
        with under(name):
            steps += read(name, mapping(parts, name))
    return steps[::-1]


def read_step(
    state: Any, steps: Steps, name: str, parts: Mapping[str, Any], others: Collection[str], optional: Mapping[str, Any] | None = None
) -> tuple[Any, ...]:
    """Return one of the usual steps; the game itself reads those in `others`."""
    if name not in steps:
        raise unknown("pending step", name, (*others, *steps))
    kind, fields = steps[name]
    return (kind, *read_parts(state, fields, parts, optional))


def read_parts(state: Any, fields: Fields, parts: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> list[Any]:
    """Return the parts of a step in order. Parts in `optional` may be left out, and then have its value."""
    for key in parts:
        if key not in fields:
            raise unknown("part of this step", key, fields)
    return [read_part(state, key, read, parts, optional or {}) for key, read in fields.items()]


def read_part(state: Any, key: str, read: Reader, parts: Mapping[str, Any], optional: Mapping[str, Any]) -> Any:
    """Return one part of a step."""
    if key not in parts:
        if key not in optional:
            raise WordError(f"{key} is missing.")
        return optional[key]
    with under(key):
        return read(state, parts[key])
