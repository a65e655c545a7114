"""The context of one action, which moves ships, coins and monsters, and reports each change as an event."""

from games.kit.agenda import Context, Phases

from .cards import HOLD
from .chart import NOWHERE
from .ending import judge
from .state import STEPS, State

PHASES = Phases()
"""The phase of each kind of step. The package `phases` registers every phase."""
phase = PHASES.register


class GameContext(Context[State]):
    steps = STEPS

    # -- sailing ----------------------------------------------------------------------------------
    def step(self, ship: int, square: int, cause: str, remaining: int) -> int:
        """Sail a ship to the next square; return the number of squares still to sail (0 if the voyage is over)."""
        state = self.state
        position, chart = state.pos[ship], state.chart
        state.lifted = ()
        if not state.path:
            state.path = (position,)
        if cause != "push" and position in chart.homes and position in state.loose:
            self.lift(ship, position, self.useful(ship, cause))
        state.came[ship], state.pos[ship], state.moored[ship] = position, square, 0
        state.path += (square,)
        if square in state.monsters and not chart.land[square]:
            self.capture(state.monsters.index(square), (ship,), ship)
            return 0
        if chart.land[square]:
            self.land(ship, square, position)
            return 0
        if square == chart.port:
            self.deliver(ship)
        elif cause != "push" and (square in state.loose or square == chart.mark):
            self.lift(ship, square, self.useful(ship, cause))
        return remaining - 1

    def tell_course(self, ship: int) -> None:
        """Report the squares sailed so far, before an event on the last square."""
        state = self.state
        if len(state.path) > 1:
            self.tell("sailed", state.owner[ship], ship=ship, path=[state.chart.name(square) for square in state.path])
            state.path = state.path[-1:]

    def land(self, ship: int, square: int, before: int) -> None:
        """Bring a ship ashore. It finds a cannonball on an ordinary island, or becomes a captive where a monster is at home."""
        state, seat = self.state, self.state.owner[ship]
        self.tell_course(ship)
        if square in state.chart.homes:
            if square in state.monsters:
                self.hold(ship)
        elif not state.chart.land[before] and state.stock:
            state.stock -= 1
            state.balls[seat] += 1
            self.tell("ball-found", seat, ship=ship, square=state.chart.name(square))

    def hold(self, ship: int) -> None:
        """Hold a ship on a monster's island; its coins join the captives' coins."""
        state = self.state
        square, coins = state.pos[ship], state.coins[ship]
        self.drop(ship, square)
        self.tell("held", state.owner[ship], ship=ship, square=state.chart.name(square), coins=coins)

    def deliver(self, ship: int) -> None:
        state, coins = self.state, self.state.coins[ship]
        if coins:
            self.tell_course(ship)
            seat = state.owner[ship]
            state.coins[ship] = 0
            state.chest[state.team[seat]] += coins
            self.tell("delivered", seat, ship=ship, coins=coins, total=state.chest[state.team[seat]])
            judge(self)

    # -- monsters ---------------------------------------------------------------------------------
    def capture(self, monster: int, ships: tuple[int, ...], sailing: int = -1) -> None:
        """Let a monster take ships to its island. Their coins stay on the square of the capture."""
        state = self.state
        home, sea = state.chart.homes[monster], state.monsters[monster]
        if sailing >= 0:
            self.tell_course(sailing)
            state.path = ()
        visitors = [ship for ship, square in enumerate(state.pos) if square == home]
        state.monsters[monster] = home
        for ship in ships:
            coins = state.coins[ship]
            self.drop(ship, sea)
            state.pos[ship], state.came[ship] = home, NOWHERE
            self.tell("captured", state.owner[ship], ship=ship, monster=monster, square=state.chart.name(sea), coins=coins)
        for ship in visitors:
            self.hold(ship)

    def drop(self, ship: int, square: int) -> None:
        state = self.state
        if state.coins[ship]:
            state.loose[square] = state.loose.get(square, 0) + state.coins[ship]
            state.coins[ship] = 0

    # -- coins ------------------------------------------------------------------------------------
    def useful(self, ship: int, cause: str) -> int:
        """Return the number of coins that a ship takes by default."""
        state, seat = self.state, self.state.owner[ship]
        if state.team[seat] != state.team[state.turn]:
            return 0
        if state.is_hoard():
            return HOLD
        aboard = sum(coins for other, coins in enumerate(state.coins) if state.owner[other] == seat)
        target: int = state.options["target"]
        return max(0, target - state.chest[state.team[seat]] - aboard)

    def lift(self, ship: int, square: int, wanted: int) -> None:
        """Take up to `wanted` coins from a square, within the room aboard: loose coins first, and at most one coin from the hoard."""
        state = self.state
        loose, from_hoard = state.loose.get(square, 0), int(square == state.chart.mark and state.hoard > 0)
        if not loose + from_hoard:
            return
        taken = min(wanted, loose + from_hoard, room(state, ship))
        lying = min(taken, loose)
        self.move_coins(ship, square, lying, taken - lying)
        state.lifted += ((ship, square, lying, taken - lying),)
        if taken:
            self.tell_course(ship)
            self.tell("coins-taken", state.owner[ship], ship=ship, square=state.chart.name(square), coins=taken)

    def move_coins(self, ship: int, square: int, lying: int, hoard: int) -> None:
        """Move loose coins from a square, and coins from the hoard, aboard; negative numbers put coins back."""
        state = self.state
        state.coins[ship] += lying + hoard
        state.hoard -= hoard
        loose = state.loose.get(square, 0) - lying
        if loose:
            state.loose[square] = loose
        else:
            state.loose.pop(square, None)

    def change_lift(self, index: int, wanted: int) -> None:
        state = self.state
        ship, square, lying, hoard = state.lifted[index]
        self.move_coins(ship, square, -lying, -hoard)
        loose = state.loose.get(square, 0)
        again = (ship, square, min(wanted, loose), max(0, wanted - loose))
        self.move_coins(*again)
        state.lifted = (*state.lifted[:index], again, *state.lifted[index + 1 :])
        self.tell("coins-changed", state.owner[ship], ship=ship, square=state.chart.name(square), coins=wanted)


def room(state: State, ship: int) -> int:
    return HOLD - state.coins[ship] if state.is_hoard() else 99


def most_lifted(state: State, entry: tuple[int, int, int, int]) -> int:
    """Return the maximum number of coins that the ship of an entry in `lifted` could have taken."""
    ship, square, lying, hoard = entry
    from_hoard = int(square == state.chart.mark and state.hoard + hoard > 0)
    return min(state.loose.get(square, 0) + lying + from_hoard, room(state, ship) + lying + hoard)
