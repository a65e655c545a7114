"""A turn as a list of steps still to do, the phases that carry out steps, and the loop over the steps.

`state.agenda` lists the steps in reverse order: the last step is the current one. A step is a named tuple whose first
entry is its kind; it is stored as a plain list. The `Phase` registered for the kind carries out the step.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from games.engine import Decision, Dice, Event, Outcome
from games.engine.facts import WON, named
from games.engine.ruleset import State

named_entries: Any = namedtuple
"""`namedtuple`, typed as Any because only the editions know the names of entries."""


class Step(tuple[Any, ...]):
    """A step still to do: (kind, seat, …). Each edition's own `Step` declares the types of the other entries.

    A step is pickled (for a cache) as a plain tuple. A copy of a step is the step itself.
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

    A kind with two lengths is listed twice. Kinds and entries define how steps are stored, so a change needs a new format.
    """

    def __init__(self, *kinds: str) -> None:
        self.types: dict[tuple[str, int], Any] = {}
        for words in kinds:
            kind, *names = words.split()
            name = kind.replace("-", "_")
            self.types[kind, len(names) + 1] = type(name, (Step, named_entries(name, ("kind", *names))), {"__slots__": ()})

    def __call__(self, step: Iterable[Any]) -> StepOf:
        """Return the step as a named tuple. Raise KeyError if no kind has this name and length."""
        entries = tuple(step)
        known: type[StepOf] = self.types[entries[0], len(entries)]
        return named(known, entries)

    def all(self, steps: Iterable[Iterable[Any]]) -> list[StepOf]:
        return [self(step) for step in steps]


class TurnState(State, Protocol):
    """A state whose turns consist of steps. `ended` is (winners, reason) once the game is over."""

    agenda: list[Any]
    ended: tuple[tuple[int, ...], str] | None
    round: int
    turn: int

    @property
    def seats(self) -> range:
        """Return all seats, including those of captains who left."""

    @property
    def gone(self) -> tuple[int, ...]:
        """Return the seats of captains who left."""

    def playing(self) -> list[int]:
        """Return the seats of captains who have not left."""


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
    """The code for one kind of step, which asks a question (`ask`, `on_<decision>`) or runs without asking (`run`).

    The step is off the agenda before `run` or `on_<decision>` is called, except after an answer to an optional decision.
    Phases of editions declare types in place of `Any`.
    """

    asks: ClassVar[bool] = True
    closing: ClassVar[tuple[str, ...]] = ()
    """Names of optional decisions whose answers take the step off the agenda, as answers to required decisions do."""

    def waits(self, state: Any, step: Any) -> bool:
        """Return whether a seat must be asked. If not, `advance` takes the step off the agenda and calls `run`."""
        return True

    def ask(self, state: Any, step: Any) -> list[Decision]:
        """Return the open decisions, required ones first."""
        return []

    def run(self, context: Any, step: Any) -> None:
        """Carry out the step without asking; the step is already off the agenda."""


class FunctionStep(Phase):
    """A phase that calls one function and asks nothing."""

    asks = False

    def __init__(self, carry_out: Callable[[Any, Any], None]):
        self.carry_out = carry_out

    def run(self, context: Any, step: Any) -> None:
        self.carry_out(context, step)


Registered = TypeVar("Registered", bound=type[Phase] | Callable[[Any, Any], None])


class Phases:
    """The phases of one game, by kind of step."""

    def __init__(self) -> None:
        self.kinds: dict[str, Phase] = {}

    def register(self, kind: str) -> Callable[[Registered], Registered]:
        """Return a decorator that registers a phase for a kind of step: a class, or a function that carries out the step without asking."""

        def registered(phase: Registered) -> Registered:
            self.kinds[kind] = phase() if isinstance(phase, type) else FunctionStep(phase)
            return phase

        return registered

    def ask(self, state: TurnState) -> list[Decision]:
        step = state.agenda[-1]
        return self.kinds[step.kind].ask(state, step)

    def advance(self, context: Context[Any]) -> None:
        """Carry out steps until a step has to ask a question, or the game is over."""
        state = context.state
        while state.agenda and state.ended is None:
            step = state.agenda[-1]
            current = self.kinds[step.kind]
            if current.asks and current.waits(state, step):
                return
            state.agenda.pop()
            current.run(context, step)

    def answer(self, context: Context[Any], decision: Decision, answer: Any) -> None:
        """Pass a checked answer to the phase that asked. An answer to a required question takes the step off the agenda first."""
        step = context.state.agenda[-1]
        phase = self.kinds[step.kind]
        if not decision.optional or decision.name in phase.closing:
            context.state.agenda.pop()
        getattr(phase, "on_" + decision.name.replace("-", "_"))(context, step, answer)


Standing = Callable[[A, int], tuple[Any, ...]]
"""`standing(state, seat)` returns the tuple that ranks a seat; higher is better."""


def end(context: Context[A], winners: tuple[int, ...], reason: str, **facts: Any) -> None:
    """End the game, and record the event that tells who won."""
    context.state.ended = (winners, reason)
    context.state.agenda.clear()
    alone = winners[0] if len(winners) == 1 else None
    context.tell(WON, alone, winners=list(winners), reason=reason, reveals=True, **facts)


def best(state: A, standing: Standing[A]) -> tuple[int, ...]:
    most = max(standing(state, seat) for seat in state.playing())
    return tuple(seat for seat in state.playing() if standing(state, seat) == most)


def ranked(state: A, standing: Standing[A], scores: Iterable[int]) -> Outcome:
    """Return the outcome of an ended game: winners first, captains who left last, the rest by their standing."""
    if state.ended is None:
        raise ValueError("the game is not over")
    winners, reason = state.ended
    ranks = [(seat not in winners, seat in state.gone, *(-part for part in standing(state, seat))) for seat in state.seats]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(tuple(winners), places, tuple(scores), reason)
