"""The state of one game of Bounty, cheap to copy and exact as JSON."""

from functools import cache
from typing import Any

from games.engine import Snapshot
from games.engine.facts import freeze
from games.kit import agenda
from games.kit.stored import parts, restore

from .cards import LOAN, ROLE


class Step(agenda.Step):
    """The types of the entries of a step. The kinds of steps are stored by name: a change needs a new format (docs/changing-rules.md)."""

    __slots__ = ()

    ship: int
    throw: int
    port: int
    bankrupt: bool


STEPS = agenda.Steps[Step](
    "turn seat", "throw seat ship", "next seat", "sail seat ship throw", "arrive seat ship", "buy seat ship port", "home seat ship",
    "loan seat ship bankrupt", "commission seat ship", "chest seat ship", "at-home seat ship",
)  # fmt: skip

PUBLIC = (
    "options", "colours", "owners", "first", "round", "turn", "agenda", "at", "known", "visited", "bankrupt", "claims", "commission",
    "purses", "loans", "bank", "ledger", "discarded", "gone", "draws", "ended",
)  # fmt: skip
SECRET = ("holds", "loot")
LISTS = frozenset(("agenda", "at", "known", "visited", "purses", "loans"))


@cache
def fleets(owners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ship for ship, owner in enumerate(owners) if owner == seat) for seat in range(max(owners) + 1))


class State:
    """The state as plain data. Its collections hold only tuples, numbers and strings, so a shallow copy of each is enough.

    colours     seat -> number of its colour       owners   ship -> seat (two captains have two ships each)
    agenda      steps still to do; the last one runs next, or asks the open question
    at          ship -> square (-1: left)          known    ship -> "pirate" or "warship" once shown, else ""
    visited     ship -> ports where the ship bought on this voyage
    bankrupt    ships that must go home            claims   (robbed ship, pirate ship) while the pirate is at large
    commission  (ship with the temporary warship card, pirate that it may hunt), or None
    purses, loans  seat -> dubloons, loans         bank     the Bank's dubloons, negative in debt
    ledger      (round, ship, number of cards, dubloons) of each sale at Home Port
    holds, loot ship -> cards in the hold, the top card last; ship -> cards under the hold
    packs       port -> cards, top first           chest, discarded   Treasure Chest, top first; its drawn cards
    ended       None or (winners, reason)
    """

    __slots__ = (*PUBLIC, *SECRET, "packs", "chest")

    options: dict[str, Any]
    colours: tuple[int, ...]
    owners: tuple[int, ...]
    first: int
    round: int
    turn: int
    agenda: list[Step]
    at: list[int]
    known: list[str]
    visited: list[tuple[int, ...]]
    bankrupt: tuple[int, ...]
    claims: tuple[tuple[int, int], ...]
    commission: tuple[int, int] | None
    purses: list[int]
    loans: list[int]
    bank: int
    ledger: tuple[tuple[int, int, int, int], ...]
    discarded: tuple[int, ...]
    gone: tuple[int, ...]
    draws: int
    ended: tuple[tuple[int, ...], str] | None
    holds: list[tuple[str, ...]]
    loot: list[tuple[str, ...]]
    packs: list[tuple[str, ...]]
    chest: tuple[int, ...]

    def copy(self) -> "State":
        new = State.__new__(State)
        new.options, new.colours, new.owners, new.first = self.options, self.colours, self.owners, self.first
        new.round, new.turn, new.agenda, new.at = self.round, self.turn, self.agenda.copy(), self.at.copy()
        new.known, new.visited, new.bankrupt = self.known.copy(), self.visited.copy(), self.bankrupt
        new.claims, new.commission = self.claims, self.commission
        new.purses, new.loans, new.bank, new.ledger = self.purses.copy(), self.loans.copy(), self.bank, self.ledger
        new.discarded, new.gone, new.draws, new.ended = self.discarded, self.gone, self.draws, self.ended
        new.holds, new.loot, new.packs, new.chest = self.holds.copy(), self.loot.copy(), self.packs.copy(), self.chest
        return new

    @property
    def seats(self) -> range:
        return range(len(self.colours))

    def playing(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.gone]

    def others(self, seat: int) -> list[int]:
        """Return the other seats still playing, clockwise from `seat`."""
        count = len(self.colours)
        return [other for step in range(1, count) if (other := (seat + step) % count) not in self.gone]

    def fleet(self, seat: int) -> tuple[int, ...]:
        return fleets(self.owners)[seat]

    def net(self, seat: int) -> int:
        """Return a captain's worth in dubloons: their purse less their loans [BO-D3]."""
        return self.purses[seat] - LOAN * self.loans[seat]

    def role(self, ship: int) -> str:
        """Return a ship's role, shown or not [BO-R1]. Before version 3, a known pirate stayed a pirate after rats spoilt its last card."""
        hold = self.holds[ship]
        if hold:
            return ROLE[hold[-1]]
        return "pirate" if self.known[ship] == "pirate" else "merchant"

    def hunted_by(self, ship: int) -> int | None:
        """Return the pirate that a ship may hunt with the temporary warship card, or None if the ship does not hold the card."""
        return self.commission[1] if self.commission is not None and self.commission[0] == ship else None

    def commissioned(self, ship: int) -> bool:
        return self.hunted_by(ship) is not None


def dump(state: State) -> Snapshot:
    public = parts(state, PUBLIC)
    seats = [{key: [getattr(state, key)[ship] for ship in state.fleet(seat)] for key in SECRET} for seat in state.seats]
    decks = {f"pack-{port + 1}": list(cards) for port, cards in enumerate(state.packs)}
    return Snapshot(public, seats, decks | {"chest": list(state.chest)})


def load(snapshot: Snapshot) -> State:
    state = State.__new__(State)
    restore(state, snapshot.public, PUBLIC, LISTS)
    state.agenda = STEPS.all(state.agenda)
    for key in SECRET:
        setattr(state, key, [freeze(cards) for seat in snapshot.seats for cards in seat[key]])
    state.packs = [tuple(snapshot.decks[f"pack-{port + 1}"]) for port in range(len(snapshot.decks) - 1)]
    state.chest = tuple(snapshot.decks["chest"])
    return state
