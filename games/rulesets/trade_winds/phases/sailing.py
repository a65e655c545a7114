"""The moves of ships: legal squares, turning, ships that stop others on the way, and captains who check the distance."""

from functools import cache
from typing import Any

from games.engine import Choose, Decision, Place
from games.kit.agenda import Phase
from games.kit.crew_game.crew import sailing
from games.kit.heading import HEADINGS, NUMBER
from games.rulesets.trade_winds.cards import BOOST
from games.rulesets.trade_winds.chart import CHART, NAMES, SQUARES, apart, bearing, is_own_coast
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

FAR = 99


def strength(state: State, seat: int) -> int:
    """Return the number of squares that a ship may sail straight ahead."""
    return sailing(state.hands[seat]) + (BOOST if state.boost else 0)


@cache
def reach(square: int, heading: int, ahead: int, turned: int) -> tuple[str, ...]:
    """Return the names of squares within reach: `ahead` squares straight ahead or from a harbour, `turned` in any other direction."""
    if square in CHART.port_at:
        return tuple(name for ray in CHART.ray_names[square] for name in ray[:ahead])
    rays = enumerate(CHART.ray_names[square])
    return tuple(name for course, ray in rays for name in ray[: ahead if course == heading else turned])


def sail_decision(state: State, seat: int) -> Place:
    """Return the question of where a seat's ship sails: to another square, to its own square (to turn there), or "stay"."""
    square, heading = state.at[seat], state.heading[seat]
    far = strength(state, seat)
    facts = {"here": NAMES[square], "strength": far}
    if not far:
        return Place(seat, "sail", "stay", (*open_squares(state, seat, reach(square, heading, 1, 1)), "stay"), facts=facts)
    turned = far if state.boost else far - 1
    limits = (FAR, FAR) if state.options["too_far"] == "check" else (far, turned)
    squares = open_squares(state, seat, reach(square, heading, *limits))
    words = ("stay",) if square in CHART.port_at else (NAMES[square], "stay")
    return Place(seat, "sail", "stay", squares + words, facts=facts)


def open_squares(state: State, seat: int, squares: tuple[str, ...]) -> tuple[str, ...]:
    """Return the squares where the ship may end its move: those without two ships, and without a ship that it has just beaten."""
    if not state.bans and len(set(state.at)) == len(state.at):
        return squares
    shut = {NAMES[square] for square in state.at if square >= 0 and is_shut(state, seat, square)}
    return tuple(name for name in squares if name not in shut) if shut else squares


def is_shut(state: State, seat: int, square: int) -> bool:
    """Return whether a ship may not end its move on `square`."""
    there = lying(state, square, seat)
    if len(there) > 1 and not state.options["third_ship_may_attack"]:
        return True
    return bool(there) and all(state.banned(seat, other) for other in there)


def lying(state: State, square: int, but: int) -> list[int]:
    """Return the seats of the other ships on a square, clockwise from seat `but`."""
    squares = state.at
    if squares.count(square) <= (squares[but] == square):
        return []
    return [seat for seat in state.others(but) if squares[seat] == square]


def allowed(state: State, seat: int, course: int) -> int:
    """Return the number of squares that the rules let a ship sail on `course`."""
    far = strength(state, seat)
    turns = state.at[seat] not in CHART.port_at and course != state.heading[seat] and not state.boost
    return far - 1 if turns and far else max(far, 1)


def plot(context: GameContext, seat: int, to: str) -> None:
    """Queue the move to the named square, behind any questions that the move raises."""
    state, here = context.state, context.state.at[seat]
    if to == "stay":
        state.moved = "stay"
        context.tell("stayed", seat, square=NAMES[here])
        return
    square = SQUARES[to]
    if square == here:
        context.then(("turn", seat))
        return
    state.moved = "sail" if strength(state, seat) else "drift"
    course = bearing(here, square)
    most = allowed(state, seat, course)
    state.heading[seat] = course
    voyage = ("voyage", seat, here, square)
    if apart(here, square) > most:
        context.then_all([*(("check", other, seat, most) for other in state.others(seat)), voyage])
    elif len(there := lying(state, square, seat)) > 1 and state.options["third_ship_may_attack"]:
        context.then_all([("foe", seat, tuple(there)), voyage])
    else:
        context.then(voyage)


@phase("turn")
class Turn(Phase):
    """("turn", seat): choose a new heading. Turning costs one square and ends the move."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        now = HEADINGS[state.heading[seat]]
        options = tuple(name for name in HEADINGS if name != now)
        facts = {"square": NAMES[state.at[seat]]}
        return [Choose(seat, "heading", options[0], options, reaction=state.off_turn(seat), facts=facts)]

    def on_heading(self, context: GameContext, step: Step, answer: Any) -> None:
        state, seat = context.state, step.seat
        state.heading[seat], state.moved = NUMBER[answer], "turn"
        context.tell("turned", seat, square=NAMES[state.at[seat]], heading=answer)
        if state.options["turning_draws"] and is_own_coast(state.homes[seat], state.at[seat]):
            context.then(("draw", seat))


@phase("check")
class Check(Phase):
    """("check", seat, mover, most): ask `seat` whether to send back a mover who wants to sail more than `most` squares."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, mover, most = step
        voyage = next(other for other in reversed(state.agenda) if other.kind == "voyage")
        facts = {"other": mover, "squares": apart(voyage.start, voyage.square), "strength": most}
        return [Choose(seat, "check", "check", ("check", "pass"), reaction=state.off_turn(seat), facts=facts)]

    def on_check(self, context: GameContext, step: Step, answer: Any) -> None:
        if answer == "check":
            self.send_back(context, step)

    def send_back(self, context: GameContext, step: Step) -> None:
        """End the move on the last square within the mover's strength, or on the nearest open square before that square."""
        _, seat, mover, most = step
        state = context.state
        while (voyage := state.agenda.pop()).kind != "voyage":
            continue
        start, square = voyage.start, voyage.square
        line = CHART.rays[start][bearing(start, square)][:most]
        free = [stop for stop in line if not is_shut(state, mover, stop)]
        back = apart(start, square) - (apart(start, free[-1]) if free else 0)
        context.tell("sent-back", seat, other=mover, squares=back, reveals=True)
        if free:
            context.then(("voyage", mover, start, free[-1]))
        else:
            state.moved = "turn"


@phase("foe")
class Foe(Phase):
    """("foe", seat, there): choose which of two ships on a square to attack, if the table lets a third ship enter."""

    def waits(self, state: State, step: Step) -> bool:
        return len(step.there) > 1

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, there = step
        options = tuple(str(other) for other in there if not state.banned(seat, other))
        voyage = state.agenda[-2]
        facts = {"square": NAMES[voyage.square]}
        return [Choose(seat, "attack", options[0], options, reaction=state.off_turn(seat), facts=facts)]

    def on_attack(self, context: GameContext, step: Step, answer: Any) -> None:
        voyage = context.state.agenda.pop()
        context.then((*voyage, int(answer)))


@phase("voyage")
def sail_on(context: GameContext, step: Step) -> None:
    """("voyage", seat, start, square[, foe]): sail along the line and arrive, unless a ship on the way stops this ship."""
    seat, start, square = step.seat, step.start, step.square
    state = context.state
    course = state.heading[seat]
    for stop in CHART.rays[state.at[seat]][course]:
        if stop == square:
            break
        passed = [other for other in lying(state, stop, seat) if may_challenge(state, other, seat, stop)]
        if passed:
            state.at[seat] = stop
            context.then_all([*(("challenge", other, seat, start) for other in passed), step])
            return
    state.at[seat] = square
    log(context, seat, start, square)
    there = [other for other in lying(state, square, seat) if not state.banned(seat, other)]
    context.then(("arrive", seat))
    if there:
        foe = getattr(step, "foe", there[0])
        context.tell("attacked", seat, other=foe, square=NAMES[square], reveals=True)
        context.then(("fight", seat, foe))


def log(context: GameContext, seat: int, start: int, stop: int) -> None:
    """Report how far a ship sailed, and store the number of squares."""
    state, squares = context.state, apart(start, stop)
    state.steps = squares
    name = "drifted" if state.moved == "drift" else "sailed"
    heading = HEADINGS[state.heading[seat]]
    context.tell(name, seat, start=NAMES[start], square=NAMES[stop], squares=squares, heading=heading)


def may_challenge(state: State, other: int, mover: int, square: int) -> bool:
    """Return whether the captain of `other` may stop the ship of `mover` as it passes through their square."""
    if state.options["spare_the_passing"] and state.banned(other, mover):
        return False
    return state.options["third_ship_may_attack"] or len(lying(state, square, mover)) < 2


@phase("challenge")
class Challenge(Phase):
    """("challenge", seat, mover, start): ask `seat` whether to stop and fight a ship that passes through their square."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, mover, _ = step
        crew = [int(card[1]) for card in state.hands[mover]]
        facts = {
            "other": mover,
            "square": NAMES[state.at[mover]],
            "cargo": list(state.holds[mover]),
            "crew": len(crew),
            "strength": sum(crew),
        }
        return [Choose(seat, "challenge", "pass", ("attack", "pass"), reaction=state.off_turn(seat), facts=facts)]

    def on_challenge(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, mover, start = step
        if answer == "pass":
            return
        state = context.state
        while state.agenda.pop().kind != "voyage":
            continue
        log(context, mover, start, state.at[mover])
        context.tell("challenged", seat, other=mover, square=NAMES[state.at[mover]], reveals=True)
        context.then_all([("fight", seat, mover), ("arrive", mover)])
