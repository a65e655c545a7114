"""Guard everything that serves one seat or one reader: orders, plans, bots, sentences, drawings, stories, letters.

If such a part fails, the result is the decision's default or a plain line. The fault is logged, the hosts are told, and the table
goes on. `Game.rules` is a `Guarded` edition; other parts are called through `serve`. If the rules fail (`lawfully`), the action is
refused. Refusals (`RulesError`), infrastructure faults, and `TooNew` pass through.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from django.core.cache import cache
from django.db import Error as DatabaseError
from redis.exceptions import RedisError

from core.tasks import enqueue
from games.editions.errors import NotAllowed
from games.engine import Decision, Event, IllegalAction, NotYourDecision, RulesError, Ruleset, StandingOrder, TooNew
from games.engine.ruleset import State, View
from games.rulesets import all_rulesets
from games.rulesets import on_offer as all_on_offer

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
RISES = (DatabaseError, RedisError, ConnectionError, TooNew)
"""Infrastructure faults, and games that need newer code. None of these is a fault of the edition."""
AN_HOUR = 60 * 60
UNTOLD = "Something happened here that we cannot put into words just now."
OURS = "A fault on our side stopped this, so nothing has changed. The hosts have been told. Try something else meanwhile."


class OurFault(NotAllowed):
    """Raised if an edition's law failed at an action. The text is for the player who tried the action."""

    def __init__(self, text: str = OURS):
        super().__init__("our-fault", text)


WORDS = {"edition": "", "summary": "", "orders_about": "", "place_called": "place"}
"""{sentence or name of an edition: replacement that pages show if it fails}."""


if TYPE_CHECKING:
    Interface = Ruleset
else:
    Interface = object  # so that `__getattr__` gets everything that is not guarded


class Guarded(Interface):
    """An edition at one table, or on pages without a table. Its words and orders cannot fail. Everything else is unguarded."""

    __slots__ = ("game", "own")

    def __init__(self, own: Ruleset, game: int | None):
        self.own, self.game = own, game

    @classmethod
    def of(cls, own: Ruleset, game: int | None = None) -> Ruleset:
        return cls(own, game)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            own = object.__getattribute__(self, "own")  # avoids endless recursion when an instance without `own` is copied
            return serve(self, "sentence", WORDS[name], getattr, own, name) if name in WORDS else getattr(own, name)

    # -- words ------------------------------------------------------------------------------------
    def describe_event(self, event: Event, names: Sequence[str], seat: int | None) -> str:
        return serve(self, "sentence", UNTOLD, self.own.describe_event, event, names, seat)

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        otherwise = f"{decision.name.replace('-', ' ').capitalize()}?"
        return serve(self, "sentence", otherwise, self.own.ask, decision, names)

    def label(self, decision: Decision, option: str, names: Sequence[str]) -> str:
        return serve(self, "sentence", str(option), self.own.label, decision, option, names)

    def tell_choice(self, decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
        return serve(self, "sentence", "", self.own.tell_choice, decision, answer, choice, names)

    def help(self, decision: Decision) -> str:
        return serve(self, "sentence", "", self.own.help, decision)

    def counted(self, score: int) -> str:
        return serve(self, "sentence", str(score), self.own.counted, score)

    def why_not(self, state: State, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        return serve(self, "sentence", refusal, self.own.why_not, state, decision, answer, refusal)

    def not_asked(self, state: State, seat: int, name: str) -> NotYourDecision:
        refusal = NotYourDecision("not-asked", "That is not a question for you now.")
        return serve(self, "sentence", refusal, self.own.not_asked, state, seat, name)

    # -- the table before its first move ----------------------------------------------------------
    @property
    def usual_seats(self) -> int:
        return serve(self, "seats", self.own.seats[0], lambda: self.own.usual_seats)

    def unplayable(self, options: dict[str, Any], seats: int) -> str:
        return serve(self, "seats", OURS, self.own.unplayable, options, seats)

    def teams(self, options: Mapping[str, Any], seats: int) -> tuple[tuple[int, ...], ...]:
        return serve(self, "seats", tuple((seat,) for seat in range(seats)), self.own.teams, options, seats)

    def places_left(self, taken: Collection[str], seats: int) -> tuple[str, ...]:
        free = tuple(place for place, _ in self.own.places if place not in taken)
        return serve(self, "seats", free, self.own.places_left, taken, seats)

    # -- the game under way -----------------------------------------------------------------------
    def view(self, state: State, seat: int | None) -> View:
        not_seen: Any = None  # pages then show no board
        view: View = serve(self, "board", not_seen, self.own.view, state, seat)
        return view

    # -- orders -----------------------------------------------------------------------------------
    def react(self, view: View, decision: Decision, orders: dict[str, Any]) -> Any:
        return serve(self, "order", None if decision.optional else decision.default, self.own.react, view, decision, orders)

    def carry_on(self, view: View, decision: Decision, orders: dict[str, Any]) -> Any:
        return serve(self, "plan", None, self.own.carry_on, view, decision, orders)

    def orders_for(self, view: View) -> tuple[StandingOrder, ...]:
        return serve(self, "order", self.own.orders, self.own.orders_for, view)


def guarded_editions() -> dict[str, Ruleset]:
    """Return {slug: guarded edition}, for pages that are not about a table."""
    return {slug: Guarded.of(rules) for slug, rules in all_rulesets().items()}


def on_offer() -> dict[str, Ruleset]:
    """Return the editions that players may choose, guarded."""
    return {slug: rules for slug, rules in guarded_editions().items() if slug in all_on_offer()}


def bare_edition(rules: Ruleset) -> Ruleset:
    return rules.own if isinstance(rules, Guarded) else rules


def serve(rules: Ruleset, part: str, otherwise: T, make: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Return the result of `make`, or `otherwise` if it fails. `part` names the failed part in one word, for the log and the hosts."""
    try:
        return make(*arguments, **named)
    except RISES:
        raise
    except Exception as error:
        note_fault(rules, part, error)
        return otherwise


@contextmanager
def lawfully(rules: Ruleset, part: str = "law") -> Iterator[None]:
    """Run the block. If the block fails, note the fault and raise OurFault instead."""
    try:
        yield
    except (RulesError, *RISES):
        raise
    except Exception as error:
        note_fault(rules, part, error)
        raise OurFault from error


def note_fault(rules: Ruleset, part: str, error: Exception) -> None:
    """Log a fault and tell the hosts, at most once an hour per part and game. Work even if the cache or the queue fails."""
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
    """Tell the hosts in a separate task, because the caller's transaction may be rolled back."""
    try:
        enqueue("games.tasks.note_fault", game, part, error)
    except Exception:
        log.exception("the hosts could not be told of a fault of game %s", game, extra={"game": game})
