"""A game that teaches itself: a fixed deal, scripted opponents, and one idea per step, whose answer alone is offered."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine import Action, Amount, Choose, Deal, Decision, IllegalAction, Pick, Place
from games.engine.decisions import SITE, Below

from .bot import seat_of

TARGETS = ("foes", "prey")
"""Facts of a question about squares by which the board offers attacks, too, although these answer another question."""
Bot = Callable[[Any, Sequence[Decision], Below], Action | None]
Script = Mapping[tuple[int, int], Mapping[str, Any]]
"""(seat, round) -> {question: answer}."""


@dataclass(frozen=True, slots=True)
class Step:
    """One idea: its text, the expected answer, and the parts of the page to look at (board, hand, asked, news)."""

    title: str
    text: str
    decision: str
    answer: Any
    light: str = "board"

    @property
    def task(self) -> str:
        """Return the last sentence of the text, which says what to press."""
        return re.split(r"(?<=[.!?]) (?=\S)", self.text)[-1]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The whole lesson. `places[0]` is the learner's, at seat 0; the other places are the bots'. `others` plays for them.

    `slug` names the lesson in its address; `about` describes its content in a few words.
    """

    name: str
    seed: bytes
    places: tuple[str, ...]
    others: Bot
    steps: tuple[Step, ...]
    farewell: str
    slug: str = "first-voyage"
    about: str = "The whole game, step by step."
    edition: str = ""
    """The slug of its edition, if several share a folder and its name differs from the folder's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The table's options that differ from the defaults."""
    opening: tuple[Action, ...] = ()
    """The actions before the learner takes over, so that a short lesson begins in the middle of a game."""


def scripted(script: Script, bot: Bot) -> Bot:
    """Return a bot that answers by the script, other questions of scripted turns by their default; on other turns it plays like `bot`."""

    def play(view: Any, decisions: Sequence[Decision], below: Below) -> Action | None:
        answers = script.get((seat_of(view), view.public.round))
        if answers is None:
            return bot(view, decisions, below)
        for decision in decisions:
            if decision.name in answers and is_offered(decision, answers[decision.name]):
                return Action(decision.seat, decision.name, answers[decision.name])
        asked = next((decision for decision in decisions if not decision.optional), None)
        return None if asked is None else Action(asked.seat, asked.name, asked.default)

    return play


def opened_with(text: str) -> tuple[Action, ...]:
    """Return the actions written in the lines of a text: "0 sail V14", "1 treasure (D,M)"; "-" is the site's seat."""
    actions = []
    for line in text.strip().splitlines():
        seat, decision, words = line.strip().split(" ", 2)
        answer = tuple(words[1:-1].split(",")) if words.startswith("(") else words
        actions.append(Action(SITE if seat == "-" else int(seat), decision, answer))
    return tuple(actions)


def is_offered(decision: Decision, answer: Any) -> bool:
    try:
        decision.check(answer)
    except IllegalAction:
        return False
    return True


def progress(lesson: Lesson, own: Sequence[tuple[str, Any]]) -> int | None:
    """Return how many steps are done, given the learner's own (decision, answer) pairs; None if they left the course."""
    done: list[tuple[str, Any]] = []
    for decision, answer in own:
        if decision != "undo":
            done.append((decision, answer))
        elif done:
            done.pop()
    expected = [(step.decision, step.answer) for step in lesson.steps]
    return len(done) if done == expected[: len(done)] else None


def narrowed(step: Step, decisions: Sequence[Decision]) -> list[Decision]:
    """Return only the decision that this step expects. The game waits for it even if it is otherwise optional."""
    return [narrow(decision, step.answer) for decision in decisions if decision.name == step.decision]


def narrow(decision: Decision, answer: Any) -> Decision:
    if isinstance(decision, Place):  # even a subclass that computes its options, or offers more on the board
        facts = {key: {} if key in TARGETS else value for key, value in decision.facts.items()}
        return Place(decision.seat, decision.name, answer, (answer,), reaction=decision.reaction, facts=facts)
    if isinstance(decision, Choose):
        return replace(decision, options=(answer,), optional=False)
    if isinstance(decision, Pick):
        return replace(decision, options=tuple(answer), optional=False)
    if isinstance(decision, Deal):
        return replace(decision, give=tuple(answer[0]), take=tuple(answer[1]), optional=False)
    if isinstance(decision, Amount):
        return replace(decision, least=answer, most=answer, default=answer, optional=False)
    return replace(decision, optional=False)
