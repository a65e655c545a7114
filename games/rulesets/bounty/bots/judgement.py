"""Weigh squares, attacks and purchases for the strong bot, in turns to the end of the game: fewer are better."""

from dataclasses import dataclass
from math import prod
from typing import Any

from games.engine import Choose, Pick
from games.kit.bot import seat_of
from games.rulesets.bounty.cards import ROLE
from games.rulesets.bounty.chart import ADMIRALTY, HARBOURS, HOME, PORT_AT, SQUARES, distance
from games.rulesets.bounty.seen import View

from .voyage import FEES, MEANS, PIRATES, RATE, WARSHIPS, Voyage, reaches, turns, worth

LOOT_CARD = 11.0
"""The average worth, in dubloons, of a card under another ship's hold."""
SIX = 6
CATCH = 0.3
"""The chance that a ship with the temporary warship card still catches the robber."""


@dataclass(frozen=True, slots=True)
class Style:
    """The weights of one level of bot.

    slips       percentage of answers that are random
    ports       purchases per voyage; a bot with `plans` computes the best number
    plans       whether the bot plans the whole voyage, and turns home as soon as the cargo aboard wins
    raids       how many turns a prize must be worth for an attack as a pirate; None: never attacks
    wary        how much the bot fears robbers, from 0 to 1
    hunts       how much the bot values a square near prey, from 0 to 1
    """

    slips: int = 0
    ports: int = 7
    plans: bool = True
    raids: float | None = 0.0
    wary: float = 0.0
    hunts: float = 0.0


STYLES = {
    "easy": Style(slips=15, ports=2, plans=False, raids=None),
    "middle": Style(slips=9, ports=4, plans=False, raids=4.0),
    "strong": Style(raids=-1.0, wary=0.25, hunts=1.0),
}


class Lookout:
    """The table as the captain of one ship sees it."""

    def __init__(self, view: View, ship: int):
        self.view, self.public, self.ship, self.seat = view, view.public, ship, seat_of(view)
        public = self.public
        self.at = public.at[ship]
        self.hold, self.loot = view.holds[ship], view.loot[ship]
        self.cargo = worth(self.hold) + worth(self.loot)
        self.purse, self.net = public.purses[self.seat], public.worth[self.seat]
        self.debt = self.purse - self.net
        self.visited = frozenset(public.visited[ship]) | {port for port, count in enumerate(public.packs) if not count}
        self.known = public.known[ship]
        self.commission = public.commission[1] if public.commission and public.commission[0] == ship else None
        self.guilty = any(ROLE[card] == "pirate" for card in (*self.hold, *self.loot))
        self.others = [other for other, owner in enumerate(public.owners) if owner != self.seat and public.at[other] >= 0]

    @property
    def role(self) -> str:
        return "commission" if self.commission is not None else self.view.role(self.ship)

    def maybe_pirate(self, other: int) -> float:
        return self.maybe(other, "pirate", PIRATES)

    def maybe_warship(self, other: int) -> float:
        """Return the chance that the ship `other`, if a pirate attacks it, is a warship."""
        if self.public.commission and self.public.commission[0] == other:
            return 1.0
        return self.maybe(other, "warship", WARSHIPS)

    def maybe(self, other: int, role: str, odds: tuple[float, ...]) -> float:
        known = self.public.known[other]
        if known:
            return float(known == role)
        visited = self.public.visited[other]
        return odds[visited[-1]] if visited and self.public.holds[other] else 0.0

    def cargo_of(self, other: int) -> float:
        """Return the estimated worth of another ship's cargo in dubloons, from the ports where that ship has bought."""
        visited, count = self.public.visited[other], self.public.holds[other]
        bought = sum(MEANS[port] for port in visited[len(visited) - count :]) if count else 0.0
        return bought + LOOT_CARD * self.public.loot[other]

    def prey(self) -> list[int]:
        if self.commission is not None:
            return [self.commission]
        if self.role == "pirate":
            return self.others
        if self.role == "warship":
            return [other for other in self.others if self.public.known[other]]
        return []


class Judgement:
    """The worth of one ship's choices, in turns."""

    def __init__(self, own: Lookout, style: Style):
        self.own, self.style, options = own, style, own.public.options
        self.goal = options["goal"] + own.debt if options["goal"] else 0
        self.rounds_left = options["rounds"] - own.public.round
        self.now = self.voyage(own.cargo, may_buy=own.known != "pirate")
        self.stripped = self.voyage(0)

    def voyage(self, cargo: float, *, may_buy: bool = True) -> Voyage:
        own = self.own
        return Voyage(own.purse, cargo, own.visited, self.goal, may_buy, own.guilty, self.rounds_left)

    # -- sailing ----------------------------------------------------------------------------------
    def best(self, decision: Choose | Pick, attack: Any) -> tuple[str, str]:
        """Return (question, square) of the voyage or the attack that promises the shortest game."""
        throw = decision.facts["throw"]
        squares = [(self.square(SQUARES[name], throw), "sail", name) for name in decision.options]
        attacks = [(self.attack(SQUARES[name]) + (self.style.raids or 0), "attack", name) for name in attack.options] if attack else []
        _, kind, name = min([*squares, *attacks])
        return kind, name

    def square(self, square: int, throw: int) -> float:
        """Return the turns to the end of the game from a square, including its dangers and prospects."""
        own = self.own
        if square == HOME:
            turns_left = self.now.after_sale(own.purse + own.cargo)
        elif square in PORT_AT and self.may_buy_at(PORT_AT[square]):
            turns_left = min(self.now.from_square(square), self.now.bought(PORT_AT[square], own.purse, own.cargo, own.visited))
        else:
            turns_left = self.now.from_square(square)
        if square == ADMIRALTY:
            turns_left -= self.claim()
        if throw != SIX:
            turns_left += self.style.wary * self.danger(square)
        return turns_left - self.style.hunts * self.prospect(square)

    def may_buy_at(self, port: int) -> bool:
        own = self.own
        return own.known != "pirate" and port not in own.visited and own.purse >= FEES[port] and own.ship not in own.public.bankrupt

    def danger(self, square: int) -> float:
        """Return the turns that robbers are expected to cost on a square until the next turn; negative for a warship, which gains."""
        own = self.own
        if square in HARBOURS or not own.cargo:
            return 0.0
        loss = 0.0
        for other in own.others:
            far = distance(own.public.at[other], square)
            if far > SIX:
                continue
            threat = reaches(far) * self.threat(other)
            loss += threat * (own.cargo if threat > 0 else own.cargo_of(other)) / RATE
        return loss

    def threat(self, other: int) -> float:
        """Return the chance that the ship `other` would attack and win; negative if it would lose."""
        own = self.own
        if own.known == "pirate":
            rival = 0.5 * own.maybe_pirate(other)
            return own.maybe_warship(other) + rival
        pirate = own.maybe_pirate(other)
        if own.role in ("warship", "commission"):
            return -pirate
        return pirate * (0.5 if own.role == "pirate" else 1.0)

    def prospect(self, square: int) -> float:
        """Return the turns that prey within reach of a square is expected to save at the next throw."""
        own, worth = self.own, 0.0
        for other in own.prey():
            far = distance(square, own.public.at[other])
            if far <= SIX:
                sure = 0.3 if own.public.at[other] in HARBOURS else 0.5
                worth = max(worth, sure * reaches(far) * self.gain([other], square))
        return worth

    def claim(self) -> float:
        """Return the turns that the temporary warship card is expected to save a robbed ship."""
        own = self.own
        robbers = [robber for robbed, robber in own.public.claims if robbed == own.ship]
        if own.public.commission is not None or not robbers:
            return 0.0
        return max(CATCH * own.cargo_of(robber) / RATE for robber in robbers)

    # -- attacks ----------------------------------------------------------------------------------
    def attack(self, square: int) -> float:
        there = [other for other in self.own.prey() if self.own.public.at[other] == square]
        return self.now.from_square(square) - self.gain(there, square)

    def gain(self, there: list[int], square: int) -> float:
        """Return the turns that an attack saves on average."""
        own = self.own
        prize = sum(own.cargo_of(other) for other in there)
        now = self.now.from_square(square)
        stripped = self.stripped.from_square(square)
        if own.role == "pirate":
            loaded = self.voyage(own.cargo + prize, may_buy=False)
            warship = 1 - prod(1 - own.maybe_warship(other) for other in there)
            rival = 1 - prod(1 - own.maybe_pirate(other) for other in there)
            wins = (1 - warship) * (1 - rival / 2)
            won = loaded.from_square(square) + self.chased(square, own.cargo + prize)
            return now - (wins * won + (1 - wins) * stripped)
        won = self.voyage(own.cargo + prize).from_square(square)
        rivals = [other for other in there if own.public.known[other] == "warship"]
        sure = 1.0 if own.role == "commission" or len(rivals) < len(there) else 1 / (1 + len(rivals))
        return now - (sure * won + (1 - sure) * stripped)

    def chased(self, square: int, cargo: float) -> float:
        """Return the turns that a known pirate with this cargo is expected to lose to attacks on the way home."""
        own = self.own
        near = [other for other in own.others if distance(own.public.at[other], square) <= 2 * SIX]
        odds = 1 - prod(1 - 0.25 * own.maybe_warship(other) for other in near)
        return odds * cargo / RATE * min(1.0, turns(square, HOME) / 4)

    # -- ashore -----------------------------------------------------------------------------------
    def buying(self, port: int) -> str:
        """Return "buy", or "pass" if the fee is too high, or if a pirate or warship near prey should keep its top card."""
        own = self.own
        bought = self.now.bought(port, own.purse, own.cargo, own.visited)
        if FEES[port] >= MEANS[port] + 5:
            return "pass"
        return "buy" if bought <= self.now.from_square(own.at) - self.style.hunts * self.prospect(own.at) else "pass"
