"""The state of one game of Trade Winds, cheap to copy and exact as JSON."""

from typing import Any

from games.engine import Snapshot
from games.kit import agenda
from games.kit.crew_game import table
from games.kit.stored import of_seats, parts, restore, restore_seats

from .cards import TREASURE


class Step(table.Step):
    """The types of the entries of a step. The kinds of steps are stored by name: a change needs a new format (docs/changing-rules.md)."""

    __slots__ = ()

    most: int
    there: tuple[int, ...]
    isle: int


STEPS = agenda.Steps[Step](
    "before seat", "after seat", "free seat", "turn seat", "check seat mover most", "foe seat there", "voyage seat start square",
    "voyage seat start square foe", "challenge seat mover start", "arrive seat", "fight seat other", "spoils seat other", "overload seat",
    "surrender seat other", "draw seat", "gain seat card", "treasure seat limit", "pieces seat card", "join seat count",
    "reduce seat limit", "exchange seat", "swap seat", "give seat to", "fever seat", "lose-treasure seat to", "lose-crew seat to count",
    "washed seat isle", "blood-money seat", "brawl seat", "breeze seat", "cutter seat", "gulf seat", "lee seat", "mutiny seat",
    "net seat", "shift seat", "squall seat", "wave seat",
    "turn-over seat",
)  # fmt: skip

PUBLIC = (
    "options", "homes", "first", "round", "turn", "active", "agenda", "at", "heading", "bans", "holds", "kept", "docks", "zones",
    "isles", "treasure", "moved", "steps", "entered", "boost", "queue", "freed", "gone", "draws", "ended",
)  # fmt: skip
SECRET = ("hands", "fresh")
DECKS = ("crew", "chance")
LISTS = frozenset(("agenda", "at", "heading", "holds", "kept", "docks", "zones", "isles"))


class State(table.HomePorts):
    """The state as plain data. Its collections hold only tuples, numbers and strings, so a shallow copy of each is enough.

    homes       seat -> port            at, heading    seat -> square (-1: left the game), heading
    turn        the seat whose regular turn it is      active   the seat that sails now: `turn`, or a captain on a free turn
    agenda      steps still to do; the last one runs next, or asks the open question
    bans        (winner, loser, ripe): the winner may not attack the loser; a ripe ban is lifted when the winner's turn ends
    docks, zones  port -> treasure and cards           ashore   port -> crew as (card, seat that put it ashore or -1)
    isles       goods on Hispaniola and on Norman Island        treasure   kind -> pieces left on Pirate Island
    moved       how the active ship moved: "", "sail", "turn", "stay", "drift"   steps   squares that the ship sailed
    entered     whether the active ship entered a foreign harbour and may trade  boost   whether a Trade Wind was played
    queue, freed  seats owed a free turn; seats offered a free turn since the regular turn began
    hands, fresh  seat -> crew; cards drawn but not yet in the hand
    crew, chance  piles, top first      ended          None or (winners, reason)
    """

    __slots__ = (*PUBLIC, *SECRET, *DECKS, "ashore")

    options: dict[str, Any]
    homes: tuple[int, ...]
    first: int
    round: int
    turn: int
    active: int
    agenda: list[Step]
    at: list[int]
    heading: list[int]
    bans: tuple[tuple[int, int, bool], ...]
    holds: list[tuple[str, ...]]
    kept: list[tuple[str, ...]]
    docks: list[tuple[str, ...]]
    zones: list[tuple[str, ...]]
    isles: list[tuple[str, ...]]
    treasure: dict[str, int]
    moved: str
    steps: int
    entered: bool
    boost: bool
    queue: tuple[int, ...]
    freed: tuple[int, ...]
    gone: tuple[int, ...]
    draws: int
    ended: tuple[tuple[int, ...], str] | None
    hands: list[tuple[str, ...]]
    fresh: list[tuple[str, ...]]
    crew: tuple[str, ...]
    chance: tuple[int, ...]
    ashore: list[tuple[tuple[str, int], ...]]

    def copy(self) -> "State":
        new = State.__new__(State)
        new.options, new.homes, new.first, new.round = self.options, self.homes, self.first, self.round
        new.turn, new.active, new.agenda = self.turn, self.active, self.agenda.copy()
        new.at, new.heading, new.bans = self.at.copy(), self.heading.copy(), self.bans
        new.holds, new.kept, new.docks = self.holds.copy(), self.kept.copy(), self.docks.copy()
        new.zones, new.isles, new.treasure = self.zones.copy(), self.isles.copy(), self.treasure.copy()
        new.moved, new.steps, new.entered, new.boost = self.moved, self.steps, self.entered, self.boost
        new.queue, new.freed, new.gone, new.draws, new.ended = self.queue, self.freed, self.gone, self.draws, self.ended
        new.hands, new.fresh, new.ashore = self.hands.copy(), self.fresh.copy(), self.ashore.copy()
        new.crew, new.chance = self.crew, self.chance
        return new

    def home_total(self, seat: int) -> int:
        """Return the points of treasure in a seat's docks and safety zone, which decide who wins."""
        port = self.homes[seat]
        return points(self.docks[port]) + points(self.zones[port])

    def banned(self, seat: int, other: int) -> bool:
        """Return whether `seat` may not attack `other`, because it has just beaten them."""
        return any(winner == seat and loser == other for winner, loser, _ in self.bans)


def points(goods: tuple[str, ...]) -> int:
    """Return the points of the treasure among `goods`; crew and cards do not count."""
    return sum(TREASURE.get(item, 0) for item in goods)


def dump(state: State) -> Snapshot:
    """Return the state as JSON-ready data. The backs of crew ashore, and the seats that put it ashore, are public."""
    public = parts(state, PUBLIC)
    public["backs"] = [[[int(card[1]), layer] for card, layer in pile] for pile in state.ashore]
    seats = of_seats(state, SECRET)
    decks = {key: list(getattr(state, key)) for key in DECKS}
    return Snapshot(public, seats, decks | {"ashore": [card for pile in state.ashore for card, _ in pile]})


def load(snapshot: Snapshot) -> State:
    state = State.__new__(State)
    restore(state, snapshot.public, PUBLIC, LISTS)
    state.agenda = STEPS.all(state.agenda)
    restore_seats(state, snapshot.seats, SECRET)
    for key in DECKS:
        setattr(state, key, tuple(snapshot.decks[key]))
    cards = iter(snapshot.decks["ashore"])
    state.ashore = [tuple((next(cards), layer) for _, layer in pile) for pile in snapshot.public["backs"]]
    return state
