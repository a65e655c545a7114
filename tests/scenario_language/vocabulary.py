"""Find the vocabulary of a ruleset: `VOCABULARY` (or `VOCABULARIES`, by slug) in the folder of that name in this package."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from games.engine import Action, Decision, Dice, Event
from games.rulesets import all_rulesets


class Difference(NamedTuple):
    """A fact of the result that is not as written."""

    expected: Any
    came: Any
    path: tuple[str, ...] = ()


class Vocabulary(Protocol):
    """The vocabulary of one game. An unknown word raises `tests.scenario_language.words.WordError`."""

    coming: Mapping[str, Callable]
    """Random results that a step may set: key -> `(state, dice, value)`, on a copy of the state."""
    truths: Mapping[str, Callable[[Any, Any], Iterator[tuple]]]
    """Checks of a position: key -> `(state, wanted)`, yielding (expected, came, path) for each difference."""

    def position(self, given: Mapping, dice: Dice) -> tuple[Any, list[Event]]:
        """Return the written position; refuse unknown keys."""

    def seat(self, state: Any, word: Any) -> int:
        """Return a captain's seat."""

    def captain(self, state: Any, seat: int) -> str:
        """Return the name of a seat's captain."""

    def said(self, state: Any, seat: int, text: str, decisions: list) -> Action:
        """Return a captain's words as an action."""

    def written(self, state: Any, decision: Decision, answer: Any) -> str:
        """Return an answer in words."""


def vocabulary_of(slug: str) -> tuple[Any, Vocabulary]:
    """Return the ruleset and its vocabulary. Raises ImportError if there is no such game, or it has no vocabulary."""
    rules = all_rulesets().get(slug)
    if rules is None:
        raise ImportError(slug)
    words = import_module(f"tests.scenario_language.{rules.package.rpartition('.')[2]}")
    return rules, words.VOCABULARIES[slug] if hasattr(words, "VOCABULARIES") else words.VOCABULARY
