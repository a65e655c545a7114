"""A turn as a list of steps still to do: what a part of a turn looks like, and the loop from one to the next.

A state keeps its steps in `agenda`, the next one last; the last one is what somebody is asked. Each step is a tuple whose entries
have names, the first one being its kind; it is stored as the plain list. A `Phase` goes through them, registered for that kind.
"""

from collections import namedtuple
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.engine import Decision, Dice, Event
from games.engine.ruleset import State

Step = Any
"""(kind, seat, …): one thing still to do. The seat is the one it concerns. `Steps` gives the rest their names."""


named = tuple.__new__
"""`named(type, entries)`: the quickest way to make one."""


named_entries: Any = namedtuple
"""Their names are read from the editions, so no type can be known beforehand."""


class Immutable:
    """What all steps can do: in a cache, which pickles, they are plain tuples; copied they are themselves."""

    __slots__ = ()

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return tuple, (tuple(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Immutable":
        return self


class Steps:
    """Every kind of step of one game with the names of its entries: `Steps("flee seat foe", "before seat")`.

    A kind that comes in two lengths is named twice. What is named here is how steps are stored: a change needs a new format.
    """

    def __init__(self, *kinds: str) -> None:
        self.types: dict[tuple[str, int], Any] = {}
        for words in kinds:
            kind, *names = words.split()
            name = kind.replace("-", "_")
            self.types[kind, len(names) + 1] = type(name, (Immutable, named_entries(name, ("kind", *names))), {"__slots__": ()})

    def __call__(self, step: Iterable[Any]) -> Step:
        """This step with names. Raises KeyError where there is no such kind of that length."""
        entries = tuple(step)
        return named(self.types[entries[0], len(entries)], entries)

    def all(self, steps: Iterable[Iterable[Any]]) -> list[Step]:
        """Each of them with names."""
        return [self(step) for step in steps]


class TurnState(State, Protocol):
    """A state whose turns are steps. `ended` is (winners, reason) once the game is over."""

    agenda: list[Step]
    ended: tuple[tuple[int, ...], str] | None
    round: int
    turn: int

    @property
    def seats(self) -> range:
        """All seats, the ones that left too."""

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that left."""

    def playing(self) -> list[int]:
        """The seats that have not left."""


A = TypeVar("A", bound=TurnState)


class Context(Generic[A]):
    """One action being carried out: the state, the dice, and what has happened so far. Rulesets add their own deeds."""

    steps: ClassVar[Steps]

    def __init__(self, state: A, dice: Dice):
        self.state, self.dice = state, dice
        self.events: list[Event] = []

    def tell(self, name: str, seat: int | None = None, *, to: tuple[int, ...] | None = None, reveals: bool = False, **facts: Any) -> None:
        """Note that something happened."""
        self.events.append(Event(name, seat, facts, to, reveals))

    def then(self, *steps: Step) -> None:
        """Put steps on the agenda, the first one to be done first."""
        types, agenda = self.steps.types, self.state.agenda
        for step in reversed(steps):
            agenda.append(named(types[step[0], len(step)], step))

    def done(self) -> None:
        """The step that was asked is dealt with."""
        self.state.agenda.pop()


class Phase:
    """One kind of step. It asks (`ask`, `on_<decision>`) or is done without asking (`run`).

    `state` and `table` are the edition's own, and its phases say which. They are found by the kind of a step, so here they are `Any`.
    """

    kind: ClassVar[str] = ""
    asks: ClassVar[bool] = True

    def waits(self, state: Any, step: Step) -> bool:
        """Must somebody be asked? When not, the step is taken off the agenda and `run`."""
        return True

    def ask(self, state: Any, step: Step) -> list[Decision]:
        """The open decisions, the required one first."""
        return []

    def run(self, context: Any, step: Step) -> None:
        """Do it without asking; the step is off the agenda already."""


class AutoStep(Phase):
    """A step that never asks."""

    asks = False


class Phases:
    """The phases of one game by their kinds."""

    def __init__(self) -> None:
        self.kinds: dict[str, Phase] = {}

    def register(self, cls: type[Phase]) -> type[Phase]:
        """Use as a decorator: this class goes through the steps of its kind."""
        self.kinds[cls.kind] = cls()
        return cls

    def ask(self, state: TurnState) -> list[Decision]:
        """What is asked now."""
        step = state.agenda[-1]
        return self.kinds[step.kind].ask(state, step)

    def advance(self, context: Context[Any]) -> None:
        """Do steps until one of them has to ask, or the game is over."""
        state = context.state
        while state.agenda and state.ended is None:
            step = state.agenda[-1]
            current = self.kinds[step.kind]
            if current.asks and current.waits(state, step):
                return
            state.agenda.pop()
            current.run(context, step)

    def answer(self, context: Context[Any], decision: Decision, said: Any) -> None:
        """Hand a checked answer to the phase that asked."""
        step = context.state.agenda[-1]
        getattr(self.kinds[step.kind], "on_" + decision.name.replace("-", "_"))(context, step, said)
