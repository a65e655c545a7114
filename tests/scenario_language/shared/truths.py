"""Checks of a position. Each yields (expected, came, path) for a difference."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tests.scenario_language.words import mapping, under, unknown

Found = Iterator[tuple[Any, ...]]
Truth = Callable[[Any, Any], Found]
"""`truth(state, wanted)`."""
TruthOfOne = Callable[[Any, int, Any], Found]
"""`truth(state, seat or ship, wanted)`."""


def listed(things: Iterable[Any]) -> str:
    """Return a pile in words, for a report."""
    return " ".join(map(str, things)) or "nothing"


def same(wanted: tuple[Any, ...], came: tuple[Any, ...], *path: str) -> Found:
    """Check for the same things, in any order."""
    if Counter(wanted) != Counter(came):
        yield listed(sorted(wanted)), listed(sorted(came)), path


def equal(wanted: Any, came: Any, *path: str) -> Found:
    if wanted != came:
        yield wanted, came, path


def each(label: str, truth: Callable[[Any, str, Any], Found]) -> Truth:
    """Return a check of name -> value, each done by `truth(state, name, value)`."""

    def compare(state: Any, wanted: Any) -> Found:
        for name, value in mapping(wanted, label).items():
            with under(name):
                for expected, came, *path in truth(state, name, value):
                    yield expected, came, (name, *(path[0] if path else ()))

    return compare


def ships(find: Callable[[Any, Any], int], truths: Mapping[str, TruthOfOne]) -> Truth:
    """Return a check of captain or ship -> facts about it, by the keys of `truths`; `find(state, name)` returns its number."""

    def compare_ship(state: Any, name: str, facts: Any) -> Found:
        which = find(state, name)
        for key, value in mapping(facts, "A ship").items():
            with under(key):
                if key not in truths:
                    raise unknown("thing to be true of a ship", key, truths)
                for expected, came, *path in truths[key](state, which, value):
                    yield expected, came, (key, *(path[0] if path else ()))

    return each("ships", compare_ship)
