"""Chance cards that take: treasure and crew lost to ships, to Flat Island and to Pirate Island."""

from games.engine import Choose, Pick
from games.kit.crew import VALUE, added, without
from games.rulesets.buccaneer.cards import HOLD, TREASURE
from games.rulesets.buccaneer.state import State

from .base import Phase, off_turn, phase
from .fighting import least_missed


def distance(state: State, seat: int, other: int) -> int:
    """How far another ship is, by the table's measure."""
    here, there = state.at[seat], state.at[other]
    if state.options["nearest_metric"] == "direct":
        return max(state.sea.apart(here, there))
    return state.sea.distances(here)[there]


def nearest(state: State, seat: int, ships: list[int]) -> list[int]:
    """Those of `ships` that are nearest; several on a tie."""
    if not ships:
        return []
    least = min(distance(state, seat, other) for other in ships)
    return [other for other in ships if distance(state, seat, other) == least]


class Lose(Phase):
    """One treasure aboard or two crew, by the captain's choice among what he can do in full (R-18)."""

    def receiver(self, state: State, seat: int) -> int | None:
        """The seat that gets it; -1 for Flat Island; None when the card has no effect."""
        return -1

    def branches(self, state: State, seat: int) -> tuple[str, ...]:
        """What can be lost."""
        to = self.receiver(state, seat)
        if to is None:
            return ()
        room = to == -1 or len(state.holds[to]) < HOLD
        treasure, crew = bool(state.holds[seat] and room), len(state.hands[seat])
        return (*(["treasure"] if treasure else []), *(["crew"] if crew >= 2 or (crew and not treasure) else []))

    def waits(self, state, step):
        return len(self.branches(state, step[1])) > 1

    def run(self, table, step):
        seat = step[1]
        branches = self.branches(table.state, seat)
        if branches:
            self.go(table, seat, branches[0])
        else:
            table.tell("no-effect", seat)

    def ask(self, state, step):
        seat = step[1]
        crew = sorted(VALUE[card] for card in state.hands[seat])
        default = "crew" if sum(crew[2:]) >= 8 else "treasure"
        facts = {"to": self.receiver(state, seat)}
        return [Choose(seat, "loss", default, self.branches(state, seat), reaction=off_turn(state, seat), facts=facts)]

    def on_loss(self, table, step, said):
        table.done()
        self.go(table, step[1], said)

    def go(self, table, seat, branch):
        to = self.receiver(table.state, seat)
        table.then(("lose-treasure", seat, to) if branch == "treasure" else ("lose-crew", seat, to, 2))


@phase
class LoseToShip(Lose):
    """Card 7: to the nearest other ship; nothing happens when two are as near."""

    kind = "lose-to-ship"

    def receiver(self, state, seat):
        ships = nearest(state, seat, state.others(seat))
        return ships[0] if len(ships) == 1 else None


@phase
class LoseToFlat(Lose):
    """Card 8: to Flat Island."""

    kind = "lose-to-flat"


@phase
class LoseTreasure(Phase):
    """("lose-treasure", seat, to): which piece goes."""

    kind = "lose-treasure"

    def waits(self, state, step):
        return len(set(state.holds[step[1]])) > 1

    def run(self, table, step):
        self.lose(table, step, table.state.holds[step[1]][:1])

    def ask(self, state, step):
        seat, hold = step[1], state.holds[step[1]]
        cheapest = (min(hold, key=TREASURE.__getitem__),)
        return [Pick(seat, "lose-treasure", cheapest, hold, 1, 1, reaction=off_turn(state, seat), facts={"to": step[2]})]

    def on_lose_treasure(self, table, step, said):
        table.done()
        self.lose(table, step, said)

    def lose(self, table, step, goods):
        _, seat, to = step
        table.unload(seat, goods)
        if to == -1:
            table.wash_up(goods)
        else:
            table.state.holds[to] = added(table.state.holds[to], goods)
        table.tell("treasure-lost", seat, goods=list(goods), receiver=to)


@phase
class LoseCrew(Phase):
    """("lose-crew", seat, to, count): which crew go to Flat Island (-1), under the pile (-2) or to another hand."""

    kind = "lose-crew"

    def waits(self, state, step):
        hand = state.hands[step[1]]
        return 0 < step[3] < len(hand) and len(set(hand)) > 1

    def run(self, table, step):
        self.lose(table, step, table.state.hands[step[1]][: step[3]])

    def ask(self, state, step):
        _, seat, to, count = step
        hand = state.hands[seat]
        return [
            Pick(
                seat,
                "lose-crew",
                least_missed(hand, count),
                hand,
                count,
                count,
                reaction=off_turn(state, seat),
                facts={"to": to},
            )
        ]

    def on_lose_crew(self, table, step, said):
        table.done()
        self.lose(table, step, said)

    def lose(self, table, step, cards):
        _, seat, to, _ = step
        if not cards:
            table.tell("no-effect", seat)
        elif to == -2:
            table.drop_crew(seat, cards)
        else:
            send_crew(table, seat, to, cards)


def send_crew(table, seat: int, to: int, cards: tuple[str, ...]) -> None:
    """Hand cards to Flat Island (-1), where all can see them, or to another captain's hand."""
    state = table.state
    state.hands[seat] = without(state.hands[seat], cards)
    if to == -1:
        table.wash_up(cards)
        table.tell("crew-washed-up", seat, reveals=True, goods=list(cards))
        return
    state.hands[to] = added(state.hands[to], cards)
    table.tell("crew-lost", seat, reveals=True, receiver=to, count=len(cards))
    table.tell("crew-changed-hands", to, to=(seat, to), other=seat, cards=list(cards))


class LoseBest(Phase):
    """The best of a pile goes; equal ones are the captain's choice (R-20)."""

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
        raise NotImplementedError


@phase
class OverTheSide(LoseBest):
    """Card 9: the best treasure aboard, else the best crew, to Flat Island."""

    kind = "lose-best"

    def pile(self, state, seat):
        return state.holds[seat] or state.hands[seat]

    def lose(self, table, seat, item):
        to_flat(table, seat, item)


@phase
class Desert(LoseBest):
    """Card 10: the best crew card goes under the pile on Pirate Island."""

    kind = "desert"

    def lose(self, table, seat, item):
        table.drop_crew(seat, (item,), "deserted")


def to_flat(table, seat: int, item: str) -> None:
    """One treasure from the hold or one crew card from the hand to Flat Island."""
    if item in TREASURE:
        table.unload(seat, (item,))
        table.wash_up((item,))
        table.tell("treasure-lost", seat, goods=[item], receiver=-1)
    else:
        send_crew(table, seat, -1, (item,))
