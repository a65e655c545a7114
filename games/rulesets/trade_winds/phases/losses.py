"""Chance cards that take: treasure and crew lost to islands, to ships, and to the pile. They reach hands only, never docks."""

from games.engine import Choose, Pick
from games.kit.crew import CREW, VALUE, added, without
from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.cards import CHANCE, TREASURE
from games.rulesets.trade_winds.chart import apart
from games.rulesets.trade_winds.state import State, points

from .base import Phase, off_turn, phase
from .fighting import give_up_crew
from .gains import to_take

PILE, HISPANIOLA, NORMAN = -1, -2, -3
"""Where things go that go to no ship."""
CREW_LOST = 2
CUTTER = 27


def place_name(to: int) -> str:
    """The island behind such a number."""
    return ISLE_NAMES[HISPANIOLA - to]


def nearest_ship(state: State, seat: int) -> int | None:
    """The nearest other ship; None when two are as near."""
    others = state.others(seat)
    far = [apart(state.at[seat], state.at[other]) for other in others]
    return others[far.index(min(far))] if far and far.count(min(far)) == 1 else None


class Lose(Phase):
    """One treasure aboard or two crew, by the captain's choice among what he has."""

    def receiver(self, state: State, seat: int) -> int | None:
        """Who gets it; None when the card has no effect."""
        return NORMAN

    def branches(self, state: State, seat: int) -> tuple[str, ...]:
        """What can be lost."""
        if self.receiver(state, seat) is None:
            return ()
        treasure, crew = bool(state.holds[seat]), len(state.hands[seat])
        return (*(["treasure"] if treasure else []), *(["crew"] if crew >= CREW_LOST or (crew and not treasure) else []))

    def waits(self, state, step):
        return len(self.branches(state, step[1])) > 1

    def run(self, table, step):
        branches = self.branches(table.state, step[1])
        if branches:
            self.go(table, step[1], branches[0])
        else:
            table.tell("no-effect", step[1])

    def ask(self, state, step):
        seat = step[1]
        crew = sorted(VALUE[card] for card in state.hands[seat])
        default = "crew" if sum(crew[CREW_LOST:]) >= 8 else "treasure"
        facts = {"to": self.receiver(state, seat)}
        return [Choose(seat, "loss", default, self.branches(state, seat), reaction=off_turn(state, seat), facts=facts)]

    def on_loss(self, table, step, said):
        table.done()
        self.go(table, step[1], said)

    def go(self, table, seat, branch):
        to = self.receiver(table.state, seat)
        table.then(("lose-treasure", seat, to) if branch == "treasure" else ("lose-crew", seat, to, CREW_LOST))


@phase
class Shift(Lose):
    """Shifting Cargo: to Norman Island."""

    kind = "shift"


@phase
class Net(Lose):
    """Torn Net: to the nearest other ship; nothing happens when two are as near."""

    kind = "net"

    def receiver(self, state, seat):
        return nearest_ship(state, seat)


@phase
class Cutter(Phase):
    """Revenue Cutter: rich ships pay a piece, poor ones take treasure."""

    kind = "cutter"

    def waits(self, state, step):
        return False

    def run(self, table, step):
        state, seat, card = table.state, step[1], CHANCE[CUTTER]
        if points(state.holds[seat]) >= card.limit:
            table.then(("lose-treasure", seat, PILE))
        elif to_take(state, seat, card.up_to):
            table.then(("treasure", seat, card.up_to))
        else:
            table.tell("no-effect", seat)


@phase
class LoseTreasure(Phase):
    """("lose-treasure", seat, to): which piece goes."""

    kind = "lose-treasure"

    def waits(self, state, step):
        return len(set(state.holds[step[1]])) > 1

    def run(self, table, step):
        send_treasure(table, step[1], step[2], table.state.holds[step[1]][:1])

    def ask(self, state, step):
        seat, hold = step[1], state.holds[step[1]]
        cheapest = (min(hold, key=TREASURE.__getitem__),)
        return [Pick(seat, "lose-treasure", cheapest, hold, 1, 1, reaction=off_turn(state, seat), facts={"to": step[2]})]

    def on_lose_treasure(self, table, step, said):
        table.done()
        send_treasure(table, step[1], step[2], said)


def send_treasure(table, seat: int, to: int, goods: tuple[str, ...]) -> None:
    """Treasure goes back to Pirate Island, to another island, or to another ship, which may then be overloaded."""
    state = table.state
    table.tell("treasure-lost", seat, goods=list(goods), receiver=to)
    if to == PILE:
        table.put_back(seat, goods)
        return
    state.holds[seat] = without(state.holds[seat], goods)
    if to < 0:
        table.wash_up(HISPANIOLA - to, goods)
        return
    state.holds[to] = added(state.holds[to], goods)
    table.then(("overload", to))


@phase
class LoseCrew(Phase):
    """("lose-crew", seat, to, count): which crew go under the pile, to an island or to another hand."""

    kind = "lose-crew"

    def waits(self, state, step):
        hand = state.hands[step[1]]
        return 0 < step[3] < len(hand) and len(set(hand)) > 1

    def run(self, table, step):
        send_crew(table, step[1], step[2], table.state.hands[step[1]][: step[3]])

    def ask(self, state, step):
        _, seat, to, count = step
        return [give_up_crew(state, seat, "lose-crew", count, {"to": to})]

    def on_lose_crew(self, table, step, said):
        table.done()
        send_crew(table, step[1], step[2], said)


def send_crew(table, seat: int, to: int, cards: tuple[str, ...]) -> None:
    """Hand cards go under the pile, to an island, where all can see them, or to another captain's hand."""
    if not cards:
        table.tell("no-effect", seat)
    elif to == PILE:
        table.drop_crew(seat, cards)
    elif to < 0:
        table.state.hands[seat] = without(table.state.hands[seat], cards)
        table.tell("crew-washed-up", seat, reveals=True, goods=list(cards), isle=place_name(to))
        table.wash_up(HISPANIOLA - to, cards)
    else:
        table.hand_over(seat, to, cards, "crew-lost")


class LoseBest(Phase):
    """The best of a pile goes; equal ones are the captain's choice."""

    def pile(self, state: State, seat: int) -> tuple[str, ...]:
        """What the card reaches for."""
        return state.hands[seat]

    def best(self, state: State, seat: int) -> tuple[str, ...]:
        """The different things that are worth most."""
        worth = {**TREASURE, **VALUE}
        pile = self.pile(state, seat)
        most = max((worth[item] for item in pile), default=0)
        return tuple(dict.fromkeys(item for item in pile if worth[item] == most))

    def waits(self, state, step):
        return len(self.best(state, step[1])) > 1

    def run(self, table, step):
        best = self.best(table.state, step[1])
        if best:
            self.lose(table, step[1], best[0])
        else:
            table.tell("no-effect", step[1])

    def ask(self, state, step):
        seat = step[1]
        options = self.best(state, seat)
        return [Choose(seat, "best", options[0], options, reaction=off_turn(state, seat))]

    def on_best(self, table, step, said):
        table.done()
        self.lose(table, step[1], said)

    def lose(self, table, seat, item):
        """It goes."""
        raise NotImplementedError


@phase
class Mutiny(LoseBest):
    """The highest hand card goes under the pile."""

    kind = "mutiny"

    def lose(self, table, seat, item):
        table.drop_crew(seat, (item,), "deserted")


@phase
class Wave(LoseBest):
    """Rogue Wave: the best treasure aboard, else the highest hand card, to Hispaniola."""

    kind = "wave"

    def pile(self, state, seat):
        return state.holds[seat] or state.hands[seat]

    def lose(self, table, seat, item):
        if item in CREW:
            send_crew(table, seat, HISPANIOLA, (item,))
        else:
            send_treasure(table, seat, HISPANIOLA, (item,))
