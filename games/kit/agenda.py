"""A turn as a list of steps still to do: the phases that carry out the steps, and the loop over them.

A state keeps its steps in `agenda` in reverse order: the last one is the current question. A step is a tuple with named
entries, its kind first; it is stored as a plain list. The `Phase` registered for its kind carries it out.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from games.engine import Decision, Dice, Event, Outcome
from games.engine.facts import WON, named
from games.engine.ruleset import State

named_entries: Any = namedtuple
"""The editions supply the names, so the type is unknown here."""


class Step(tuple[Any, ...]):
    """(kind, seat, …): one step still to do, and the seat that it concerns. Each edition's own `Step` names the types of other entries.

    Pickled for a cache, steps become plain tuples; copied, they return themselves.
    """

    __slots__ = ()

    kind: str
    seat: int
    _replace: Callable[..., Self]

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


StepOf = TypeVar("StepOf", bound=Step)
Entries = tuple[Any, ...]
"""The entries of a step, without their names: ("flee", 2, 0)."""


class Steps(Generic[StepOf]):
    """All kinds of steps of one game, with the names of their entries: `Steps("flee seat foe", "before seat")`.

    A kind with two lengths is listed twice. These names define how steps are stored: a change needs a new format.
    """

    def __init__(self, *kinds: str) -> None:
        self.types: dict[tuple[str, int], Any] = {}
        for words in kinds:
            kind, *names = words.split()
            name = kind.replace("-", "_")
            self.types[kind, len(names) + 1] = type(name, (Step, named_entries(name, ("kind", *names))), {"__slots__": ()})

    def __call__(self, step: Iterable[Any]) -> StepOf:
        """Return this step with names. Raises KeyError if there is no such kind of that length."""
        entries = tuple(step)
        known: type[StepOf] = self.types[entries[0], len(entries)]
        return named(known, entries)

    def all(self, steps: Iterable[Iterable[Any]]) -> list[StepOf]:
        return [self(step) for step in steps]


class TurnState(State, Protocol):
    """A state whose turns are steps. `ended` is (winners, reason) once the game is over."""

    agenda: list[Any]
    ended: tuple[tuple[int, ...], str] | None
    round: int
    turn: int

    @property
    def seats(self) -> range:
        """Return all seats, even of captains who left."""

    @property
    def gone(self) -> tuple[int, ...]:
        """Return the seats that left."""

    def playing(self) -> list[int]:
        """Return the seats that have not left."""


A = TypeVar("A", bound=TurnState)


class Context(Generic[A]):
    """One action in progress: the state, the dice, and the events so far. Rulesets add their own methods."""

    steps: ClassVar[Steps[Any]]

    def __init__(self, state: A, dice: Dice):
        self.state, self.dice = state, dice
        self.events: list[Event] = []

    def tell(self, name: str, seat: int | None = None, *, to: tuple[int, ...] | None = None, reveals: bool = False, **facts: Any) -> None:
        self.events.append(Event(name, seat, facts, to, reveals))

    def then(self, step: Entries) -> None:
        self.state.agenda.append(named(self.steps.types[step[0], len(step)], step))

    def then_all(self, steps: Sequence[Entries]) -> None:
        for step in reversed(steps):
            self.then(step)


class Phase:
    """One kind of step. It asks (`ask`, `on_<decision>`) or runs without asking (`run`).

    Its step is off the agenda by then, except after an answer to an optional decision. Editions' phases give types in place of `Any`.
    """

    asks: ClassVar[bool] = True
    closing: ClassVar[tuple[str, ...]] = ()
    """Optional decisions whose answer takes the step off the agenda, as answers to required ones do."""

    def waits(self, state: Any, step: Any) -> bool:
        """Return whether a seat must be asked. If not, take the step off the agenda and `run` it."""
        return True

    def ask(self, state: Any, step: Any) -> list[Decision]:
        """Return the open decisions, required ones first."""
        return []

    def run(self, context: Any, step: Any) -> None:
        """Carry out the step without asking; it is already off the agenda."""


class FunctionStep(Phase):
    """A step that one function carries out without asking."""

    asks = False

    def __init__(self, carry_out: Callable[[Any, Any], None]):
        self.carry_out = carry_out

    def run(self, context: Any, step: Any) -> None:
        self.carry_out(context, step)


Registered = TypeVar("Registered", bound=type[Phase] | Callable[[Any, Any], None])


class Phases:
    """The phases of one game, by kind."""

    def __init__(self) -> None:
        self.kinds: dict[str, Phase] = {}

    def register(self, kind: str) -> Callable[[Registered], Registered]:
        """Return a decorator for the phase of this kind: a class, or a function that carries out a step without asking."""

        def registered(phase: Registered) -> Registered:
            self.kinds[kind] = phase() if isinstance(phase, type) else FunctionStep(phase)
            return phase

        return registered

    def ask(self, state: TurnState) -> list[Decision]:
        step = state.agenda[-1]
        return self.kinds[step.kind].ask(state, step)

    def advance(self, context: Context[Any]) -> None:
        """Carry out steps until one has to ask, or the game is over."""
        state = context.state
        while state.agenda and state.ended is None:
            step = state.agenda[-1]
            current = self.kinds[step.kind]
            if current.asks and current.waits(state, step):
                return
            state.agenda.pop()
            current.run(context, step)

    def answer(self, context: Context[Any], decision: Decision, answer: Any) -> None:
        """Pass a checked answer to the phase that asked. The answer to a required question takes its step off the agenda first."""
        step = context.state.agenda[-1]
        phase = self.kinds[step.kind]
        if not decision.optional or decision.name in phase.closing:
            context.state.agenda.pop()
        getattr(phase, "on_" + decision.name.replace("-", "_"))(context, step, answer)


Standing = Callable[[A, int], tuple[Any, ...]]
"""`standing(state, seat)`: the value that ranks a seat, higher is better."""


def end(context: Context[A], winners: tuple[int, ...], reason: str, **facts: Any) -> None:
    """End the game, and tell the event."""
    context.state.ended = (winners, reason)
    context.state.agenda.clear()
    alone = winners[0] if len(winners) == 1 else None
    context.tell(WON, alone, winners=list(winners), reason=reason, reveals=True, **facts)


def best(state: A, standing: Standing[A]) -> tuple[int, ...]:
    most = max(standing(state, seat) for seat in state.playing())
    return tuple(seat for seat in state.playing() if standing(state, seat) == most)


def ranked(state: A, standing: Standing[A], scores: Iterable[int]) -> Outcome:
    """Return the outcome: winners first, captains who left last, the rest by their standing."""
    if state.ended is None:
        raise ValueError("the game is not over")
    winners, reason = state.ended
    ranks = [(seat not in winners, seat in state.gone, *(-part for part in standing(state, seat))) for seat in state.seats]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(tuple(winners), places, tuple(scores), reason)
