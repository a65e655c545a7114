"""Recognise lessons by their commitment, because their seed is public and fixed, and follow the learner's progress."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.editions.cards import lessons_of
from games.engine import Action, Decision, IllegalAction, Ruleset, commitment
from games.engine.facts import freeze
from games.kit.lesson import Lesson, Step, narrowed, progress
from games.models import BY_CAPTAIN, Game, Move
from games.rulesets import all_rulesets
from games.storage.snapshots import state_of

TUTOR = "tutor"
"""The bot level of all captains in a lesson except the learner."""


@dataclass(slots=True)
class Course:
    """A lesson, and the number of steps that the learner has completed."""

    lesson: Lesson
    done: int

    @property
    def step(self) -> Step | None:
        """Return the current step, or None if all steps are completed."""
        return self.lesson.steps[self.done] if self.done < len(self.lesson.steps) else None

    @property
    def number(self) -> int:
        return self.done + 1

    @property
    def total(self) -> int:
        return len(self.lesson.steps)


@cache
def lessons() -> dict[tuple[str, str], Lesson]:
    return {(slug, commitment(lesson.seed)): lesson for slug, rules in all_rulesets().items() for lesson in lessons_of(rules)}


def lesson_of(rules: Ruleset, slug: str = "") -> Lesson | None:
    """Return the lesson with the given slug, by default the first lesson, or None if the edition has no such lesson."""
    return next((lesson for lesson in lessons_of(rules) if slug in ("", lesson.slug)), None)


def course(game: Game, seat: int | None) -> Course | None:
    """Return the learner's course, cached on `game` per move, or None if the game is no lesson or has left the lesson's path."""
    lesson = lessons().get((game.ruleset, game.commitment))
    if lesson is None or seat is None or game.public is None or game.status != Game.Status.RUNNING:
        return None
    known: dict[tuple[int, int], Course | None] = vars(game).setdefault("courses", {})
    now = seat, game.number
    if now not in known:
        known[now] = worked_out(lesson, game, seat)
    return known[now]


def worked_out(lesson: Lesson, game: Game, seat: int) -> Course | None:
    """Return the learner's course from their moves, or None if the learner has left the lesson's path."""
    own_moves = Move.objects.filter(game=game, seat=seat, number__gt=len(lesson.opening))
    rows = own_moves.filter(by__in=BY_CAPTAIN).order_by("number").values_list("decision", "answer")
    done = progress(lesson, [(decision, freeze(answer)) for decision, answer in rows[: 20 * len(lesson.steps)]])
    was_played_for = own_moves.exclude(by__in=BY_CAPTAIN).exists()  # for example, because they timed out
    return None if done is None or was_played_for else Course(lesson, done)


def is_overtaken(course: Course, decisions: Sequence[Decision]) -> bool:
    """Return whether the required question is not the step's question, for example after a reaction window has closed."""
    names = {decision.name for decision in decisions}
    is_asked = any(not decision.optional for decision in decisions)
    return course.step is not None and is_asked and course.step.decision not in names


def course_at(game: Game, seat: int | None, decisions: Sequence[Decision]) -> Course | None:
    """Return the course of the learner in `seat`, or None if there is none or it does not fit `decisions` any more."""
    current = course(game, seat)
    return None if current is None or is_overtaken(current, decisions) else current


def open_decisions(course: Course | None, decisions: list[Decision]) -> list[Decision]:
    """Return the decisions that may be answered now. In a lesson these are only the current step's."""
    if course is None or course.step is None:
        return decisions
    return narrowed(course.step, decisions)


def is_led(game: Game, seat: int) -> bool:
    current = course(game, seat)
    return current is not None and current.step is not None


def keep_to(game: Game, action: Action) -> None:
    """Raise IllegalAction for an action that the game's lesson does not ask for."""
    current = course(game, action.seat)
    step = current.step if current is not None else None
    if current is None or step is None:
        return
    if action.decision != step.decision or normalised_answer(action.answer) != normalised_answer(step.answer):
        if is_overtaken(current, [asked for asked in game.rules.decisions(state_of(game)) if asked.seat == action.seat]):
            return
        raise IllegalAction("lesson", f"Not yet. {step.task} At your own table the choice is yours.")


def normalised_answer(answer: Any) -> Any:
    """Return an answer as text with its picks sorted, so that equal picks in another order compare equal."""
    if isinstance(answer, list | tuple):
        parts = [normalised_answer(part) for part in answer]
        return parts if any(isinstance(part, list) for part in parts) else sorted(map(str, parts))
    return str(answer)
