"""Which games are lessons, and the learner's course. The commitment identifies a lesson: its seed is public and fixed."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from games.editions.guard import bare_edition
from games.editions.parts import face_of
from games.engine import Action, Decision, IllegalAction, Ruleset, commitment
from games.engine.facts import freeze
from games.kit.lesson import Lesson, Step, narrowed, progress
from games.models import Game, Move
from games.rulesets import all_rulesets

TUTOR = "tutor"
"""The bot level of a lesson's other captains."""
OWN = ("player", "mail")


@dataclass(slots=True)
class Course:
    """A lesson in progress, or just done."""

    lesson: Lesson
    done: int

    @property
    def step(self) -> Step | None:
        """The present step; None if all are done."""
        return self.lesson.steps[self.done] if self.done < len(self.lesson.steps) else None

    @property
    def number(self) -> int:
        return self.done + 1

    @property
    def total(self) -> int:
        return len(self.lesson.steps)


@cache
def lessons() -> dict[tuple[str, str], Lesson]:
    """Return {(slug, commitment): lesson}. Editions that share a folder share its lesson if their places allow it."""
    found = {}
    for slug, rules in all_rulesets().items():
        lesson = lesson_of(rules)
        if lesson is not None:
            found[slug, commitment(lesson.seed)] = lesson
    return found


def lesson_of(rules: Ruleset) -> Lesson | None:
    """Return the lesson of an edition; if several share a folder, it belongs to the one named after the folder. Else None."""
    is_own = type(bare_edition(rules)).__module__.split(".")[-2] == rules.slug.replace("-", "_")
    return face_of(rules).lesson if is_own else None


def course(game: Game, seat: int | None) -> Course | None:
    """Return the course of the learner in this seat; None if the game is no lesson, or has left the lesson's path."""
    lesson = lessons().get((game.ruleset, game.commitment))
    if lesson is None or seat is None or game.public is None or game.status != Game.Status.RUNNING:
        return None
    rows = Move.objects.filter(game=game, seat=seat, by__in=OWN).order_by("number").values_list("decision", "answer")
    done = progress(lesson, [(decision, freeze(answer)) for decision, answer in rows[: 20 * len(lesson.steps)]])
    if done is None or is_elsewhere(game, seat):
        return None
    return Course(lesson, done)


def is_elsewhere(game: Game, seat: int) -> bool:
    """Did anyone but the learner, such as the clock, play for this seat?"""
    return Move.objects.filter(game=game, seat=seat).exclude(by__in=OWN).exists()


def open_decisions(found: Course | None, decisions: list[Decision]) -> list[Decision]:
    """Return what may be answered now: during a lesson, only what its step asks for."""
    if found is None or found.step is None:
        return decisions
    return narrowed(found.step, decisions)


def keep_to(found: Course | None, action: Action) -> None:
    """Refuse what the lesson does not ask for. Raises IllegalAction."""
    step = found.step if found is not None else None
    if step is None or action.decision != step.decision:
        if step is not None:
            raise IllegalAction("lesson", f"Not yet. This step of the voyage is: {step.title.lower()}.")
        return
    if normalised_answer(action.answer) != normalised_answer(step.answer):
        raise IllegalAction("lesson", "On this voyage, do as the text above says. At your own table the choice is yours.")


def normalised_answer(answer: Any) -> Any:
    """Return an answer with its parts sorted, so that the order of ticking does not matter."""
    if isinstance(answer, list | tuple):
        parts = [normalised_answer(part) for part in answer]
        return parts if any(isinstance(part, list) for part in parts) else sorted(map(str, parts))
    return str(answer)
