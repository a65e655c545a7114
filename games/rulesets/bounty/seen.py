"""The view of one seat. It is built from what the seat may know, never by removing secrets from the state."""

from typing import Any, NamedTuple

from .cards import ROLE
from .state import State


class Public(NamedTuple):
    """The public part of the table: ships, money, the numbers of cards in packs and aboard, and shown roles."""

    options: dict[str, Any]
    colours: tuple[int, ...]
    owners: tuple[int, ...]
    first: int
    round: int
    turn: int
    at: list[int]
    known: list[str]
    visited: list[tuple[int, ...]]
    bankrupt: tuple[int, ...]
    claims: tuple[tuple[int, int], ...]
    commission: tuple[int, int] | None
    purses: list[int]
    loans: list[int]
    ledger: tuple[tuple[int, int, int, int], ...]
    discarded: tuple[int, ...]
    gone: tuple[int, ...]
    ended: tuple[tuple[int, ...], str] | None
    holds: tuple[int, ...]
    loot: tuple[int, ...]
    packs: tuple[int, ...]
    chest: int
    worth: tuple[int, ...]
    asked: str
    asked_ship: int | None
    throw: int


class View(NamedTuple):
    """The view of one seat. `seat` is None for a spectator. `holds` and `loot` map the seat's ships to their cards, top card last."""

    seat: int | None
    public: Public
    holds: dict[int, tuple[str, ...]]
    loot: dict[int, tuple[str, ...]]

    def role(self, ship: int) -> str:
        """Return the role of one of the seat's own ships, shown or not."""
        hold = self.holds[ship]
        return "pirate" if self.public.known[ship] == "pirate" else ROLE[hold[-1]] if hold else "merchant"

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "public": self.public._asdict(), "holds": self.holds, "loot": self.loot}


def public(state: State) -> Public:
    """Return the public table. The table shares the state's collections, which never change after `play` has returned."""
    step = state.agenda[-1] if state.agenda else None
    return Public(
        state.options, state.colours, state.owners, state.first, state.round, state.turn, state.at, state.known, state.visited,
        state.bankrupt, state.claims, state.commission, state.purses, state.loans, state.ledger, state.discarded, state.gone, state.ended,
        tuple(map(len, state.holds)), tuple(map(len, state.loot)), tuple(map(len, state.packs)), len(state.chest),
        tuple(map(state.net, state.seats)), step.kind if step else "", step.ship if step else None, step.throw if step and step.kind == "sail" else 0,
    )  # fmt: skip


def view(state: State, seat: int | None, shared: Public | None = None) -> View:
    """Return the view of `seat`. `shared` is the public table, if it has been computed already."""
    fleet = state.fleet(seat) if seat is not None else ()
    holds, loot = {ship: state.holds[ship] for ship in fleet}, {ship: state.loot[ship] for ship in fleet}
    return View(seat, shared or public(state), holds, loot)


def views(state: State) -> list[View]:
    shared = public(state)
    return [view(state, seat, shared) for seat in state.seats]
