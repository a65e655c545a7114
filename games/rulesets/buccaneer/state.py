"""The state of a game of Buccaneer, cheap to copy and stored exactly as JSON, and the steps of its turns."""

from functools import lru_cache
from typing import Any

from games.engine import Snapshot
from games.kit import agenda
from games.kit.crew_game import table
from games.kit.stored import of_seats, parts, restore, restore_seats

from .editions import Edition
from .sea import Sea


class Step(table.Step):
    """The types of the entries that only Buccaneer's steps may have."""

    __slots__ = ()

    heading: int
    target: int | None
    free: bool
    exempt: tuple[int, ...]
    hours: int


STEPS = agenda.Steps[Step](
    "before seat", "after seat", "attack seat square", "heading seat square target", "set-sail seat square heading target",
    "voyage seat start square heading target free exempt", "intercept seat mover start free", "arrive seat square", "fight seat other",
    "spoils seat other", "keep seat", "surrender seat other count", "flee seat foe", "flee-heading seat square foe",
    "get-away seat square heading foe", "washed-in seat", "draw seat", "gain seat card", "treasure seat limit", "join seat count",
    "reduce seat limit", "exchange seat", "swap seat", "give seat to count", "lose-treasure seat to", "lose-crew seat to count",
    "berth seat square", "salvage seat", "dig seat", "dock seat", "blind seat", "blown seat", "desert seat", "fever seat",
    "lose-best seat", "lose-to-flat seat", "lose-to-ship seat", "point seat", "press seat", "to-cliff-creek seat", "to-home seat",
    "to-mud-bay seat", "to-port-ahead seat",
    "turn-over seat", "window seat hours",
)  # fmt: skip
"""The kinds and entries of steps define how steps are stored: a change needs a new format (docs/changing-rules.md)."""

PUBLIC = (
    "options", "homes", "first", "round", "turn", "agenda", "at", "heading", "bound", "barred", "holds", "kept", "docks",
    "zones", "flat", "treasure", "chart_used", "discarded", "sailed", "moved", "by_fight", "chain", "gone", "draws", "ended",
)  # fmt: skip
SECRET = ("hands", "fresh", "strength")
DECKS = ("crew", "chance")


class State(table.HomePorts):
    """The state of a game, as plain data. Every collection holds tuples, numbers and strings, so `copy` needs to copy only the lists.

    edition, sea  the edition and its board, the same for the whole game and never stored
    homes       seat -> port            at, heading    seat -> square (-1: gone), seat -> point of the compass
    agenda      steps still to do, in reverse order: the last step is the current one
    bound       seats that won a fight and must sail on          barred   seats that bluffed home and may not win yet
    docks, zones  port -> goods         flat           goods on Flat Island
    treasure    kind -> pieces left on Treasure Island
    sailed      (seat, squares, crew cards at departure) of the move that may be disputed, or None
    moved       how the seat on turn moved: "", "sail", "turn", "stay", "drift" or "attack"
    by_fight    True if the seat on turn lies where a free move ended, and so does no business in port
    chain       (interceptor, mover) pairs of the free moves in progress
    hands, fresh  seat -> crew; seat -> cards drawn but not yet in the hand     strength  seat -> sailing strength at departure
    crew, chance  piles, top first      ended          None or (winners, reason)
    """

    __slots__ = ("edition", "sea", *PUBLIC, *SECRET, *DECKS)

    edition: Edition
    sea: Sea
    options: dict[str, Any]
    homes: tuple[int, ...]
    first: int
    round: int
    turn: int
    agenda: list[Step]
    at: list[int]
    heading: list[int]
    bound: tuple[int, ...]
    barred: tuple[int, ...]
    holds: list[tuple[str, ...]]
    kept: list[tuple[str, ...]]
    docks: list[tuple[str, ...]]
    zones: list[tuple[str, ...]]
    flat: tuple[str, ...]
    treasure: dict[str, int]
    chart_used: bool
    discarded: tuple[str, ...]
    sailed: tuple[int, int, int] | None
    moved: str
    by_fight: bool
    chain: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    draws: int
    ended: tuple[tuple[int, ...], str] | None
    hands: list[tuple[str, ...]]
    fresh: list[tuple[str, ...]]
    strength: list[int]
    crew: tuple[str, ...]
    chance: tuple[int, ...]

    def __init__(self, edition: Edition):
        self.edition, self.sea = edition, edition.sea

    def copy(self) -> "State":
        new = State.__new__(State)
        new.edition, new.sea = self.edition, self.sea
        new.options, new.homes, new.first = self.options, self.homes, self.first
        new.round, new.turn, new.agenda = self.round, self.turn, self.agenda.copy()
        new.at, new.heading = self.at.copy(), self.heading.copy()
        new.bound, new.barred = self.bound, self.barred
        new.holds, new.kept = self.holds.copy(), self.kept.copy()
        new.docks, new.zones = self.docks.copy(), self.zones.copy()
        new.flat, new.treasure = self.flat, self.treasure.copy()
        new.chart_used, new.discarded = self.chart_used, self.discarded
        new.sailed, new.moved, new.by_fight = self.sailed, self.moved, self.by_fight
        new.chain, new.gone = self.chain, self.gone
        new.draws, new.ended = self.draws, self.ended
        new.hands, new.fresh, new.strength = self.hands.copy(), self.fresh.copy(), self.strength.copy()
        new.crew, new.chance = self.crew, self.chance
        return new

    @property
    def voyage(self) -> tuple[int, int, int]:
        """Return the move that may be disputed, as in `sailed`. Raise LookupError if there is none."""
        if self.sailed is None:
            raise LookupError("no move may be disputed now")
        return self.sailed

    def home_total(self, seat: int) -> int:
        """Return the points of treasure on a seat's docks and in its safety zone, which decide who wins."""
        port = self.homes[seat]
        return points(self.docks[port]) + points(self.zones[port])


POINTS = {"D": 5, "U": 5, "G": 4, "P": 3, "M": 2}


@lru_cache(maxsize=4096)
def points(goods: tuple[str, ...]) -> int:
    """Return the points of the treasure among `goods`; crew and cards do not count."""
    return sum(POINTS.get(item, 0) for item in goods)


def dump(state: State) -> Snapshot:
    public = parts(state, PUBLIC)
    seats = of_seats(state, SECRET)
    return Snapshot(public, seats, {key: list(getattr(state, key)) for key in DECKS})


LISTS = frozenset(("agenda", "at", "heading", "holds", "kept", "docks", "zones"))


def load(edition: Edition, snapshot: Snapshot) -> State:
    state = State(edition)
    restore(state, snapshot.public, PUBLIC, LISTS)
    state.agenda = STEPS.all(state.agenda)
    restore_seats(state, snapshot.seats, SECRET)
    for key in DECKS:
        setattr(state, key, tuple(snapshot.decks[key]))
    return state
