"""A turn from its draw to its end: event, voyage, and the next captain."""

from typing import Any

from games.engine import Amount, Confirm, Decision
from games.kit.agenda import Phase
from games.rulesets.piracy.cards import BY_ROLL, HOLD, RED_DIE
from games.rulesets.piracy.chart import NOWHERE
from games.rulesets.piracy.context import GameContext, most_lifted, phase
from games.rulesets.piracy.ending import end, leaders
from games.rulesets.piracy.state import STEPS, State, Step
from games.rulesets.piracy.typed import carry_out, parts_of

TAKEN = ("take", "pool")
"""The questions of how many coins to take: on entering a square, and on leaving a monster's island."""


class Handling(Phase):
    """The base of all phases in which captains may change how many coins they just took, and hand coins to partners."""

    def offers(self, state: State, seat: int) -> list[Decision]:
        """Return the optional decisions available alongside a phase's question."""
        transfer = state.options["transfer"] and not state.hoard and state.is_hoard()
        if not transfer and not state.lifted:
            return []
        decisions: list[Decision] = [lift_offer(state, seat, entry) for entry in state.lifted if most_lifted(state, entry)]
        return decisions + hand_over(state, seat) if transfer else decisions

    def on_take(self, context: GameContext, step: Step, answer: int) -> None:
        context.change_lift(entry_of(context.state, "take"), answer)

    def on_pool(self, context: GameContext, step: Step, answer: int) -> None:
        context.change_lift(entry_of(context.state, "pool"), answer)

    def on_order(self, context: GameContext, step: Step, answer: str) -> None:
        carry_out(context, step.seat, parts_of(answer))

    def on_hand_over(self, context: GameContext, step: Step, answer: int) -> None:
        state, seat = context.state, step.seat
        pair = partners(state, seat)
        if pair is None:
            raise LookupError("coins are handed over only between two ships of one captain")
        ship, partner = pair
        state.lifted = ()
        state.coins[ship] -= answer
        state.coins[partner] += answer
        context.tell("handed-over", seat, ship=ship, partner=partner, coins=answer)


def lift_offer(state: State, seat: int, entry: tuple[int, int, int, int]) -> Amount:
    """Return the offer to change how many coins a ship just took."""
    ship, square, lying, hoard = entry
    facts = {"ship": ship, "square": state.chart.name(square)}
    name = TAKEN[square in state.chart.homes]
    return Amount(seat, name, lying + hoard, 0, most_lifted(state, entry), optional=True, facts=facts)


def entry_of(state: State, name: str) -> int:
    """Return the index in `lifted` of the coins that the decision `name` changes."""
    pool = name == "pool"
    return next(index for index, entry in enumerate(state.lifted) if (entry[1] in state.chart.homes) is pool)


def partners(state: State, seat: int) -> tuple[int, int] | None:
    """Return (own ship, partner's ship) if they share a square where coins may change hands."""
    mine = state.ships_of(seat)[0]
    square, team = state.pos[mine], state.team[seat]
    for ship, owner in enumerate(state.owner):
        if owner != seat and state.team[owner] == team and state.pos[ship] == square and not state.rests(mine):
            return mine, ship
    return None


def hand_over(state: State, seat: int) -> list[Decision]:
    pair = partners(state, seat)
    most = min(state.coins[pair[0]], HOLD - state.coins[pair[1]]) if pair else 0
    return [Amount(seat, "hand-over", most, 1, most, optional=True, facts={"ship": pair[1]})] if pair and most > 0 else []


@phase("end")
class End(Handling):
    """("end", seat): end the turn. Until the captain answers, the whole turn can be undone."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        return [Confirm(step.seat, "end", "yes"), *self.offers(state, step.seat)]

    def on_end(self, context: GameContext, step: Step, answer: Any) -> None:
        next_turn(context)


@phase("roll")
def roll_late(context: GameContext, step: Step) -> None:
    """("roll", seat): roll the die, if the table rolls it after the event."""
    roll(context)
    context.tell("rolled", step.seat, die=context.state.die, reveals=True)


def open_turn(context: GameContext) -> None:
    """Draw the event, roll the die, and compute how far each ship of the captain may sail."""
    state, seat = context.state, context.state.turn
    ships = len(state.pos)
    state.came, state.locked, state.lifted, state.path, state.die = [NOWHERE] * ships, -1, (), (), 0
    state.event = draw(context)
    late = state.options["reveal"] == "event-first"
    if late:
        state.allow = tuple(state.coins)
        state.agenda = STEPS.all([("end", seat), ("move", seat), ("roll", seat), ("event", seat)])
    else:
        roll(context)
        state.agenda = STEPS.all([("end", seat), ("move", seat), ("event", seat)])
    context.tell("turn-began", seat, round=state.round, event=state.event, die=state.die, reveals=True)


def roll(context: GameContext) -> None:
    """Roll the blue die. The coins at the start of the turn decide the distances, so `allow` holds these numbers until the roll."""
    state = context.state
    loads = state.coins if state.options["reveal"] == "together" else state.allow
    state.die = 1 + context.dice.below(6, "die")
    row = BY_ROLL[state.die]
    state.allow = tuple([row[coins if coins < 4 else 4] for coins in loads])


def draw(context: GameContext) -> str:
    """Return the turn's event, drawn from the pack or rolled with the red die."""
    state = context.state
    if state.options["events"] == "die":
        return RED_DIE[context.dice.below(6, "event")]
    if not state.events:
        state.events, state.discard = tuple(context.dice.shuffle(sorted(state.discard), "events")), ()
    card, state.events = state.events[0], state.events[1:]
    state.discard += (card,)
    return card


def next_turn(context: GameContext) -> None:
    """Begin the next captain's turn, clockwise, and a new round when the turn passes the first seat."""
    state, seat = context.state, context.state.turn
    for ship in state.ships_of(seat):
        stayed = state.came[ship] == NOWHERE and state.pos[ship] >= 0 and state.chart.land[state.pos[ship]]
        state.moored[ship] = state.moored[ship] + 1 if stayed else 0
    count, step = len(state.colours), 1
    while (seat + step) % count in state.gone:
        step += 1
    state.turn = (seat + step) % count
    if (seat - state.first) % count + step >= count:
        state.round += 1
    if state.round > state.options["round_limit"]:
        state.round -= 1
        end(context, leaders(state), "rounds")
        return
    open_turn(context)
