"""The worth of a position for one seat: turns to victory in a Race, coins in Hoard, with the risks ahead."""

from dataclasses import dataclass

from games.rulesets.piracy.chart import ANCHORAGE, GONE
from games.rulesets.piracy.state import State


@dataclass(frozen=True, slots=True)
class Style:
    """The weights of one level of bot.

    `rivals`: how much the leader's progress hurts; `caution`: how much danger counts; `slips`: percentage of plans that
    are random; `deep`: how many plans for the event are compared by the voyages after them; `guns`: whether the bot fires.
    """

    rivals: float
    caution: float
    slips: int
    deep: int
    guns: bool


STYLES = {
    "easy": Style(rivals=0.0, caution=0.0, slips=34, deep=1, guns=False),
    "middle": Style(rivals=0.15, caution=0.1, slips=25, deep=1, guns=True),
    "strong": Style(rivals=0.6, caution=0.2, slips=0, deep=6, guns=True),
}

SPEED = (3.5, 3.5, 2.0, 1.5, 1.0)
"""Average squares per turn, by the number of coins aboard."""
ASHORE, CAPTIVE = 0.8, 2.4
"""Turns lost on an island, and in captivity."""
ANOTHER = 2.2
"""Turns to fetch one more coin by sailing back to the hoard."""
NO_COINS = 8.0
"""Turns to the next source of coins when no coins lie about."""
COIN = 4.5
"""Turns that a coin aboard is worth."""
CATCH = 0.5
"""Chance that a captain who could move a monster onto a ship does so."""
WON = 1000.0
TEAM_RIVALS, TEAM_CAUTION = 1.2, 1.5
"""Factors for `rivals` and `caution` in Hoard."""
HOME, ABOARD, WAY, IDLE = 10.0, 8.0, 0.5, 0.4
"""Worth in Hoard of a coin at home and aboard; loss per turn from home, and per turn from coins with an empty ship."""


FAR = 40.0


def worth(state: State, seat: int, style: Style) -> float:
    """Return the worth of a position for `seat`: higher is better."""
    if state.ended is not None:
        return WON if seat in state.ended[0] else -WON
    if state.is_hoard():
        return hoard_worth(state, seat, style)
    turns = [FAR] * len(state.seats)
    for other in state.playing():
        need = state.options["target"] - state.chest[other]
        turns[other] = min(ship_turns(state, ship, need) for ship in state.ships_of(other))
    rivals = min((turns[other] for other in state.seats if other != seat), default=FAR)
    fear = sum(danger(state, ship) * (3 + COIN * state.coins[ship]) for ship in state.ships_of(seat)) if style.caution else 0
    return -turns[seat] - style.caution * fear + style.rivals * rivals + 0.1 * min(state.balls[seat], 3)


def ship_turns(state: State, ship: int, need: int) -> float:
    """Return the estimated turns in which one ship brings home the `need` coins that are missing."""
    chart, coins, lag = state.chart, state.coins[ship], delay(state, ship)
    square = state.pos[ship]
    if square in chart.homes:
        coins += min(state.loose.get(square, 0), max(0, need - coins))
    start = chart.port if square == ANCHORAGE else square
    if coins >= need:
        return lag + chart.to_port[start] / SPEED[min(coins, 4)]
    trip = chart.to_mark[chart.port]
    fetch = lag + coins_away(state, start) / SPEED[min(coins, 4)] + (need - coins - 1) * ANOTHER + trip / SPEED[min(need, 4)]
    if coins:
        home_first = lag + chart.to_port[start] / SPEED[min(coins, 4)] + 2 * trip / SPEED[0]
        return min(fetch, home_first)
    return fetch


def coins_away(state: State, position: int) -> float:
    """Return the distance in squares to the nearest coins that the ship may take."""
    chart = state.chart
    distances = [chart.to_mark[position]] if state.hoard else []
    distances += [chart.far(square)[position] for square in state.loose if square not in chart.homes]
    return min(distances, default=NO_COINS * SPEED[0])


def delay(state: State, ship: int) -> float:
    """Return the turns lost before the ship sails at its usual speed."""
    if state.is_held(ship):
        return CAPTIVE
    square = state.pos[ship]
    return 0.3 if square == ANCHORAGE else ASHORE if state.chart.land[square] else 0.0


def danger(state: State, ship: int) -> float:
    """Return the chance that a ship is robbed or captured before its captain's next turn."""
    square = state.pos[ship]
    if square < 0 or state.chart.land[square]:
        return 0.0
    seat = state.owner[ship]
    foes = [other for other in state.playing() if state.team[other] != state.team[seat]]
    hunted = CATCH * (1 - (2 / 3) ** len(foes))
    blackbeard, sea_monster = state.monsters
    chance = hunted * (
        (square in state.chart.monster_ends(blackbeard, sea_monster)) + (square in state.chart.monster_ends(sea_monster, blackbeard))
    )
    return min(1.0, chance + guns(state, ship, square, foes))


def guns(state: State, ship: int, position: int, foes: list[int]) -> float:
    """Return the chance that a ship is shot at; an empty ship is never shot at."""
    if not state.coins[ship]:
        return 0.0
    chance, far = 0.0, state.chart.far(position)
    for other, square in enumerate(state.pos):
        owner = state.owner[other]
        if owner in foes and state.balls[owner] and square != GONE:
            distance = 1 + state.chart.to_port[position] if square == ANCHORAGE else far[square]
            reached = SPEED[min(state.coins[other], 4)] / SPEED[0] * max(0, 7 - distance) / 6
            chance += 0.15 if distance == 0 else min(reached, 0.17) if square >= 0 and state.chart.land[square] else reached
    return chance


def hoard_worth(state: State, seat: int, style: Style) -> float:
    """Return the worth of a position in Hoard: that of the seat's team less that of the best other team."""
    teams = [HOME * coins for coins in state.chest]
    for ship, owner in enumerate(state.owner):
        if owner not in state.gone:
            teams[state.team[owner]] += ship_worth(state, ship, style if state.team[owner] == state.team[seat] else None)
    mine = state.team[seat]
    rivals = max(value for team, value in enumerate(teams) if team != mine)
    return teams[mine] - shared(state, TEAM_RIVALS) * style.rivals * rivals + 0.3 * min(state.balls[seat], 2)


def shared(state: State, weight: float) -> float:
    """Return `weight` divided among the other teams: with three teams, a team's loss is only half a gain for each other team."""
    return weight / (len(state.chest) - 1)


def ship_worth(state: State, ship: int, style: Style | None) -> float:
    """Return the worth of a ship and its coins to its team."""
    chart, coins, square = state.chart, state.coins[ship], state.pos[ship]
    start, lag = (chart.port if square == ANCHORAGE else square), delay(state, ship)
    if not coins:
        return -IDLE * (lag + coins_away(state, start) / SPEED[0])
    value = coins * (ABOARD - WAY * (lag + chart.to_port[start] / SPEED[coins]))
    risk = danger(state, ship) * style.caution * shared(state, TEAM_CAUTION) if style is not None else 0
    return value - risk * coins * ABOARD
