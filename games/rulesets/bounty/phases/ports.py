"""Business in harbours: buying cards unseen, selling cargo at home, loans, and the temporary warship card."""

from typing import Any

from games.engine import Choose, Decision
from games.kit.agenda import Phase
from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.cards import LOAN, VALUE
from games.rulesets.bounty.context import GameContext, phase
from games.rulesets.bounty.state import State, Step

CHEAPEST = min(port.fee for port in PORTS)


@phase("buy")
class Buy(Phase):
    """("buy", seat, ship, port): offer the top card of the port's pack, unseen, for the port's fee."""

    def waits(self, state: State, step: Step) -> bool:
        """Return whether the ship may buy: once per voyage, for a fee it can pay, neither known pirate nor bankrupt [BO-T1, T2, P7, D1]."""
        _, seat, ship, port = step
        return (
            port not in state.visited[ship]
            and state.known[ship] != "pirate"
            and ship not in state.bankrupt
            and bool(state.packs[port])
            and state.purses[seat] >= PORTS[port].fee
        )

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, ship, port = step
        facts = {"ship": ship, "port": PORTS[port].name, "fee": PORTS[port].fee}
        if state.options["must_buy"]:
            return [Choose(seat, "buy", "buy", ("buy",), facts=facts)]
        return [Choose(seat, "buy", "pass", ("buy", "pass"), facts=facts)]

    def on_buy(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, ship, port = step
        state = context.state
        if answer == "pass":
            context.tell("passed", seat, ship=ship, port=PORTS[port].name)
            return
        context.spend(seat, PORTS[port].fee)
        card, state.packs[port] = state.packs[port][0], state.packs[port][1:]
        state.holds[ship] += (card,)
        state.visited[ship] += (port,)
        state.known[ship] = ""
        context.tell("bought", seat, ship=ship, port=PORTS[port].name, fee=PORTS[port].fee, reveals=True)
        context.tell("card-bought", seat, to=(seat,), ship=ship, cards=[card])
        if state.commissioned(ship):
            context.lay_down()


@phase("home")
def come_home(context: GameContext, step: Step) -> None:
    """("home", seat, ship): sell all cargo of a ship, which becomes a merchant again [BO-T3, P8]."""
    _, seat, ship = step
    state = context.state
    was_bankrupt = ship in state.bankrupt
    if was_bankrupt:
        state.bankrupt = tuple(other for other in state.bankrupt if other != ship)
        context.tell("home-bankrupt", seat, ship=ship)
    context.then(("loan", seat, ship, was_bankrupt))
    if state.commissioned(ship):
        context.lay_down()
    cards = context.empty(ship)
    state.visited[ship] = ()
    if cards:
        price = sum(VALUE[card] for card in cards)
        context.give_back(cards)
        state.ledger = (*state.ledger, (state.round, ship, len(cards), price))
        context.tell("sold", seat, ship=ship, cards=list(cards), price=price, reveals=True)
        context.earn(seat, price)


@phase("loan")
class Loan(Phase):
    """("loan", seat, ship, bankrupt): offer a loan, once per visit, to a captain who is bankrupt or cannot pay any fee [BO-D2]."""

    def waits(self, state: State, step: Step) -> bool:
        seat = step.seat
        laden = any(state.holds[ship] or state.loot[ship] for ship in state.fleet(seat))
        return step.bankrupt or (state.purses[seat] < CHEAPEST and not laden)

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        poor = state.purses[seat] < CHEAPEST
        facts = {"ship": step.ship, "sum": LOAN, "owed": LOAN * state.loans[seat]}
        return [Choose(seat, "loan", "borrow" if poor else "no", ("borrow", "no"), facts=facts)]

    def on_loan(self, context: GameContext, step: Step, answer: Any) -> None:
        seat, state = step.seat, context.state
        if answer == "borrow":
            state.loans[seat] += 1
            context.tell("borrowed", seat, sum=LOAN)
            context.earn(seat, LOAN)


@phase("commission")
class Commission(Phase):
    """("commission", seat, ship): offer a robbed ship the temporary warship card, if the card is available [BO-C1]."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(robbers(state, step.ship))

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, ship = step
        options = (*map(str, robbers(state, ship)), "no")
        return [Choose(seat, "commission", options[0], options, facts={"ship": ship})]

    def on_commission(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, ship = step
        if answer != "no":
            context.state.commission = (ship, int(answer))
            context.tell("commissioned", seat, ship=ship, other=int(answer))


def robbers(state: State, ship: int) -> list[int]:
    """Return the pirates that a ship may hunt with the card; [] if the card is out, or the ship is a known pirate or bankrupt."""
    if state.commission is not None or state.known[ship] == "pirate" or ship in state.bankrupt:
        return []
    return [robber for robbed, robber in state.claims if robbed == ship]
