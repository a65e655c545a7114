"""The Treasure Chest: one card for a throw of one, obeyed at once [BO-K1 to K4]."""

from typing import Any

from games.kit.agenda import Step
from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.cards import CHEST, ROLE
from games.rulesets.bounty.chart import HOME, SQUARES
from games.rulesets.bounty.table import Table

from .base import AutoStep, phase


@phase
class DrawChest(AutoStep):
    """("chest", seat, ship): draw, tell, obey."""

    kind = "chest"

    def run(self, table: Table, step: Step) -> None:
        _, seat, ship = step
        state = table.state
        if not state.chest:
            state.chest, state.discarded = tuple(table.dice.shuffle(state.discarded, "chest")), ()
        number, state.chest = state.chest[0], state.chest[1:]
        state.discarded = (*state.discarded, number)
        table.tell("chest-drawn", seat, ship=ship, card=number, reveals=True)
        card = CHEST[number]
        DEEDS[card.do](table, seat, ship, card)


def blown(table: Table, seat: int, ship: int, card: Any) -> None:
    """Straight to a harbour, without a throw [BO-K3]; nothing happens to a ship that lies there already."""
    square = SQUARES[card.square]
    if table.state.at[ship] != square:
        table.move(ship, square, "carried")
        table.then(("arrive", seat, ship))


def trial(table: Table, seat: int, ship: int, card: Any) -> None:
    """To Admiralty Island; a pirate card among the cargo costs all of it [BO-K4]."""
    state, square = table.state, SQUARES[card.square]
    if state.at[ship] != square:
        table.move(ship, square, "carried")
    cards = state.holds[ship] + (state.loot[ship] if state.options["trial_of_loot"] else ())
    pirates = [found for found in cards if ROLE[found] == "pirate"]
    table.tell("tried", seat, ship=ship, guilty=bool(pirates), count=len(state.holds[ship]) + len(state.loot[ship]), reveals=True)
    if pirates:
        table.give_back(table.empty(ship))
    table.then(("arrive", seat, ship))


def receive(table: Table, seat: int, ship: int, card: Any) -> None:
    table.tell("received", seat, sum=card.sum)
    table.earn(seat, card.sum)


def pay(table: Table, seat: int, ship: int, card: Any) -> None:
    """Who has not enough pays what they have, and this ship must go home [BO-D1]; at home already, it may borrow at once."""
    state = table.state
    paid = min(card.sum, state.purses[seat])
    table.spend(seat, paid)
    table.tell("paid", seat, sum=paid)
    if paid < card.sum:
        table.tell("bankrupt", seat, ship=ship)
        if ship not in state.bankrupt:
            state.bankrupt = (*state.bankrupt, ship)
        table.then(("at-home", seat, ship))


@phase
class AtHome(AutoStep):
    """("at-home", seat, ship): a ship that went bankrupt in Home Port has no way to go."""

    kind = "at-home"

    def run(self, table: Table, step: Step) -> None:
        _, seat, ship = step
        if table.state.at[ship] == HOME:
            table.then(("home", seat, ship))


def birthday(table: Table, seat: int, ship: int, card: Any) -> None:
    """Every other captain who has a dubloon gives it."""
    givers = [other for other in table.state.others(seat) if table.state.purses[other] >= card.sum]
    table.tell("birthday", seat, count=len(givers))
    for other in givers:
        table.hand_over(other, seat, card.sum)


def drinks(table: Table, seat: int, ship: int, card: Any) -> None:
    """A dubloon to every other captain, clockwise, while there are any."""
    guests = table.state.others(seat)[: table.state.purses[seat] // card.sum]
    table.tell("drinks", seat, count=len(guests))
    for other in guests:
        table.hand_over(seat, other, card.sum)


def wreck(table: Table, seat: int, ship: int, card: Any) -> None:
    """The top card of the dearest pack that has one goes under the hold."""
    packs = table.state.packs
    left = [port for port in range(len(packs)) if packs[port]]
    if not left:
        table.tell("nothing-found", seat, ship=ship)
        return
    port = max(left, key=lambda one: (PORTS[one].fee, -one))
    found, packs[port] = packs[port][:1], packs[port][1:]
    table.tell("salvaged", seat, ship=ship, port=PORTS[port].name, reveals=True)
    table.stow(ship, found)


def rats(table: Table, seat: int, ship: int, card: Any) -> None:
    """The oldest card of the hold, or else of the loot, goes back to its pack; a ship is what its top card then says."""
    state = table.state
    piles = state.holds if state.holds[ship] else state.loot
    spoilt, piles[ship] = piles[ship][:1], piles[ship][1:]
    if not spoilt:
        table.tell("nothing-spoilt", seat, ship=ship)
        return
    table.tell("spoilt", seat, ship=ship, reveals=True)
    table.tell("spoilt-seen", seat, to=(seat,), ship=ship, cards=list(spoilt))
    table.give_back(spoilt)
    if not state.holds[ship] and state.known[ship] == "warship":
        state.known[ship] = ""


DEEDS = {
    "blown": blown, "trial": trial, "receive": receive, "pay": pay, "birthday": birthday, "drinks": drinks, "wreck": wreck, "rats": rats,
}  # fmt: skip
