"""A captain's evaluation of the table before an answer: the captain, the rivals, and the chance cards."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import islice

from games.engine.decisions import Below
from games.kit.bot import seat_of
from games.kit.crew_game.crew import fighting, sailing
from games.rulesets.buccaneer.cards import CHANCE, CHARTS, HOLD, TREASURE, WIN
from games.rulesets.buccaneer.seen import View
from games.rulesets.buccaneer.setup import pack_size
from games.rulesets.buccaneer.state import points

from . import odds
from .goods import gain_of_crew, hold_worth, loss_of_crew
from .odds import guesses
from .weights import GIVEN_UP, WIN_WORTH, Style


class Reckoning:
    """One captain's knowledge at one moment, computed from the view alone; `below` draws the random numbers for guessed hands."""

    names: Sequence[str] = ()
    """The captains' names, for use in reasons."""

    def __init__(self, view: View, style: Style, below: Below):
        self.view, self.style, self.seat, self.hand, self.below = view, style, seat_of(view), view.hand, below
        public = self.public = view.public
        self.edition, self.sea = public.edition, public.edition.sea
        self.pack = pack_size(public.options["crew_deck"], len(public.homes))
        self.at, self.heading = public.at[self.seat], public.heading[self.seat]
        self.home = self.sea.harbours[public.homes[self.seat]]
        self.hold, self.kept = public.holds[self.seat], public.kept[self.seat]
        self.banked = public.totals[self.seat]
        self.strength, self.might = sailing(self.hand), fighting(self.hand)
        self.room = HOLD - len(self.hold)
        self.cargo = points(self.hold)
        self.turn = style.turn + style.spread * self.cargo
        self.fights: dict[int, tuple[float, float]] = {}

    @cached_property
    def rivals(self) -> list[int]:
        """Return the other seats whose ships are in play."""
        public = self.public
        return [seat for seat in range(len(public.homes)) if seat != self.seat and seat not in public.gone]

    @cached_property
    def at_sea(self) -> dict[int, list[int]]:
        """Return the seats of rival ships on each square at sea; ships in a harbour cannot be attacked."""
        rivals_by_square: dict[int, list[int]] = {}
        for seat in self.rivals:
            square = self.public.at[seat]
            if square not in self.sea.port_at:
                rivals_by_square.setdefault(square, []).append(seat)
        return rivals_by_square

    @property
    def can_dig(self) -> bool:
        spent = self.public.chart_used and self.public.options["kidd_once"]
        return not spent and any(card in CHARTS for card in self.kept)

    def wins_with(self, hold: tuple[str, ...]) -> bool:
        return self.banked + points(hold) >= WIN

    def grudge(self, port: int) -> float:
        """Return the extra worth of each point of treasure taken from this port, since the port's owner loses it."""
        owner = next((seat for seat in self.rivals if self.public.homes[seat] == port), None)
        return 0.0 if owner is None else self.style.spite * (self.public.totals[owner] / WIN) ** 2

    @cached_property
    def supposed(self) -> dict[int, list[tuple[int, int]]]:
        """Return (sailing strength, fighting strength) of each guessed hand, for each rival."""
        deals = list(islice(guesses(self.view, self.below), self.style.deals))
        return {rival: [(sailing(hands[rival]), fighting(hands[rival])) for hands in deals] for rival in self.rivals}

    def fight(self, rival: int) -> tuple[float, float]:
        """Return (probability of winning, probability of losing) a fight against this rival."""
        if not self.style.deals:
            return odds.fight(self.pack, self.might, self.public.crew_counts[rival])
        known = self.fights.get(rival)
        if known is None:
            others = [might for _, might in self.supposed[rival]]
            won, lost = sum(might < self.might for might in others), sum(might > self.might for might in others)
            known = self.fights[rival] = won / len(others), lost / len(others)
        return known

    def can_come(self, rival: int, squares: int) -> float:
        if not self.style.deals:
            return odds.can_sail(self.pack, self.public.crew_counts[rival], squares)
        hands = self.supposed[rival]
        return sum(strength >= squares for strength, _ in hands) / len(hands)

    def fight_worth(self, rival: int) -> float:
        win, lose = self.fight(rival)
        return win * self.prize(rival) - lose * self.stake

    def prize(self, rival: int) -> float:
        hold, cards = self.public.holds[rival], self.public.crew_counts[rival]
        crew = gain_of_crew(self.hand, GIVEN_UP * min(2, cards), self.style)
        if not hold:
            return crew
        pile = tuple(sorted((*self.hold, *hold), key=TREASURE.__getitem__))[-HOLD:]
        treasure = hold_worth(pile, self.banked) - hold_worth(self.hold, self.banked)
        near = self.public.totals[rival] + points(hold) >= WIN
        return max(crew, treasure) + (self.style.spite * WIN_WORTH if near else self.style.spite * points(hold) / len(self.public.homes))

    @cached_property
    def stake(self) -> float:
        """Return the cost of losing a fight: all treasure aboard or two crew cards, whichever is worth more."""
        treasure = hold_worth(self.hold, self.banked) if self.hold else 0.0
        return max(treasure, loss_of_crew(self.hand, 2, self.style))

    @cached_property
    def card_worth(self) -> float:
        """Return the expected worth of a chance card apart from treasure gained: crew gained, minus crew and treasure lost."""
        two = gain_of_crew(self.hand, 2, self.style) if self.public.crew_pile else 0.0
        four = gain_of_crew(self.hand, 4, self.style) if self.strength <= 3 and self.public.crew_pile else 0.0
        excess = max(0, self.strength - 10) * self.style.crew[2]
        best = max((TREASURE[piece] for piece in self.hold), default=0)
        bad = 2 * excess + 2.5 * loss_of_crew(self.hand, 2, self.style) + (best or 1.5) + 1.5
        return self.style.draw_worth + (2 * two + 5 * four - bad) / len(CHANCE)


@lru_cache(maxsize=4096)
def luck(stock: tuple[tuple[str, int], ...], room: int) -> tuple[float, float]:
    """Return (probability that a chance card brings treasure to a hold with this much room, average worth of that treasure)."""
    limits = [card.up_to for card in CHANCE.values() if card.up_to and not card.keep]
    worths = [worth for limit in limits if room and (worth := dearest_worth(stock, limit, room))]
    return (len(worths) / len(CHANCE), sum(worths) / len(worths)) if worths else (0.0, 0.0)


def dearest_worth(stock: tuple[tuple[str, int], ...], limit: int, room: int) -> int:
    """Return the highest worth, up to `limit`, of available treasure that fits the room in the hold."""
    pieces = [TREASURE[kind] for kind, count in stock for _ in range(min(count, room))]
    best = 0
    for index, piece in enumerate(pieces):
        best = max(best, piece if piece <= limit else 0)
        if room > 1:
            best = max([best, *(piece + other for other in pieces[index + 1 :] if piece + other <= limit)])
    return best
