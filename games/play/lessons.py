"""Which games are lessons, and the learner's course. The commitment identifies a lesson: its seed is public and fixed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.editions.cards import lessons_of
from games.engine import Action, Decision, IllegalAction, Ruleset, commitment
from games.engine.facts import freeze
from games.kit.lesson import Bot, Lesson, Step, narrowed, progress
from games.models import Game, Move
from games.rulesets import all_rulesets
from games.storage.snapshots import state_of

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
    """Return {(slug, commitment): lesson}, for every edition."""
    return {(slug, commitment(one.seed)): one for slug, rules in all_rulesets().items() for one in lessons_of(rules)}


def lesson_of(rules: Ruleset, slug: str = "") -> Lesson | None:
    """Return the lesson of that slug, or without one the first voyage; None if the edition has no such lesson."""
    return next((lesson for lesson in lessons_of(rules) if slug in ("", lesson.slug)), None)


def tutor(rules: Ruleset, seed: bytes) -> Bot | None:
    """Return what plays for the other captains in the lesson that is dealt from this seed; None if there is no such lesson."""
    lesson = lessons().get((rules.slug, commitment(seed)))
    return lesson.others if lesson else None


def course(game: Game, seat: int | None) -> Course | None:
    """Return the course of the learner in this seat; None if the game is no lesson, or has left the lesson's path.

    It is worked out once for each loaded `game` and each of its moves.
    """
    lesson = lessons().get((game.ruleset, game.commitment))
    if lesson is None or seat is None or game.public is None or game.status != Game.Status.RUNNING:
        return None
    known, now = vars(game).setdefault("courses", {}), (seat, game.number)
    if now not in known:
        known[now] = worked_out(lesson, game, seat)
    return known[now]


def worked_out(lesson: Lesson, game: Game, seat: int) -> Course | None:
    """Return how far the learner is in this lesson; None if they have left its path."""
    own = Move.objects.filter(game=game, seat=seat, number__gt=len(lesson.opening))
    rows = own.filter(by__in=OWN).order_by("number").values_list("decision", "answer")
    done = progress(lesson, [(decision, freeze(answer)) for decision, answer in rows[: 20 * len(lesson.steps)]])
    was_played_for = own.exclude(by__in=OWN).exists()  # by the clock, for example
    return None if done is None or was_played_for else Course(lesson, done)


def is_overtaken(found: Course, decisions: Sequence[Decision]) -> bool:
    """Is the learner asked something else than the step? Time has passed then, such as that of a reaction window."""
    names = {decision.name for decision in decisions}
    is_asked = any(not decision.optional for decision in decisions)
    return found.step is not None and is_asked and found.step.decision not in names


def course_at(game: Game, seat: int | None, decisions: Sequence[Decision]) -> Course | None:
    """Return the course of the learner in this seat with these `decisions`; None also if time has overtaken the lesson."""
    found = course(game, seat)
    return None if found is None or is_overtaken(found, decisions) else found


def open_decisions(found: Course | None, decisions: list[Decision]) -> list[Decision]:
    """Return what may be answered now: during a lesson, only what its step asks for."""
    if found is None or found.step is None:
        return decisions
    return narrowed(found.step, decisions)


def is_led(game: Game, seat: int) -> bool:
    """Does a step of a lesson say what this seat does next?"""
    found = course(game, seat)
    return found is not None and found.step is not None


def keep_to(game: Game, action: Action) -> None:
    """Refuse what the game's lesson does not ask for. Raises IllegalAction."""
    found = course(game, action.seat)
    step = found.step if found is not None else None
    if found is None or step is None:
        return
    if action.decision != step.decision or normalised_answer(action.answer) != normalised_answer(step.answer):
        if is_overtaken(found, [asked for asked in game.rules.decisions(state_of(game)) if asked.seat == action.seat]):
            return
        raise IllegalAction("lesson", f"Not yet. {step.task} At your own table the choice is yours.")


def normalised_answer(answer: Any) -> Any:
    """Return an answer with its parts sorted, so that the order of ticking does not matter."""
    if isinstance(answer, list | tuple):
        parts = [normalised_answer(part) for part in answer]
        return parts if any(isinstance(part, list) for part in parts) else sorted(map(str, parts))
    return str(answer)
