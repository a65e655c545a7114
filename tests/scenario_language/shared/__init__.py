"""The parts that the vocabularies of several games share.

`given` reads positions, `script` holds the random results, `truths` the checks.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Words(NamedTuple):
    """The words of one game, as `tests.scenario_language.vocabulary.Vocabulary` lists them; each is a function of the game."""

    position: Callable[..., Any]
    seat: Callable[..., int]
    captain: Callable[..., str]
    said: Callable[..., Any]
    written: Callable[..., str]
    coming: Mapping[str, Callable[..., Any]]
    truths: Mapping[str, Callable[..., Any]]
