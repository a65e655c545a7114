"""A shot: the thief takes coins, and pushes the other ship three squares away."""

from typing import Any

from games.engine import Amount, Decision, Dice
from games.kit.agenda import Phase
from games.rulesets.piracy.cards import DRIFT
from games.rulesets.piracy.chart import NOWHERE
from games.rulesets.piracy.context import GameContext, phase, room
from games.rulesets.piracy.state import State, Step


def targets(state: State, seat: int, ship: int, cause: str, remaining: int) -> list[int]:
    """Return the ships in range of the square where this ship has just arrived."""
    if cause not in ("die", "breeze") or not state.balls[seat]:
        return []
    if remaining and state.options["exact_shot"]:
        return []
    square = state.pos[ship]
    if state.pos.count(square) == 1 or square < 0 or state.chart.land[square]:
        return []
    return [other for other, position in enumerate(state.pos) if position == square and state.owner[other] != seat]


def fire(context: GameContext, seat: int, ship: int, victim: int) -> None:
    """Spend one ball; take coins first, then push the other ship away."""
    state = context.state
    state.balls[seat] -= 1
    state.stock += 1
    state.came[victim], state.lifted = NOWHERE, ()
    square = state.chart.name(state.pos[ship])
    context.tell("fired", seat, ship=ship, victim=victim, other=state.owner[victim], square=square)
    context.then_all([("loot", seat, ship, victim), ("sail", seat, victim, "push", DRIFT, 0)])


@phase("loot")
class Loot(Phase):
    """("loot", seat, ship, victim): ask how many coins the thief takes; the rest stays on the square."""

    def waits(self, state: State, step: Step) -> bool:
        return state.options["loot"] == "choice" and bool(most(state, step.ship, step.victim))

    def run(self, context: GameContext, step: Step) -> None:
        rob(context, step, most(context.state, step.ship, step.victim))

    def ask(self, state: State, step: Step) -> list[Decision]:
        default = min(most(state, step.ship, step.victim), GameContext(state, Dice(b"")).useful(step.ship, "die"))
        return [Amount(step.seat, "loot", default, 0, most(state, step.ship, step.victim), facts={"ship": step.victim})]

    def on_loot(self, context: GameContext, step: Step, answer: Any) -> None:
        context.done()
        rob(context, step, answer)


def most(state: State, ship: int, victim: int) -> int:
    return min(state.coins[victim], room(state, ship))


def rob(context: GameContext, step: Step, taken: int) -> None:
    """Move `taken` coins between the ships; the rest stays on the square."""
    state = context.state
    _, seat, ship, victim = step
    untaken = state.coins[victim] - taken
    state.coins[ship] += taken
    state.coins[victim] = untaken
    context.drop(victim, state.pos[ship])
    if taken or untaken:
        context.tell("robbed", seat, ship=ship, victim=victim, other=state.owner[victim], coins=taken, left=untaken)
