"""The Treasure Chest: a throw of one draws a card, which takes effect at once [BO-K1 to K4]."""

from typing import Any

from games.engine import version_of
from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.cards import CHEST, ROLE
from games.rulesets.bounty.chart import HOME, SQUARES
from games.rulesets.bounty.context import GameContext, phase
from games.rulesets.bounty.state import Step


@phase("chest")
def draw_chest(context: GameContext, step: Step) -> None:
    """("chest", seat, ship): draw a card, show it, and carry it out."""
    _, seat, ship = step
    state = context.state
    if not state.chest:
        state.chest, state.discarded = tuple(context.dice.shuffle(state.discarded, "chest")), ()
    number, state.chest = state.chest[0], state.chest[1:]
    state.discarded = (*state.discarded, number)
    context.tell("chest-drawn", seat, ship=ship, card=number, reveals=True)
    card = CHEST[number]
    DEEDS[card.do](context, seat, ship, card)


def blown(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Carry the ship straight to the card's harbour, unless the ship is there already [BO-K3]."""
    square = SQUARES[card.square]
    if context.state.at[ship] != square:
        context.move(ship, square, "carried")
        context.then(("arrive", seat, ship))


def trial(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Carry the ship to Admiralty Island, and take all its cargo if there is a pirate card among the cargo [BO-K4]."""
    state, square = context.state, SQUARES[card.square]
    if state.at[ship] != square:
        context.move(ship, square, "carried")
    cards = state.holds[ship] + (state.loot[ship] if state.options["trial_of_loot"] else ())
    pirates = [drawn for drawn in cards if ROLE[drawn] == "pirate"]
    context.tell("tried", seat, ship=ship, guilty=bool(pirates), count=len(state.holds[ship]) + len(state.loot[ship]), reveals=True)
    if pirates:
        context.give_back(context.empty(ship))
    context.then(("arrive", seat, ship))


def receive(context: GameContext, seat: int, ship: int, card: Any) -> None:
    context.tell("received", seat, sum=card.sum)
    context.earn(seat, card.sum)


def pay(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Pay the Bank. A captain without enough money pays all they have, and the ship must go home bankrupt [BO-D1]."""
    state = context.state
    paid = min(card.sum, state.purses[seat])
    context.spend(seat, paid)
    context.tell("paid", seat, sum=paid)
    if paid < card.sum:
        context.tell("bankrupt", seat, ship=ship)
        if ship not in state.bankrupt:
            state.bankrupt = (*state.bankrupt, ship)
        context.then(("at-home", seat, ship))


@phase("at-home")
def arrive_bankrupt(context: GameContext, step: Step) -> None:
    """("at-home", seat, ship): let a ship that went bankrupt in Home Port arrive there."""
    _, seat, ship = step
    if context.state.at[ship] == HOME:
        context.then(("home", seat, ship))


def birthday(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Take a dubloon from every other captain who has one."""
    givers = [other for other in context.state.others(seat) if context.state.purses[other] >= card.sum]
    context.tell("birthday", seat, count=len(givers))
    for other in givers:
        context.hand_over(other, seat, card.sum)


def drinks(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Give a dubloon to every other captain, clockwise, while the purse lasts."""
    guests = context.state.others(seat)[: context.state.purses[seat] // card.sum]
    context.tell("drinks", seat, count=len(guests))
    for other in guests:
        context.hand_over(seat, other, card.sum)


def wreck(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Put the top card of the dearest pack with cards left under the ship's hold."""
    packs = context.state.packs
    stocked = [port for port in range(len(packs)) if packs[port]]
    if not stocked:
        context.tell("nothing-found", seat, ship=ship)
        return
    port = max(stocked, key=lambda candidate: (PORTS[candidate].fee, -candidate))
    cards, packs[port] = packs[port][:1], packs[port][1:]
    context.tell("salvaged", seat, ship=ship, port=PORTS[port].name, reveals=True)
    context.stow(ship, cards)


def rats(context: GameContext, seat: int, ship: int, card: Any) -> None:
    """Put the oldest card of the hold, or else of the loot, back into its pack. The ship's role follows its new top card."""
    state = context.state
    piles = state.holds if state.holds[ship] else state.loot
    spoilt, piles[ship] = piles[ship][:1], piles[ship][1:]
    if not spoilt:
        context.tell("nothing-spoilt", seat, ship=ship)
        return
    context.tell("spoilt", seat, ship=ship, reveals=True)
    context.tell("spoilt-seen", seat, to=(seat,), ship=ship, cards=list(spoilt))
    context.give_back(spoilt)
    if not state.holds[ship] and state.known[ship] and (version_of(state) >= 3 or state.known[ship] == "warship"):
        context.tell("role-lost", seat, ship=ship)
        context.retire(ship)


DEEDS = {
    "blown": blown, "trial": trial, "receive": receive, "pay": pay, "birthday": birthday, "drinks": drinks, "wreck": wreck, "rats": rats,
}  # fmt: skip
