"""How long can one hostile player hold a table? Every way to gain time that there is, tried in every order, with the site's own arithmetic.

They always act in the last minute. Nothing is known here of rows or letters: what a letter that leaves late, or an address that does not
work, does to a deadline is a pause just before it, as in `games.timeouts.expiring`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple

from games.clocks import limits
from games.clocks.due_times import Span, deadline, elapsed, merged
from games.clocks.paces import HOUR
from games.clocks.terms import REACTION_TIME, Terms

BEGIN = datetime(2026, 1, 5, 9, tzinfo=UTC)
MOMENT, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
LEAST = HOUR
EXTRAS = {"a dead address": 24, "a letter that left late": 24, "leave that was called off": 11}
"""What makes a deadline later by so many hours, as often as they like (a dead address does so once a turn; that is no better)."""
LEAVES = (1, 7, 14)
OTHERS_TAKE = timedelta(hours=24)


class Held(NamedTuple):
    """How long a turn was held, in hours: without declared leave, and the leave. `spare`: seconds of spare time that it has cost."""

    hours: float
    leave: float
    spare: int
    ways: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """An open question of a turn, what has stopped its clock so far, and what its turn was held for before it was asked."""

    asked: datetime
    allowance: int
    patience: int
    left: int
    may_leave: int
    game_leave: int
    pauses: tuple[tuple[bool, Span], ...] = ()
    days: int = 0
    held: int = 0
    on_leave: int = 0
    ways: tuple[str, ...] = ()

    def spans(self) -> Iterator[tuple[bool, Span]]:
        """What stops this clock, as far as it counts: (is it declared leave, when)."""
        in_game, in_turn = self.game_leave, self.may_leave
        for is_leave, span in sorted(self.pauses, key=lambda pause: pause[1]):
            if is_leave:
                span, in_game = limits.clipped(span, BEGIN, in_game)
                span, in_turn = limits.clipped(span, self.asked, in_turn)
            yield is_leave, span

    def leave(self) -> Iterator[Span]:
        return merged(sorted(span for is_leave, span in self.spans() if is_leave))

    def after(self, seconds: int) -> datetime:
        """When so many seconds are used, but never after the last moment."""
        last = limits.last_moment(self.asked, self.left, self.leave())
        return min(last, deadline(self.asked, seconds, merged(sorted(span for _, span in self.spans()))))

    @property
    def due(self) -> datetime:
        return self.after(self.allowance)

    @property
    def out(self) -> datetime:
        return self.after(self.allowance + self.patience)

    def closed(self) -> "Question":
        """The same when it was answered in the last minute."""
        out, leave = self.out, int((self.out - self.asked).total_seconds()) - elapsed(self.asked, self.out, self.leave())
        return replace(
            self, left=limits.left_after(self.left, self.asked, out, self.leave()), may_leave=max(0, self.may_leave - leave),
            held=self.held + elapsed(self.asked, out, self.leave()), on_leave=self.on_leave + leave,
        )  # fmt: skip


def first(terms: Terms, spare: int, leave: int, given: int) -> Question:
    """The question with which a turn begins, for a player who has so much spare time and leave left in this game."""
    left = limits.may_hold(given, terms.patience, spare)
    return Question(BEGIN, given, terms.patience, left, limits.LEAVE_A_TURN, leave)


def choices(question: Question) -> Iterator[Question]:
    """Everything that a hostile player may do next to gain time."""
    for name, hours in EXTRAS.items():
        yield stopped(question, name, False, question.due - MOMENT, hours)
    if question.days < 2 and limits.last_moment(question.asked, question.left, question.leave()) > question.out + timedelta(days=1):
        yield replace(stopped(question, "a day of leave by itself", False, question.out - MOMENT, 24), days=question.days + 1)
    for days in LEAVES:
        yield stopped(question, f"{days} days of leave", True, question.due - MINUTE, 24 * days)
    yield asked_again(question, "somebody else is asked")


def stopped(question: Question, name: str, is_leave: bool, begin: datetime, hours: int) -> Question:
    """The clock of this question stands from then on for so many hours."""
    pause = (is_leave, Span(begin, begin + timedelta(hours=hours)))
    return replace(question, pauses=(*question.pauses, pause), ways=(*question.ways, name))


def asked_again(question: Question, name: str) -> Question:
    """Answered so that somebody else is asked, who takes a day; then the turn goes on, and its grace begins again."""
    after, used = question.closed(), elapsed(question.asked, question.out, merged(sorted(span for _, span in question.spans())))
    allowance = max(question.allowance - used, LEAST)
    return replace(after, asked=question.out + OTHERS_TAKE, allowance=allowance, ways=(*question.ways, name))


def ways_to_hold(question: Question, depth: int) -> Iterator[Question]:
    """This question, and what becomes of it by up to so many choices."""
    yield question
    if depth:
        for other in choices(question):
            yield from ways_to_hold(other, depth - 1)


def longest_turn(terms: Terms, spare: int = limits.SPARE_A_GAME, leave: int = 0, depth: int = 4, given: int = 0) -> Held:
    """The turn that holds the table longest. `leave`: seconds of declared leave that may still count in this game."""
    begin = first(terms, spare, leave, given or terms.pace.usual)
    return max(outcome(question, begin, spare) for question in ways_to_hold(begin, depth))


def outcome(question: Question, begin: Question, spare: int) -> Held:
    """What a turn came to that ended with this question."""
    end = question.closed()
    return Held(end.held / HOUR, end.on_leave / HOUR, limits.spare_used(spare, begin.left, end.left), end.ways)


def longest_game(terms: Terms, rounds: int, depth: int = 3, leave: int = limits.LEAVE_A_GAME, reactions: int = 0) -> float:
    """Hours that one player holds a game, when each turn of theirs, and each of so many questions off turn a round, takes all it can.

    `leave`: seconds of declared leave that count in this game.
    """
    spare, hours = limits.SPARE_A_GAME, 0.0
    for round_number in range(1, rounds + 1):
        for given in (terms.pace.usual, *[min(terms.pace.usual, REACTION_TIME)] * reactions):
            held = best(terms, limits.released(spare, round_number), leave, depth, given)
            hours, spare, leave = hours + held.hours + held.leave, spare - held.spare, leave - int(held.leave * HOUR)
    return hours


@cache
def best(terms: Terms, spare: int, leave: int, depth: int, given: int) -> Held:
    """The turn, or the question off turn, that takes most of a game, by a player who may use so much spare time and leave."""
    begin = first(terms, spare, leave, given)
    found = (outcome(question, begin, spare) for question in ways_to_hold(begin, depth))
    return max(found, key=lambda held: (held.hours + held.leave, held))


def honest(terms: Terms, rounds: int, players: int, reactions: int = 0) -> float:
    """Hours that a game takes when everybody uses what their turns are given, and no grace.

    `reactions`: so many questions off turn are asked in each round, all of one player.
    """
    return rounds * (players * terms.pace.usual + reactions * min(terms.pace.usual, REACTION_TIME)) / HOUR


def beyond(terms: Terms, players: int, rounds: int, leave: int = limits.LEAVE_A_GAME, reactions: int = 0, depth: int = 3) -> float:
    """By how many hours a game with one hostile player lasts longer than twice its honest length. Less than none: it ends before."""
    theirs = longest_game(terms, rounds, depth, leave, reactions)
    return honest(terms, rounds, players - 1) + theirs - 2 * honest(terms, rounds, players, reactions)
