"""A game that teaches itself: a fixed deal, scripted opponents, and one idea per step, with only the expected answer offered."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine import Action, Amount, Choose, Deal, Decision, IllegalAction, Pick, Place
from games.engine.decisions import SITE, Below

from .bot import seat_of

TARGETS = ("foes", "prey")
"""Keys of facts that make the board offer attacks beside squares, although an attack answers another question."""
Bot = Callable[[Any, Sequence[Decision], Below], Action | None]
Script = Mapping[tuple[int, int], Mapping[str, Any]]
"""(seat, round) -> {question: answer}."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: its text, the expected answer, and the part of the page to look at (board, hand, asked, news)."""

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
    """A whole lesson. `places[0]` is for the learner, at seat 0; the other places are for bots, which `others` plays.

    `slug` names the lesson in its URL; `about` describes the content in a few words.
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
    """The slug of the edition, if several editions share a folder and the slug is not the folder's name."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the table that differ from the defaults."""
    opening: tuple[Action, ...] = ()
    """The actions played before the learner takes over, so that a short lesson can begin in the middle of a game."""


def scripted(script: Script, bot: Bot) -> Bot:
    """Return a bot that plays like `bot`, but in scripted turns gives the scripted answers, and the default to any other question."""

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
    """Return the actions written in a text, one per line: "0 sail V14", "1 treasure (D,M)"; "-" is the site's seat."""
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
    """Return the number of steps done, given the learner's (decision, answer) pairs; None if the learner has left the course."""
    done: list[tuple[str, Any]] = []
    for decision, answer in own:
        if decision != "undo":
            done.append((decision, answer))
        elif done:
            done.pop()
    expected = [(step.decision, step.answer) for step in lesson.steps]
    return len(done) if done == expected[: len(done)] else None


def narrowed(step: Step, decisions: Sequence[Decision]) -> list[Decision]:
    """Return only the decision that this step expects, made required even if it is usually optional."""
    return [narrow(decision, step.answer) for decision in decisions if decision.name == step.decision]


def narrow(decision: Decision, answer: Any) -> Decision:
    if isinstance(decision, Place):  # or a subclass, which may compute its options or offer more on the board
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
