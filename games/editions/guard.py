"""One guard round whatever serves one seat or one reader: orders, plans, bots, sentences, drawings, stories, letters.

A fault of theirs becomes the decision's default or a plain line, is logged with the number of the game and told to the hosts
(`services.faults`), and the table goes on. `Game.rules` is an edition that is `Guarded`, so no caller has to think of it; other
parts of an edition are called through `serve`. A fault of the law itself (`lawful`) refuses the action; the clock sets such a game aside.

A refusal of an action (`RulesError`) rises from there. What is wrong with the machine rises always, since nobody goes on in a broken
transaction; so does `TooNew`, since the game waits for newer code.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import Error as DatabaseError
from redis.exceptions import RedisError

from core.tasks import enqueue
from games.engine import Decision, Event, IllegalAction, NotYourDecision, RulesError, Ruleset, StandingOrder, TooNew
from games.errors import NotAllowed

log = logging.getLogger(__name__)
T = TypeVar("T")
RISES = (DatabaseError, RedisError, ConnectionError, TooNew)
"""What is wrong with the machine, or waits for newer code: no fault of an edition."""
AN_HOUR = 60 * 60
UNTOLD = "Something happened here that we cannot put into words just now."
OURS = "A fault on our side stopped this, so nothing has changed. Those who run the site are told. Try something else meanwhile."


class OurFault(NotAllowed):
    """The law of an edition failed at an action. Its text is for the player who wanted it."""

    def __init__(self, text: str = OURS):
        super().__init__("our-fault", text)


class Guarded:
    """An edition at one table. What it says and orders cannot fail; everything else is the edition's own."""

    __slots__ = ("game", "own")

    def __init__(self, own: Ruleset, game: int | None):
        self.own, self.game = own, game

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "own"), name)  # so that one being copied, without any, is no endless search

    # -- words ------------------------------------------------------------------------------------
    def tell(self, event: Event, names: Sequence[str], seat: int | None) -> str:
        return serve(self, "sentence", UNTOLD, self.own.tell, event, names, seat)

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return serve(self, "sentence", f"{plain_name(decision.name)}?", self.own.ask, decision, names)

    def label(self, decision: Decision, option: str, names: Sequence[str]) -> str:
        return serve(self, "sentence", str(option), self.own.label, decision, option, names)

    def help(self, decision: Decision) -> str:
        return serve(self, "sentence", "", self.own.help, decision)

    def counted(self, score: int) -> str:
        return serve(self, "sentence", str(score), self.own.counted, score)

    def why_not(self, state: Any, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        return serve(self, "sentence", refusal, self.own.why_not, state, decision, answer, refusal)

    def not_asked(self, state: Any, seat: int, name: str) -> NotYourDecision:
        refusal = NotYourDecision("not-asked", "You are not being asked that now.")
        return serve(self, "sentence", refusal, self.own.not_asked, state, seat, name)

    # -- orders -----------------------------------------------------------------------------------
    def react(self, view: Any, decision: Decision, orders: dict[str, Any]) -> Any:
        return serve(self, "order", None if decision.optional else decision.default, self.own.react, view, decision, orders)

    def carry_on(self, view: Any, decision: Decision, orders: dict[str, Any]) -> Any:
        return serve(self, "plan", None, self.own.carry_on, view, decision, orders)

    def orders_for(self, view: Any) -> tuple[StandingOrder, ...]:
        return serve(self, "order", self.own.orders, self.own.orders_for, view)


def plain_name(name: str) -> str:
    """The name of a question as a word: "free-turn" is "Free turn"."""
    return name.replace("-", " ").capitalize()


def bare_edition(rules: Any) -> Ruleset:
    """The edition itself."""
    return rules.own if isinstance(rules, Guarded) else rules


def serve(rules: Any, part: str, otherwise: T, make: Callable[..., T], *given: Any, **named: Any) -> T:
    """What `make` gives, or `otherwise` when it fails. `part` says in a word what it was, for log and hosts."""
    try:
        return make(*given, **named)
    except RISES:
        raise
    except Exception as error:
        note_fault(rules, part, error)
        return otherwise


@contextmanager
def lawfully(rules: Any, part: str = "law") -> Iterator[None]:
    """What is done here refuses with OurFault when it fails, after that was noted."""
    try:
        yield
    except (RulesError, *RISES):
        raise
    except Exception as error:
        note_fault(rules, part, error)
        raise OurFault from error


def note_fault(rules: Any, part: str, error: Exception) -> None:
    """Write a fault into the log, and have the hosts told; once an hour for each kind and game, and whatever else fails, too."""
    game = rules.game if isinstance(rules, Guarded) else None
    about = {"game": game, "ruleset": rules.slug, "part": part}
    try:
        if not cache.add(f"fault:{rules.slug}:{game}:{part.replace(' ', '-')}", True, AN_HOUR):
            return
    except Exception:
        log.warning("the cache does not answer", extra=about)
    log.error("game %s: a fault of the %s", game, part, exc_info=error, extra=about)
    if game is not None:
        tell_hosts(game, part, type(error).__name__)


def tell_hosts(game: int, part: str, error: str) -> None:
    """In a task of its own: what the caller does may be rolled back."""
    try:
        enqueue("games.tasks.note_fault", game, part, error)
    except Exception:
        log.exception("the hosts could not be told of a fault of game %s", game, extra={"game": game})
