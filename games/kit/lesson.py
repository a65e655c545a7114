"""A game that teaches itself: a fixed deal, opponents with fixed play, and one idea per step.

While the lesson lasts, only the expected answer is offered.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine import Action, Choose, Deal, Decision, Pick


@dataclass(frozen=True, slots=True)
class Step:
    """One idea: its text, the expected answer, and the parts of the page to look at (board, hand, asked, news)."""

    title: str
    text: str
    decision: str
    answer: Any
    light: str = "board"


@dataclass(frozen=True, slots=True)
class Lesson:
    """The whole voyage. `places[0]` is the learner's, the others are the bots'; `others` plays for them."""

    name: str
    seed: bytes
    places: tuple[str, ...]
    others: Callable[..., Action | None]
    steps: tuple[Step, ...]
    farewell: str


def progress(lesson: Lesson, own: Sequence[tuple[str, Any]]) -> int | None:
    """Return how many steps are done, by the learner's own (decision, answer) pairs; None once they have left the course."""
    done: list[tuple[str, Any]] = []
    for decision, answer in own:
        if decision != "undo":
            done.append((decision, answer))
        elif done:
            done.pop()
    expected = [(step.decision, step.answer) for step in lesson.steps]
    return len(done) if done == expected[: len(done)] else None


def narrowed(step: Step, decisions: Sequence[Decision]) -> list[Decision]:
    """Return only what this step expects."""
    return [narrow(decision, step.answer) for decision in decisions if decision.name == step.decision]


def narrow(decision: Decision, answer: Any) -> Decision:
    """Return the question with this answer as its only one."""
    if isinstance(decision, Choose):
        return replace(decision, options=(answer,))
    if isinstance(decision, Pick):
        return replace(decision, options=tuple(answer))
    if isinstance(decision, Deal):
        return replace(decision, give=tuple(answer[0]), take=tuple(answer[1]))
    return decision
