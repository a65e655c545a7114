"""What a ruleset brings so that its scenarios can be read: `VOCABULARY` in its folder's `scenario/`, or `VOCABULARIES` by slug."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from games.engine import Action, Decision, Dice, Event
from games.rulesets import all_rulesets


class Difference(NamedTuple):
    """Something that should be true and is not."""

    expected: Any
    came: Any
    path: tuple[str, ...] = ()


class Vocabulary(Protocol):
    """The words of one game. Whatever means nothing raises `games.kit.words.WordError`."""

    coming: Mapping[str, Callable]
    """What a step may say comes by chance: key -> `(state, dice, value)`, on a copy of the state."""
    truths: Mapping[str, Callable[[Any, Any], Iterator[tuple]]]
    """What may be said of a position: key -> `(state, wanted)`, yielding (expected, came, path) where it is not so."""

    def position(self, given: Mapping, dice: Dice) -> tuple[Any, list[Event]]:
        """The position written down; keys it does not know are refused."""

    def seat(self, state: Any, word: Any) -> int:
        """The seat of a captain."""

    def captain(self, state: Any, seat: int) -> str:
        """The captain of a seat, as people write them."""

    def said(self, state: Any, seat: int, text: str, decisions: list) -> Action:
        """What a captain says, as an action."""

    def written(self, state: Any, decision: Decision, answer: Any) -> str:
        """An answer as people would write it."""


def vocabulary_of(slug: str) -> tuple[Any, Vocabulary]:
    """(ruleset, its vocabulary). Raises ImportError when there is no such game, or when it has no words."""
    rules = all_rulesets().get(slug)
    if rules is None:
        raise ImportError(slug)
    package = type(rules).__module__.rpartition(".")[0]
    words = import_module(f"{package}.scenario")
    return rules, words.VOCABULARIES[slug] if hasattr(words, "VOCABULARIES") else words.VOCABULARY
