"""Law 12: attacks on a square or in passing, spoils, and the loser's free move."""

from typing import Any

from games.engine import Choose, Decision, Pick, Place
from games.kit.agenda import Phase
from games.kit.crew_game.chance_cards import give_up
from games.kit.crew_game.crew import added, best_to_lose, fight, fighting, sailing, without
from games.kit.crew_game.losses import LoseCrew
from games.kit.heading import NUMBER
from games.rulesets.buccaneer.cards import HOLD, TREASURE
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.sea import bearing
from games.rulesets.buccaneer.state import State, Step

from .sailing import crowd, heading_decision, log

SPOILS = {"two-crew": 2, "one-crew": 1, "no-crew": 0}


@phase("intercept")
class Intercept(Phase):
    """("intercept", seat, mover, start, free): the captain attacks a ship that passes through their square, or lets it pass."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, mover, _, _ = step
        cargo, crew = list(state.holds[mover]), len(state.hands[mover])
        facts = {"other": mover, "square": state.sea.names[state.at[mover]], "cargo": cargo, "crew": crew}
        return [Choose(seat, "intercept", "pass", ("attack", "pass"), reaction=state.off_turn(seat), facts=facts)]

    def on_intercept(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, mover, start, free = step
        if answer == "pass":
            return
        state = context.state
        while state.agenda.pop().kind != "voyage":
            continue
        if free:
            state.chain += ((seat, mover),)
        log(context, mover, start, state.at[mover], free)
        context.tell("intercepted", seat, other=mover, square=state.sea.names[state.at[mover]], reveals=True)
        context.then(("fight", seat, mover))


@phase("fight")
def fight_out(context: GameContext, step: Step) -> None:
    """("fight", attacker, attacked): compare fighting strengths."""
    _, attacker, attacked = step
    state = context.state
    winner, loser = fight(context, attacker, attacked)
    if winner is None:
        context.then(("flee", attacked, attacker))
        return
    if state.options["winner_must_sail"]:
        state.bound = (*(seat for seat in state.bound if seat != winner), winner)
    context.then_all([("spoils", winner, loser), ("flee", loser, winner)])


@phase("spoils")
class Spoils(Phase):
    """("spoils", winner, loser): the winner takes all treasure aboard, or up to two crew cards (R-61)."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(state.holds[step.other] or state.hands[step.other])

    def run(self, context: GameContext, step: Step) -> None:
        context.tell("nothing-to-take", step.seat, other=step.other)

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, winner, loser = step
        default = "treasure" if state.holds[loser] else "two-crew"
        facts = {"other": loser, "cargo": list(state.holds[loser]), "crew": len(state.hands[loser])}
        return [Choose(winner, "spoils", default, ("treasure", *SPOILS), reaction=state.off_turn(winner), facts=facts)]

    def on_spoils(self, context: GameContext, step: Step, answer: Any) -> None:
        _, winner, loser = step
        if answer != "treasure":
            context.tell("crew-demanded", winner, other=loser, count=SPOILS[answer], reveals=True)
            if SPOILS[answer]:
                context.then(("surrender", loser, winner, SPOILS[answer]))
            return
        goods = context.state.holds[loser]
        context.unload(loser, goods)
        context.state.holds[winner] = added(context.state.holds[winner], goods)
        context.tell("captured", winner, other=loser, goods=list(goods), reveals=True)
        context.then(("keep", winner))


@phase("keep")
class Keep(Phase):
    """("keep", seat): the captain keeps two pieces of a larger hold; the rest goes back to Treasure Island (R-62)."""

    def waits(self, state: State, step: Step) -> bool:
        return len(state.holds[step.seat]) > HOLD

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, hold = step.seat, state.holds[step.seat]
        best = tuple(sorted(sorted(hold, key=TREASURE.__getitem__)[-HOLD:]))
        return [Pick(seat, "keep", best, hold, HOLD, HOLD, reaction=state.off_turn(seat))]

    def on_keep(self, context: GameContext, step: Step, answer: Any) -> None:
        seat = step.seat
        surplus = without(context.state.holds[seat], answer)
        context.unload(seat, surplus)
        for piece in surplus:
            context.state.treasure[piece] += 1
        context.tell("put-back", seat, goods=list(surplus))


@phase("surrender")
class Surrender(LoseCrew):
    """("surrender", loser, winner, count): the loser chooses the crew to give up (law 12b)."""

    on_surrender = LoseCrew.on_lose_crew

    def pick(self, state: State, seat: int, count: int, to: int) -> Decision:
        return give_up_crew(state, seat, "surrender", count, {"other": to})

    def send(self, context: GameContext, seat: int, to: int, cards: tuple[str, ...]) -> None:
        state = context.state
        state.hands[seat] = without(state.hands[seat], cards)
        state.hands[to] = added(state.hands[to], cards)
        context.tell("crew-taken", to, other=seat, count=len(cards), reveals=True)
        if cards:
            context.tell("crew-changed-hands", to, to=(to, seat), other=seat, cards=list(cards))


def give_up_crew(state: State, seat: int, name: str, count: int, facts: dict[str, Any]) -> Pick:
    return give_up(state, seat, name, count, least_missed(state.hands[seat], count), facts)


def least_missed(hand: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the cards whose loss leaves the highest fighting strength; break ties by sailing strength (I-3)."""
    return best_to_lose(hand, count, lambda rest: (fighting(rest), sailing(rest)))


@phase("flee")
class Flee(Phase):
    """("flee", seat, foe): the free move of a ship that lost a fight, or was attacked and drew (R-63 to R-66)."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(flight_squares(state, step.seat))

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, foe = step
        options = flight_squares(state, seat)
        facts = {"other": foe, "square": state.sea.names[state.at[seat]]}
        default = flight_default(state, seat, foe, options)
        return [Place(seat, "flee", default, options, reaction=state.off_turn(seat), facts=facts)]

    def on_flee(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, foe = step
        square = context.state.sea.squares[answer]
        if seat == context.state.turn:
            context.state.by_fight = True
        if square in context.state.sea.port_at:
            context.then(("get-away", seat, square, bearing(context.state.sea, context.state.at[seat], square), foe))
        else:
            context.then(("flee-heading", seat, square, foe))


def flight_squares(state: State, seat: int) -> tuple[str, ...]:
    """Return the squares in any direction within the crew's strength, at least one away, that do not already hold two ships."""
    position, most = state.at[seat], max(1, sailing(state.hands[seat]))
    reach = (square for ray in state.sea.rays[position] for square in ray[:most])
    return tuple(state.sea.names[square] for square in reach if crowd(state, square, seat) < 2)


def flight_default(state: State, seat: int, foe: int, options: tuple[str, ...]) -> str:
    """Return the default square: nearest home with treasure aboard, else the coast of Treasure Island, else far from the winner (I-4)."""
    squares = [state.sea.squares[name] for name in options]
    if state.holds[seat]:
        far = state.sea.distances(state.sea.harbours[state.homes[seat]])
        return state.sea.names[min(squares, key=lambda square: (far.get(square, 999), square))]
    coast = [square for square in squares if square in state.sea.coast]
    far = state.sea.distances(state.at[seat] if foe in state.gone else state.at[foe])
    return state.sea.names[max(coast or squares, key=lambda square: (far.get(square, 0), -square))]


@phase("flee-heading")
class FleeHeading(Phase):
    """("flee-heading", seat, square, foe): the captain chooses the heading at the end of a free move."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, square, _ = step
        return [heading_decision(state, seat, "flee-heading", square)]

    def on_flee_heading(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, square, foe = step
        context.then(("get-away", seat, square, NUMBER[answer], foe))


@phase("get-away")
def get_away(context: GameContext, step: Step) -> None:
    """("get-away", seat, square, heading, foe): make the free move, then carry out the stop (R-47, R-94)."""
    _, seat, square, heading, foe = step
    context.state.agenda = [other for other in context.state.agenda if (other.kind, other.seat) != ("washed-in", seat)]
    voyage = ("voyage", seat, context.state.at[seat], square, heading, None, True, (foe,))
    context.then_all([voyage, ("washed-in", seat)])


@phase("washed-in")
def wash_in(context: GameContext, step: Step) -> None:
    """("washed-in", seat): carry out the stop where a ship's free moves end: chance card, Flat Island, anchor or own harbour (R-47)."""
    state, seat = context.state, step.seat
    square = state.at[seat]
    if square in state.sea.coast:
        context.then(("draw", seat))
    elif square in state.sea.flat_coast:
        context.then(("salvage", seat))
    elif square == state.sea.harbours[state.homes[seat]] and state.options["free_move_may_dock"]:
        context.then(("dock", seat))
    else:
        context.then(("dig", seat))
