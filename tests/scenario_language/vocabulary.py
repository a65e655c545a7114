"""Find the words of a ruleset's scenarios: `VOCABULARY` (or `VOCABULARIES`, by slug) in the folder here with its name."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from games.engine import Action, Decision, Dice, Event
from games.rulesets import all_rulesets


class Difference(NamedTuple):
    """Something that should be true but is not."""

    expected: Any
    came: Any
    path: tuple[str, ...] = ()


class Vocabulary(Protocol):
    """The words of one game. An unknown word raises `tests.scenario_language.words.WordError`."""

    coming: Mapping[str, Callable]
    """The chance that a step may fix: key -> `(state, dice, value)`, on a copy of the state."""
    truths: Mapping[str, Callable[[Any, Any], Iterator[tuple]]]
    """Checks of a position: key -> `(state, wanted)`, yielding (expected, came, path) for each difference."""

    def position(self, given: Mapping, dice: Dice) -> tuple[Any, list[Event]]:
        """Return the position that is written down; refuse unknown keys."""

    def seat(self, state: Any, word: Any) -> int:
        """Return a captain's seat."""

    def captain(self, state: Any, seat: int) -> str:
        """Return the captain of a seat, as people write them."""

    def said(self, state: Any, seat: int, text: str, decisions: list) -> Action:
        """Return a captain's words as an action."""

    def written(self, state: Any, decision: Decision, answer: Any) -> str:
        """Return an answer as people would write it."""


def vocabulary_of(slug: str) -> tuple[Any, Vocabulary]:
    """Return (ruleset, its vocabulary). Raises ImportError if there is no such game, or it has no words."""
    rules = all_rulesets().get(slug)
    if rules is None:
        raise ImportError(slug)
    words = import_module(f"tests.scenario_language.{rules.package.rpartition('.')[2]}")
    return rules, words.VOCABULARIES[slug] if hasattr(words, "VOCABULARIES") else words.VOCABULARY
