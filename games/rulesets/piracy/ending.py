"""The end of the game, captains who leave, and the inventory of all coins, balls and cards."""

from games.engine import Outcome, version_of
from games.kit.agenda import Context, best, ranked
from games.kit.agenda import end as end

from .cards import BOX, PACK
from .chart import GONE, NOWHERE
from .state import State


def judge(context: Context[State]) -> None:
    """End the game if the coins just brought home decide it."""
    state = context.state
    if state.ended is not None:
        return
    if state.is_hoard():
        # version 1 also counted the coins of teams that had left, even for a draw
        judge_hoard(context, list(range(len(state.chest))) if version_of(state) < 2 else still_playing(state))
        return
    best = max(state.chest)
    if best >= state.options["target"]:
        end(context, members(state, state.chest.index(best)), "coins")


def judge_hoard(context: Context[State], teams: list[int]) -> None:
    """End Hoard if a team leads with every coin home, or cannot be caught. If every coin is home and the lead is tied, add a coin."""
    state, out = context.state, context.state.out()
    first, second = sorted(teams, key=state.chest.__getitem__, reverse=True)[:2]
    lead = state.chest[first] - state.chest[second]
    if out and (not state.options["early_finish"] or lead <= out):
        return
    if not lead:
        state.hoard += 1
        state.placed += 1
        context.tell("coin-added", coins=state.chest[first])
    elif winners := members(state, first):
        end(context, winners, "decided" if out else "coins")
    else:
        judge_hoard(context, still_playing(state))


def still_playing(state: State) -> list[int]:
    return sorted({state.team[seat] for seat in state.playing()})


def members(state: State, team: int) -> tuple[int, ...]:
    return tuple(seat for seat in state.playing() if state.team[seat] == team)


def standing(state: State, seat: int) -> tuple[int, int]:
    """Return the sort key that ranks a captain: their team's coins at home, then aboard."""
    team = state.team[seat]
    aboard = sum(coins for ship, coins in enumerate(state.coins) if state.team[state.owner[ship]] == team)
    return state.chest[team], aboard


def leaders(state: State) -> tuple[int, ...]:
    return best(state, standing)


def outcome(state: State) -> Outcome:
    """Return the outcome. Partners share a place; captains who left come last."""
    return ranked(state, standing, scores(state))


def scores(state: State) -> tuple[int, ...]:
    return tuple(state.chest[team] for team in state.team)


def leave(context: Context[State], seat: int) -> bool:
    """Remove a captain. Their coins aboard go back to the hoard, their balls into the box. Return whether the next turn must begin."""
    state = context.state
    context.tell("left", seat, reveals=True)
    for ship in state.ships_of(seat):
        state.hoard += state.coins[ship]
        state.coins[ship], state.pos[ship], state.came[ship] = 0, GONE, NOWHERE
    state.stock += state.balls[seat]
    state.balls[seat] = 0
    state.gone = (*state.gone, seat)
    state.lifted, state.path = (), ()
    teams = {state.team[other] for other in state.playing()}
    if len(teams) == 1:
        end(context, tuple(state.playing()), "alone")
        return False
    ships = set(state.ships_of(seat))
    state.agenda = [step for step in state.agenda if not ships.intersection(getattr(step, name, None) for name in ("ship", "victim"))]
    return state.turn == seat


def inventory(state: State) -> dict[str, int]:
    coins = state.hoard + sum(state.loose.values()) + sum(state.coins) + sum(state.chest)
    counts = {"coins": coins + BOX - state.placed, "cannonballs": sum(state.balls) + state.stock}
    for card in {*PACK}:
        counts[card] = (*state.events, *state.discard).count(card)
    return counts
