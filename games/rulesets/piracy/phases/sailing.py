"""Voyages by the die and by other causes, square by square or straight to a square within reach, and the shots that end them."""

from typing import Any

from games.engine import Amount, Choose, Decision, Dice
from games.kit.agenda import Phase
from games.rulesets.piracy.cards import DRIFT
from games.rulesets.piracy.chart import ANCHORAGE, NOWHERE
from games.rulesets.piracy.context import GameContext, phase, room
from games.rulesets.piracy.course import Course, is_forced, is_nearer, next_squares, onward, path_to, to_go
from games.rulesets.piracy.state import State, Step
from games.rulesets.piracy.typed import order_offer

from .turn import Handling

Voyage = tuple[int, str, int]
"""(ship, cause, squares left); the cause is die, breeze, siren or push."""


def targets(state: State, seat: int, ship: int, cause: str, remaining: int) -> list[int]:
    """Return the ships at which `ship` may fire on the square where it has just arrived."""
    if cause not in ("die", "breeze") or not state.balls[seat]:
        return []
    if remaining and state.options["exact_shot"]:
        return []
    square = state.pos[ship]
    if state.pos.count(square) == 1 or square < 0 or state.chart.land[square]:
        return []
    return [other for other, position in enumerate(state.pos) if position == square and state.owner[other] != seat]


def fire(context: GameContext, seat: int, ship: int, victim: int) -> None:
    """Spend a cannonball; queue the taking of coins, then the push of the ship that was hit."""
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
        rob(context, step, answer)


def most(state: State, ship: int, victim: int) -> int:
    return min(state.coins[victim], room(state, ship))


def rob(context: GameContext, step: Step, taken: int) -> None:
    """Move `taken` coins from the victim to the thief; drop the rest on the square."""
    state = context.state
    _, seat, ship, victim = step
    untaken = state.coins[victim] - taken
    state.coins[ship] += taken
    state.coins[victim] = untaken
    context.drop(victim, state.pos[ship])
    if taken or untaken:
        context.tell("robbed", seat, ship=ship, victim=victim, other=state.owner[victim], coins=taken, left=untaken)


@phase("move")
class Move(Handling):
    """("move", seat): sail one ship by the die."""

    def waits(self, state: State, step: Step) -> bool:
        ships = candidates(state, step.seat)
        return can_sail(state, ships[0]) or any(can_sail(state, ship) for ship in ships[1:])

    def run(self, context: GameContext, step: Step) -> None:
        for ship in candidates(context.state, step.seat):
            context.tell("stuck", step.seat, ship=ship, held=context.state.is_held(ship))

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, ships = step.seat, candidates(state, step.seat)
        if len(ships) == 1:
            ship, remaining = ships[0], allowance(state, ships[0])
            squares = next_squares(state, ship, "die", remaining)
            asked: Course | Choose = Course(state, seat, (ship, "die", remaining), squares, may_stay(state, ship, squares))
        else:
            able = [str(ship) for ship in ships if can_sail(state, ship)]
            rest = any(may_stay(state, ship) or not can_sail(state, ship) for ship in ships)
            options = (*able, *(["stay"] if rest else []))
            asked = Choose(seat, "ship", usual_ship(state, able, rest), options, facts={"cause": "die"})
        return [asked, *self.offers(state, seat), order_offer(state, asked)]

    def on_sail(self, context: GameContext, step: Step, answer: Any) -> None:
        ship = candidates(context.state, step.seat)[0]
        if answer == "stay":
            context.tell("stayed", step.seat, ship=ship)
            return
        set_sail(context, step.seat, (ship, "die", allowance(context.state, ship)), answer)

    def on_ship(self, context: GameContext, step: Step, answer: Any) -> None:
        if answer == "stay":
            context.tell("stayed", step.seat, ship=-1)
            return
        context.then(("sail", step.seat, int(answer), "die", allowance(context.state, int(answer)), 0))


@phase("sail")
class Sail(Handling):
    """("sail", seat, ship, cause, left, sailed): ask where a ship under way sails next, or whether it fires."""

    closing = ("fire",)

    def waits(self, state: State, step: Step) -> bool:
        _, seat, ship, cause, remaining, sailed = step
        if remaining and next_squares(state, ship, cause, remaining):
            return True
        return bool(sailed and targets(state, seat, ship, cause, remaining))

    def run(self, context: GameContext, step: Step) -> None:
        context.tell_course(step.ship)
        context.state.path = ()

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, ship, cause, remaining, sailed = step
        foes = targets(state, seat, ship, cause, remaining) if sailed else []
        shots = tuple(map(str, foes))
        squares = next_squares(state, ship, cause, remaining) if remaining else ()
        decisions = self.offers(state, seat)
        if not squares:
            return [Choose(seat, "fire", "hold", ("hold", *shots)), *decisions]
        asked = Course(state, seat, (ship, cause, remaining), squares, words(state, step, squares))
        if foes:
            asked.facts["foes"] = foes
            decisions.append(Choose(seat, "fire", None, shots, optional=True))
        if cause != "push" and asked.default not in ("stop", "stay"):
            decisions.append(order_offer(state, asked))
        return [asked, *decisions]

    def on_sail(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, ship, cause, remaining, sailed = step
        if answer in ("stay", "stop"):
            if not sailed:
                context.tell("stayed", seat, ship=ship)
            self.run(context, step)
            return
        set_sail(context, seat, (ship, cause, remaining), answer, sailed)

    def on_fire(self, context: GameContext, step: Step, answer: Any) -> None:
        context.tell_course(step.ship)
        context.state.path = ()
        if answer != "hold":
            fire(context, step.seat, step.ship, int(answer))


def words(state: State, step: Step, squares: tuple[int, ...]) -> tuple[str, ...]:
    """Return the options that are not squares: "stay" before the first square, or "stop", where the rules allow them."""
    _, _, ship, cause, _left, sailed = step
    if not sailed and cause == "die":
        return may_stay(state, ship, squares)
    if not is_forced(state, squares, cause) or (sailed and state.options["early_stop"] and cause in ("die", "breeze")):
        return ("stop",)
    return ()


def set_sail(context: GameContext, seat: int, voyage: Voyage, answer: str, sailed: int = 0) -> None:
    """Sail to the named square, and ask where to go from there."""
    ship, cause, remaining = voyage
    state = context.state
    for square in path_to(state, voyage, answer):
        remaining = context.step(ship, square, cause, remaining)
        sailed += 1
        if state.ended is not None:
            return
    context.then(("sail", seat, ship, cause, remaining, sailed))


def candidates(state: State, seat: int) -> tuple[int, ...]:
    """Return the ships that the die may move: the ship that used the breeze, or else all ships of the captain."""
    return (state.locked,) if state.locked >= 0 else state.ships_of(seat)


def usual_ship(state: State, able: list[str], rest: bool) -> str:
    """Return the default ship to sail: the ship nearest to winning, or "stay" if it may stay and gets no nearer to its goal."""
    ship = min(map(int, able), key=lambda ship: to_go(state, ship))
    square = onward(state, ship, next_squares(state, ship, "die", allowance(state, ship)))
    return str(ship) if not rest or is_nearer(state, ship, square) else "stay"


def allowance(state: State, ship: int) -> int:
    """Return the number of squares that a ship may sail: one from land, otherwise the almanac's number at the start of the turn."""
    square = state.pos[ship]
    return 1 if square != ANCHORAGE and state.chart.land[square] else state.allow[ship]


def can_sail(state: State, ship: int) -> bool:
    """Return whether a ship can sail: captives need a six, and every ship needs a square to sail to."""
    if state.is_held(ship) and state.die != 6:
        return False
    return bool(next_squares(state, ship, "die", allowance(state, ship)))


def may_stay(state: State, ship: int, squares: tuple[int, ...] | None = None) -> tuple[str, ...]:
    """Return ("stay",) if a ship may stay, else (). A resting ship may, within the table's limit; at sea, only to avoid a monster."""
    squares = next_squares(state, ship, "die", allowance(state, ship)) if squares is None else squares
    if not is_forced(state, squares, "die"):
        return ("stay",)
    if not state.rests(ship):
        return ()
    limit = state.options["mooring"]
    is_limited = limit and state.moored[ship] >= limit and state.pos[ship] != ANCHORAGE and not state.is_held(ship)
    return () if is_limited else ("stay",)
