"""A captain's estimates of the ships around them: the chance that each is a pirate or a warship, and its cargo."""

from games.kit.bot import seat_of
from games.rulesets.bounty.cards import ROLE
from games.rulesets.bounty.chart import HARBOURS
from games.rulesets.bounty.seen import View

from .reckoning import MEANS, PIRATES, WARSHIPS, worth

LOOT_CARD = 11.0
"""The average worth of a card under another ship's hold."""


class Lookout:
    """The public table as one ship's captain sees it."""

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
        """Return this ship's role."""
        if self.commission is not None:
            return "commission"
        if self.known == "pirate":
            return "pirate"
        return ROLE[self.hold[-1]] if self.hold else "merchant"

    def maybe_pirate(self, other: int) -> float:
        """Return the chance that another ship is a pirate."""
        return self.maybe(other, "pirate", PIRATES)

    def maybe_warship(self, other: int) -> float:
        """Return the chance that the other ship, attacked by a pirate, is a warship."""
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
        """Return the estimated value of another ship's cargo, from the ports where it has bought."""
        visited, count = self.public.visited[other], self.public.holds[other]
        bought = sum(MEANS[port] for port in visited[len(visited) - count :]) if count else 0.0
        return bought + LOOT_CARD * self.public.loot[other]

    def prey(self) -> list[int]:
        """Return the ships that this one may attack in its role."""
        if self.commission is not None:
            return [self.commission]
        if self.role == "pirate":
            return self.others
        if self.role == "warship":
            return [other for other in self.others if self.public.known[other]]
        return []

    def in_harbour(self, other: int) -> bool:
        return self.public.at[other] in HARBOURS
