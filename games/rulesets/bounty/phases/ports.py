"""Business in harbour: a blind card for a fee, the sale at home, a loan, the temporary warship card."""

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
    """("buy", seat, ship, port): buy the top card of the pack, unseen, for the fee on the scroll."""

    def waits(self, state: State, step: Step) -> bool:
        """Return whether the ship may buy: once a voyage, for a fee it can pay, and not as a known pirate or a bankrupt [BO-T1, T2, P7, D1]."""
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
    """("home", seat, ship): sell everything; the ship becomes a merchant again [BO-T3, P8]."""
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
    """("loan", seat, ship, bankrupt): a bankrupt captain, or one who can pay no fee, may borrow once a visit [BO-D2]."""

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
    """("commission", seat, ship): a robbed ship may take the temporary warship card if it is available [BO-C1]."""

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
    """Return the pirates this ship could hunt with the card; [] while the card is out, or for a known pirate."""
    if state.commission is not None or state.known[ship] == "pirate" or ship in state.bankrupt:
        return []
    return [robber for robbed, robber in state.claims if robbed == ship]
