"""Laws 8, 12 and 13: where a ship may sail, which way it points, and which ships stop it on the way."""

from typing import Any

from games.engine import Choose, Decision, Place, version_of
from games.kit.agenda import Phase
from games.kit.crew_game.crew import sailing
from games.kit.heading import HEADINGS, NUMBER, reverse
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.sea import bearing, nearest_coast, span, toward
from games.rulesets.buccaneer.state import STEPS, State, Step


def sail_decision(state: State, seat: int) -> Place:
    options = sail_options(state, seat)
    facts = {"here": state.sea.names[state.at[seat]], "oversail": state.options["oversail"]}
    return Place(seat, "sail", sail_default(state, seat, options), options, facts=facts)


def sail_options(state: State, seat: int) -> tuple[str, ...]:
    """Return the names of the squares offered; the ship's own square means turning there, "stay" means lying still."""
    square, heading = state.at[seat], state.heading[seat]
    in_port = square in state.sea.port_at
    if not state.hands[seat]:
        reach = drifting(state, seat, square)
    elif in_port:
        reach = within(state, seat, state.sea.ways_out[square], square)
    else:
        reach = within(state, seat, state.sea.ray_names[square][heading], square)
    reach = stopping_squares(state, seat, reach)
    if in_port:
        may_stay = state.sea.port_at[square] == state.homes[seat] or not state.hands[seat] or not reach
        return (*reach, "stay") if may_stay else reach
    if is_bound(state, seat) and reach:
        return reach
    return (*reach, state.sea.names[square]) if state.hands[seat] else (*reach, state.sea.names[square], "stay")


def is_bound(state: State, seat: int) -> bool:
    """Return whether the winner of a fight must sail straight ahead. From version 2 on, a ship without crew need not: it may drift."""
    return seat in state.bound and (bool(state.hands[seat]) or version_of(state) < 2)


def drifting(state: State, seat: int, square: int) -> tuple[str, ...]:
    """Return one square in each direction; in version 1, only straight ahead if a derelict won its last fight (laws 12 and 13)."""
    if is_bound(state, seat):
        return state.sea.ray_names[square][state.heading[seat]][:1]
    return state.sea.drifts[square]


def within(state: State, seat: int, line: tuple[str, ...], square: int) -> tuple[str, ...]:
    """Return the squares of a line that the ship may try to reach: all of them if bluffing is allowed (R-37)."""
    if state.options["oversail"] != "refuse":
        return line
    most = sailing(state.hands[seat])
    return tuple(name for name in line if span(state.sea, square, state.sea.squares[name]) <= most)


def stopping_squares(state: State, seat: int, reach: tuple[str, ...]) -> tuple[str, ...]:
    """Return `reach` without squares that already hold two ships, unless a third ship may attack there (R-43)."""
    if state.options["third_ship_may_attack"]:
        return reach
    return tuple(name for name in reach if crowd(state, state.sea.squares[name], seat) < 2)


def crowd(state: State, square: int, but: int) -> int:
    """Return the number of other ships on a square of open sea; 0 for a harbour, which has room for any number."""
    if square in state.sea.port_at:
        return 0
    return state.at.count(square) - (state.at[but] == square)


def sail_default(state: State, seat: int, options: tuple[str, ...]) -> str:
    """Return the default answer: lie still at home; sail one square if the ship must sail; otherwise turn."""
    square = state.at[seat]
    if square not in state.sea.port_at:
        return peaceful(state, seat, options) if is_bound(state, seat) else state.sea.names[square]
    if state.sea.port_at[square] == state.homes[seat]:
        return "stay"
    straight = state.sea.ray_names[square][state.sea.exits[state.sea.port_at[square]][1]][0]
    return peaceful(state, seat, (straight, *options) if straight in options else options)


def peaceful(state: State, seat: int, options: tuple[str, ...]) -> str:
    """Return the first of these squares without a forced attack.

    In version 1, or if every square forces an attack, return the first square. Squares beyond the crew's strength are omitted:
    a captain who times out never bluffs.
    """
    if version_of(state) < 2:
        return options[0]
    near = [name for name in options if name == options[0] or is_within(state, seat, name)]
    return next((name for name in near if not must_attack(state, seat, name)), options[0])


def is_within(state: State, seat: int, name: str) -> bool:
    """Return whether the crew is strong enough to sail to this square. "stay" is always within reach."""
    square = state.sea.squares.get(name)
    return square is None or span(state.sea, state.at[seat], square) <= max(1, sailing(state.hands[seat]))


def must_attack(state: State, seat: int, name: str) -> bool:
    square = state.sea.squares.get(name, state.at[seat])
    if square == state.at[seat]:
        return False
    return crowd(state, square, seat) > (1 if state.options["stop_without_fight"] else 0)


def plot(context: GameContext, seat: int, to: str) -> None:
    """Ask the remaining questions of a move to the named square, or carry out the move."""
    state = context.state
    here = state.at[seat]
    if to == "stay":
        state.moved = "stay"
        context.tell("stayed", seat, square=state.sea.names[here])
        return
    square = state.sea.squares[to]
    context.tell("plotted", seat, to=(seat,), square=to)
    if square in state.sea.port_at:
        context.then(("set-sail", seat, square, bearing(state.sea, here, square), None))
    elif square != here and context.at_sea(square, seat):
        context.then(("attack", seat, square))
    else:
        context.then(("heading", seat, square, None))


@phase("attack")
class Attack(Phase):
    """("attack", seat, square): the captain chooses whom to attack, if anyone, on the square that the ship sails to."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, square = step
        there = [str(other) for other in state.others(seat) if state.at[other] == square]
        peace = ["no"] if len(there) == 1 and state.options["stop_without_fight"] else []
        options = (*there, *peace)
        return [Choose(seat, "attack", options[-1], options, facts={"square": state.sea.names[square]})]

    def on_attack(self, context: GameContext, step: Step, answer: Any) -> None:
        context.then(("heading", step.seat, step.square, None if answer == "no" else int(answer)))


def heading_decision(state: State, seat: int, name: str, square: int) -> Choose:
    """Return the question of which way a ship on this square points. The default is home with treasure aboard, else Treasure Island."""
    target = state.sea.harbours[state.homes[seat]] if state.holds[seat] else nearest_coast(state.sea, square)
    default, facts = HEADINGS[toward(state.sea, square, target)], {"square": state.sea.names[square]}
    return Choose(seat, name, default, HEADINGS, reaction=state.off_turn(seat), facts=facts)


@phase("heading")
class Heading(Phase):
    """("heading", seat, square, target): the captain chooses which way the ship will point; then the ship moves."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, square, target = step
        here = state.at[seat]
        facts = {"square": state.sea.names[square], "target": target}
        if square == here:
            options = tuple(name for number, name in enumerate(HEADINGS) if number != state.heading[seat])
            return [Choose(seat, "heading", HEADINGS[(state.heading[seat] + 1) % 8], options, facts=facts)]
        if target is None or state.options["attack_heading"] == "free":
            return [Choose(seat, "heading", HEADINGS[bearing(state.sea, here, square)], HEADINGS, facts=facts)]
        alongside = HEADINGS[state.heading[target]], HEADINGS[reverse(state.heading[target])]
        return [Choose(seat, "heading", alongside[0], alongside, facts=facts)]

    def on_heading(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, square, target = step
        context.then(("set-sail", seat, square, NUMBER[answer], target))


@phase("set-sail")
def set_sail(context: GameContext, step: Step) -> None:
    """("set-sail", seat, square, heading, target): make the move of a turn."""
    _, seat, square, heading, target = step
    state, start = context.state, context.state.at[seat]
    context.then(("arrive", seat, square))
    if square == start:
        state.moved = "turn"
        context.move_ship(seat, start, heading)
        context.tell("turned", seat, square=state.sea.names[square], heading=HEADINGS[heading])
        return
    state.moved = "sail" if state.hands[seat] else "drift"
    state.strength[seat], state.chain = sailing(state.hands[seat]), ()
    sail_on(context, STEPS(("voyage", seat, start, square, heading, target, False, ())))


@phase("voyage")
def sail_on(context: GameContext, step: Step) -> None:
    """("voyage", seat, start, square, heading, target, free, exempt): sail to the end, or to the next ship that may intercept.

    `free` marks a free move; the seats in `exempt` have just fought this ship and let it pass.
    """
    _, seat, start, square, heading, target, free, exempt = step
    state, course = context.state, bearing(context.state.sea, start, square)
    squares = state.at
    for stop in state.sea.rays[squares[seat]][course]:
        if stop == square:
            break
        if stop not in squares:
            continue
        passed = [other for other in context.at_sea(stop, seat) if may_intercept(state, other, seat, stop, exempt)]
        if passed:
            context.move_ship(seat, stop, course)
            context.then_all([*(("intercept", other, seat, start, free) for other in passed), step])
            return
    context.move_ship(seat, square, heading)
    log(context, seat, start, square, free)
    if target is not None:
        state.moved = "attack"
        context.tell("attacked", seat, other=target, square=state.sea.names[square], reveals=True)
        context.then(("fight", seat, target))


def log(context: GameContext, seat: int, start: int, stop: int, free: bool) -> None:
    """Record how far a ship sailed, and store the move of a turn for disputes (R-97, R-103)."""
    state, squares = context.state, span(context.state.sea, start, stop)
    name = "fled" if free else "drifted" if state.moved == "drift" else "sailed"
    context.tell(
        name, seat, start=state.sea.names[start], square=state.sea.names[stop], squares=squares, heading=HEADINGS[state.heading[seat]]
    )
    if name == "sailed":
        state.sailed = (seat, squares, len(state.hands[seat]))


def may_intercept(state: State, other: int, mover: int, square: int, exempt: tuple[int, ...]) -> bool:
    """Return whether captain `other` may attack a ship that passes through their square (R-44, R-60, R-65)."""
    if other in exempt or (other, mover) in state.chain:
        return False
    return state.options["third_ship_may_attack"] or crowd(state, square, mover) < 2
