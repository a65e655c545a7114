"""The state of one game of Piracy, cheap to copy and exact as JSON. Only the order of the event pack is secret."""

from functools import lru_cache
from typing import Any

from games.engine import Snapshot
from games.kit import agenda
from games.kit.stored import parts, restore

from .board import COLOURS
from .cards import BALLS, UNLIMITED
from .chart import ANCHORAGE, CHARTS, Chart


class Step(agenda.Step):
    """The types of the entries of a step. The kinds of steps are stored by name: a change needs a new format (docs/changing-rules.md)."""

    __slots__ = ()

    ship: int
    cause: str
    left: int
    sailed: int
    victim: int


STEPS = agenda.Steps[Step](
    "event seat", "roll seat", "move seat", "sail seat ship cause left sailed", "loot seat ship victim", "end seat",
)  # fmt: skip

LISTS = ("agenda", "pos", "coins", "came", "moored", "balls", "chest", "monsters")
SINGLE = (
    "round", "turn", "event", "die", "allow", "locked", "lifted", "path", "stock", "hoard", "placed", "discard", "gone", "draws", "ended",
)  # fmt: skip
PUBLIC = ("options", "colours", "owner", "team", "first", *LISTS, "loose", *SINGLE)


@lru_cache(maxsize=100)
def fleet(owners: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(ship for ship, owner in enumerate(owners) if owner == seat)


class State:
    """The state as plain data. Its collections hold only numbers, strings and tuples, so a shallow copy of each is enough.

    colours     seat -> number of its colour     owner, team   ship -> seat, seat -> team
    agenda      steps still to do; the last one runs next
    pos, coins  ship -> square (or ANCHORAGE, GONE), ship -> coins aboard
    came        ship -> the square that it left last in this turn, or NOWHERE     moored  ship -> consecutive turns on one land square
    balls       seat -> cannonballs              chest    team -> coins brought home
    monsters    squares of Blackbeard and of the Sea Monster
    loose       square -> coins lying there; on a monster's island, the captives' coins
    event, die  event and roll of this turn      allow    ship -> squares that it may sail in this turn
    locked      the ship that used the breeze, or -1
    lifted      coins just taken, whose number may still change: (ship, square, loose coins, coins from the hoard)
    path        squares of the current voyage that have not been reported yet
    placed      coins put into the game          ended    None or (winning seats, reason)
    """

    __slots__ = (*PUBLIC, "events", "chart")

    options: dict[str, Any]
    colours: tuple[int, ...]
    owner: tuple[int, ...]
    team: tuple[int, ...]
    first: int
    agenda: list[Step]
    pos: list[int]
    coins: list[int]
    came: list[int]
    moored: list[int]
    balls: list[int]
    chest: list[int]
    monsters: list[int]
    loose: dict[int, int]
    round: int
    turn: int
    event: str
    die: int
    allow: tuple[int, ...]
    locked: int
    lifted: tuple[tuple[int, int, int, int], ...]
    path: tuple[int, ...]
    stock: int
    hoard: int
    placed: int
    discard: tuple[str, ...]
    gone: tuple[int, ...]
    draws: int
    ended: tuple[tuple[int, ...], str] | None
    events: tuple[str, ...]
    chart: Chart

    def copy(self) -> "State":
        new = State.__new__(State)
        new.options, new.colours, new.owner, new.team, new.first = self.options, self.colours, self.owner, self.team, self.first
        new.agenda, new.pos, new.coins, new.came = self.agenda.copy(), self.pos.copy(), self.coins.copy(), self.came.copy()
        new.moored, new.balls, new.chest = self.moored.copy(), self.balls.copy(), self.chest.copy()
        new.monsters, new.loose = self.monsters.copy(), self.loose.copy()
        new.round, new.turn, new.event, new.die, new.allow = self.round, self.turn, self.event, self.die, self.allow
        new.locked, new.lifted, new.path, new.stock = self.locked, self.lifted, self.path, self.stock
        new.hoard, new.placed, new.discard, new.gone = self.hoard, self.placed, self.discard, self.gone
        new.draws, new.ended, new.events, new.chart = self.draws, self.ended, self.events, self.chart
        return new

    @property
    def seats(self) -> range:
        return range(len(self.colours))

    def playing(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.gone]

    def ships_of(self, seat: int) -> tuple[int, ...]:
        return fleet(self.owner, seat)

    def is_hoard(self) -> bool:
        """Return whether the table plays Hoard, in teams."""
        return len(self.chest) < len(self.colours)

    def is_held(self, ship: int) -> bool:
        """Return whether a ship is captive: on a monster's island while that monster is at home."""
        return self.pos[ship] in self.chart.homes and self.pos[ship] in self.monsters

    def rests(self, ship: int) -> bool:
        """Return whether a ship is on land, captive or still in the anchorage. Such a ship need not sail."""
        square = self.pos[ship]
        return square == ANCHORAGE or self.chart.land[square]

    def out(self) -> int:
        """Return the number of coins in the game that are not yet at home."""
        return self.placed - sum(self.chest)


def supply(options: dict[str, Any]) -> int:
    """Return the number of all cannonballs in the game."""
    return UNLIMITED if options["balls"] == "unlimited" else BALLS


def dump(state: State) -> Snapshot:
    public = parts(state, PUBLIC)
    public["loose"] = {str(square): count for square, count in sorted(state.loose.items())}
    return Snapshot(public, [{} for _ in state.seats], {"events": list(state.events)})


def load(snapshot: Snapshot) -> State:
    state = State.__new__(State)
    restore(state, snapshot.public, (key for key in PUBLIC if key != "loose"), LISTS)
    state.agenda = STEPS.all(state.agenda)
    state.loose = {int(square): count for square, count in snapshot.public["loose"].items()}
    state.events = tuple(snapshot.decks["events"])
    state.chart = CHARTS[state.options["chart"]]
    return state


def ship_word(state: Any, ship: int) -> str:
    """Return a ship's name in orders: its colour, with a number if its captain has two ships. `state` may be a public table."""
    return ship_words(state.owner, state.colours)[ship]


@lru_cache(maxsize=2000)
def ship_words(owners: tuple[int, ...], colours: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of all ships in orders. `owners` maps ships to seats, `colours` maps seats to colours."""
    words = []
    for ship, seat in enumerate(owners):
        number = "" if owners.count(seat) == 1 else str(1 + owners[:ship].count(seat))
        words.append(COLOURS[colours[seat]].upper() + number)
    return tuple(words)
