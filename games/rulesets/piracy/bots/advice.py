"""Reasons for the strong bot's choices: what a plan changes on the table, in plain words."""

from collections.abc import Iterable, Sequence

from games.engine import Action, Decision
from games.engine.decisions import Below
from games.kit.bot import Advice, Weighed, best, seat_of
from games.kit.sentences import capital, joined, squares
from games.rulesets.piracy.board import MONSTERS, PORT
from games.rulesets.piracy.chart import ANCHORAGE
from games.rulesets.piracy.course import Course
from games.rulesets.piracy.phases.events import MONSTER
from games.rulesets.piracy.seen import View, state_of
from games.rulesets.piracy.state import State
from games.rulesets.piracy.typed import Order
from games.rulesets.piracy.wording import coins, whose

from . import plans
from .captain import Captain, legal, played
from .reckoning import STYLES, coins_away, danger, worth

STYLE = STYLES["strong"]
CAPTAIN = Captain(STYLE)
SAFER = 0.2
"""The smallest drop in the chance of capture that a reason mentions."""


def advise(view: View, decisions: Sequence[Decision], below: Below, names: Sequence[str]) -> list[Advice]:
    """Return the best plans for the current part of the turn (the event, or the voyage by the die), best first."""
    asked = next((decision for decision in decisions if not decision.optional), None)
    if asked is None:
        return []
    state, seat = state_of(view), seat_of(view)
    order = next((decision for decision in decisions if isinstance(decision, Order)), None)
    stage = state.agenda[-1].kind
    if order is not None and stage in ("event", "move"):
        return of_plans(state, seat, order, stage, names)
    if isinstance(asked, Course):
        return of_ends(state, asked, names)
    reason = "Nothing is left to do this turn." if asked.name == "end" else "This is the usual choice here."
    return [Advice(Action(asked.seat, asked.name, CAPTAIN.small(view, asked)), reason)]


def of_plans(state: State, seat: int, order: Order, stage: str, names: Sequence[str]) -> list[Advice]:
    """Return the best plans for the event or for the die, as orders in words."""
    weighed = []
    if stage == "event":
        tried = plans.events(state, seat, STYLE.guns)
        few = sorted(tried, key=lambda plan: worth(plan[1], seat, STYLE), reverse=True)[: STYLE.deep]
        for text, near in few:
            after = played(state, seat, text)
            weighed.append(Weighed(CAPTAIN.outlook(after, seat), text, why(state, near, seat, names)))
    else:
        for text, after in plans.moves(state, seat, STYLE.guns):
            weighed.append(Weighed(worth(after, seat, STYLE), text, why(state, after, seat, names)))
    chosen = [(choice, legal(order, [choice.answer])) for choice in best(weighed)]
    return [Advice(Action(order.seat, "order", text), choice.reason, in_words(state, text)) for choice, text in chosen if text]


def of_ends(state: State, asked: Course, names: Sequence[str]) -> list[Advice]:
    ship, cause, remaining = asked.voyage
    weighed = []
    for square, path in asked.reach().ends.items():
        after = plans.sailed(state, ship, path, cause, remaining).state
        weighed.append(Weighed(worth(after, asked.seat, STYLE), state.chart.names[square], why(state, after, asked.seat, names)))
    if not weighed:
        return [Advice(Action(asked.seat, asked.name, asked.default), "There is nowhere better to go.")]
    return [Advice(Action(asked.seat, asked.name, choice.answer), choice.reason) for choice in best(weighed)]


def in_words(state: State, text: str) -> str:
    """Return an order worded as on the page, naming each piece and its destination."""
    words = text.split()
    if words[-1] in ("STAY", "PASS"):
        return "Let it pass" if words[-1] == "PASS" else "Stay"
    if words[0] in ("BB", "SM"):
        return f"{capital(MONSTERS[MONSTER[words[0].lower()]])} to {words[-1]}"
    words = words[1:] if words[0] in ("BREEZE", "SIREN") else words
    if "FIRE" in words:
        index = words.index("FIRE")
        return (
            f"{words[0].capitalize()} to {words[index - 1] if index > 1 else 'where it is'}, then fire at {words[index + 1].capitalize()}"
        )
    return f"{words[0].capitalize()} to {words[-1]}"


def why(before: State, after: State, seat: int, names: Sequence[str]) -> str:
    """Return in words what a plan changes for the captain at `seat`."""
    if after.ended is not None:
        return "Wins the game." if seat in after.ended[0] else "Ends the game."
    reasons = [*done(before, after, seat, names), *harmed(before, after, seat, names)]
    reasons = reasons or [*under_way(before, after, seat), *prowling(before, after, seat, names)]
    if not reasons:
        return "Keeps your ship where it is." if after.pos == before.pos else "Little happens, but most other moves are worse."
    return f"{capital(joined(reasons[:2]))}."


def done(before: State, after: State, seat: int, names: Sequence[str]) -> Iterable[str]:
    """Yield the captain's gains by a plan: coins home, coins aboard, a cannonball."""
    team = before.team[seat]
    if (home := after.chest[team] - before.chest[team]) > 0:
        yield f"brings {coins(home)} home to {PORT}"
    robbed = [ship for ship in others(before, seat) if after.balls[seat] < before.balls[seat] and after.coins[ship] < before.coins[ship]]
    for ship in robbed:
        yield f"robs {whose(ship, names, seat)} of {coins(before.coins[ship] - after.coins[ship])}"
    gained = sum(after.coins[ship] - before.coins[ship] for ship in before.ships_of(seat)) + max(0, home)
    if gained > 0 and not robbed:
        yield f"takes {coins(gained)} aboard"
    if after.balls[seat] > before.balls[seat]:
        yield "finds a cannonball"


def harmed(before: State, after: State, seat: int, names: Sequence[str]) -> Iterable[str]:
    """Yield the ships of other captains that a plan gets captured, and whether it makes the captain's own ships safer."""
    caught = [ship for ship in others(before, seat) if after.is_held(ship) and not before.is_held(ship)]
    if caught:
        yield f"has {joined([whose(ship, names, seat) for ship in caught])} captured"
    mine = before.ships_of(seat)
    if sum(danger(after, ship) for ship in mine) < sum(danger(before, ship) for ship in mine) - SAFER:
        yield "keeps you out of reach of monsters and guns"


def under_way(before: State, after: State, seat: int) -> Iterable[str]:
    """Yield the goals that the captain's ships come nearer to."""
    chart = before.chart
    for ship in before.ships_of(seat):
        was, now = at_sea(before, ship), at_sea(after, ship)
        if before.coins[ship] and chart.to_port[now] < chart.to_port[was]:
            yield f"comes nearer home: {squares(chart.to_port[now])} left"
        elif not before.coins[ship] and coins_away(after, now) < coins_away(before, was):
            yield f"comes nearer the coins: {squares(round(coins_away(after, now)))} left"


def prowling(before: State, after: State, seat: int, names: Sequence[str]) -> Iterable[str]:
    """Yield how near a moved monster is to another captain's ship, or to the captain's own ships."""
    for monster, square in enumerate(after.monsters):
        if square == before.monsters[monster]:
            continue
        far = {ship: before.chart.far(square)[at_sea(after, ship)] for ship in range(len(after.pos)) if after.owner[ship] not in after.gone}
        prey = min((ship for ship in others(before, seat) if ship in far), key=far.__getitem__, default=None)
        mine = min((far[ship] for ship in before.ships_of(seat)), default=0)
        if prey is not None and far[prey] < mine:
            yield f"is nearer to {whose(prey, names, seat)} than to yours: {squares(far[prey])} away"
        else:
            yield f"stays {squares(mine)} away from your ship"


def at_sea(state: State, ship: int) -> int:
    """Return a ship's square; the anchorage counts as the port."""
    return state.chart.port if state.pos[ship] == ANCHORAGE else state.pos[ship]


def others(state: State, seat: int) -> list[int]:
    return [ship for ship, owner in enumerate(state.owner) if state.team[owner] != state.team[seat]]
