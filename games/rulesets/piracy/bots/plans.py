"""Every plan for one stage of a captain's turn, each as a typed order with the resulting state."""

from collections.abc import Iterator

from games.engine import Dice
from games.rulesets.piracy.cards import DRIFT
from games.rulesets.piracy.context import GameContext
from games.rulesets.piracy.course import reach
from games.rulesets.piracy.phases.events import MONSTER, monster_ends, ships_for
from games.rulesets.piracy.phases.sailing import allowance, can_sail, candidates, may_stay, most, targets
from games.rulesets.piracy.state import State, ship_word

Plan = tuple[str, State]


def context_of(state: State) -> GameContext:
    """Return a context with a copy of the state, for trying plans."""
    return GameContext(state.copy(), Dice(b""))


def events(state: State, seat: int, guns: bool) -> Iterator[Plan]:
    if state.event in MONSTER:
        for square in monster_ends(state):
            yield f"{state.event.upper()} {state.chart.names[square]}", after_monster(state, square)
        return
    yield f"{state.event.upper()} PASS", state
    for ship in ships_for(state, seat):
        for words, after in voyages(state, seat, (ship, state.event, DRIFT), guns):
            yield f"{state.event.upper()} {ship_word(state, ship)} {words}", after


def after_monster(state: State, square: int) -> State:
    """Return the state after the monster of this turn's event has moved to `square`."""
    context, monster = context_of(state), MONSTER[state.event]
    context.state.monsters[monster] = square
    caught = tuple(ship for ship, position in enumerate(state.pos) if position == square)
    if caught:
        context.capture(monster, caught)
    return context.state


def moves(state: State, seat: int, guns: bool) -> Iterator[Plan]:
    """Yield the plans for the voyage by the die."""
    ships = candidates(state, seat)
    if len(ships) > 1 and any(may_stay(state, ship) or not can_sail(state, ship) for ship in ships):
        yield "STAY", state
    for ship in ships:
        if not can_sail(state, ship):
            continue
        if len(ships) == 1 and may_stay(state, ship):
            yield "STAY", state
        for words, after in voyages(state, seat, (ship, "die", allowance(state, ship)), guns):
            yield f"{ship_word(state, ship)} {words}", after


def voyages(state: State, seat: int, voyage: tuple[int, str, int], guns: bool) -> Iterator[Plan]:
    """Yield one plan for every square where a voyage may end, and one for every shot at the end of a voyage."""
    ship, cause, remaining = voyage
    within_reach = reach(state, ship, cause, remaining)
    for path in within_reach.ends.values():
        yield words(state, path), sailed(state, ship, path, cause, remaining).state
    if guns and cause in ("die", "breeze") and state.balls[seat]:
        squares = {where for other, where in enumerate(state.pos) if state.owner[other] != seat}
        for square in squares:
            if way := within_reach.ends.get(square) or within_reach.ways.get(square):
                yield from shots(state, seat, voyage, way)


def words(state: State, path: tuple[int, ...]) -> str:
    return " ".join(state.chart.names[square] for square in path)


def sailed(state: State, ship: int, path: tuple[int, ...], cause: str, remaining: int) -> GameContext:
    """Return a context with the state after a ship has sailed `path`."""
    context = context_of(state)
    for square in path:
        remaining = context.step(ship, square, cause, remaining)
        if context.state.ended is not None:
            break
    return context


def shots(state: State, seat: int, voyage: tuple[int, str, int], path: tuple[int, ...]) -> Iterator[Plan]:
    """Yield a plan for every shot at the end of `path`, and for every square to which the other ship may be pushed."""
    ship, cause, remaining = voyage
    arrived = sailed(state, ship, path, cause, remaining).state
    if arrived.ended is not None or arrived.pos[ship] != path[-1]:
        return
    for victim in targets(arrived, seat, ship, cause, remaining - len(path)):
        context = context_of(arrived)
        now = context.state
        taken = min(most(now, ship, victim), context.useful(ship, "die"))
        if now.options["loot"] == "all":
            taken = most(now, ship, victim)
        now.balls[seat], now.stock = now.balls[seat] - 1, now.stock + 1
        now.coins[ship] += taken
        now.coins[victim] -= taken
        context.drop(victim, now.pos[ship])
        now.came[victim] = -3
        take = f" TAKE {taken}" if now.options["loot"] == "choice" and min(state.coins[victim], 1) else ""
        for push in reach(now, victim, "push", DRIFT).ends.values():
            text = f"{words(state, path)} FIRE {ship_word(state, victim)}{take} PUSH {words(state, push)}"
            yield text, sailed(now, victim, push, "push", DRIFT).state
