"""The worth of crew, treasure and cards to a captain, in points of treasure."""

from collections.abc import Iterable
from functools import lru_cache

from games.kit.crew_game.crew import VALUE, best_to_lose, choices, fighting, sailing, without
from games.rulesets.buccaneer.cards import HOLD, TREASURE, WIN
from games.rulesets.buccaneer.editions import Edition
from games.rulesets.buccaneer.state import points

from .weights import ABOARD, FILLED, JOHN, MEAN_CREW, MONEY, NOT_YET, SURPLUS, WIN_WORTH, Style


@lru_cache(maxsize=20_000)
def crew_worth(hand: tuple[str, ...], style: Style) -> float:
    """Return the worth of a hand: each further four points of sailing strength count less; fighting strength counts up to ten."""
    strength, worth = sailing(hand), style.might * min(10, fighting(hand))
    for each in style.crew[:-1]:
        worth += each * min(4, strength)
        strength = max(0, strength - 4)
    return worth + style.crew[-1] * strength


def card_aboard(card: str, edition: Edition) -> float:
    """Return the worth of one kept card; money is worth what it buys."""
    return MONEY[edition.money[card]] if card in edition.money else JOHN


def useful(hold: tuple[str, ...], banked: int) -> float:
    """Return the worth of a hold in points of treasure; points beyond those needed to win count little."""
    cargo, needed = points(hold), max(0, WIN - banked)
    return min(cargo, needed) + SURPLUS * max(0, cargo - needed)


def hold_worth(hold: tuple[str, ...], banked: int) -> float:
    """Return the worth of treasure aboard, plus the chance of winning if there is enough, minus the cost of filled places in the hold."""
    worth = ABOARD * useful(hold, banked) - FILLED * len(hold)
    return worth + (WIN_WORTH * NOT_YET if banked + points(hold) >= WIN else 0.0)


def landed_worth(hold: tuple[str, ...], banked: int) -> float:
    return useful(hold, banked) + (WIN_WORTH if banked + points(hold) >= WIN else 0.0)


def least_missed(hand: tuple[str, ...], count: int, style: Style) -> tuple[str, ...]:
    return best_to_lose(hand, count, lambda rest: crew_worth(rest, style))


def loss_of_crew(hand: tuple[str, ...], count: int, style: Style) -> float:
    """Return the cost of losing this many crew cards of the captain's choice."""
    count = min(count, len(hand))
    return crew_worth(hand, style) - crew_worth(without(hand, least_missed(hand, count, style)), style)


def gain_of_crew(hand: tuple[str, ...], count: float, style: Style) -> float:
    """Return the worth of gaining this many unknown crew cards, counting only sailing strength."""
    strength: float = sailing(hand)
    more, worth = MEAN_CREW * count, 0.0
    while more > 0:
        step = min(1.0, more)
        worth += step * style.crew[min(len(style.crew) - 1, int(strength // 4))]
        strength, more = strength + step, more - step
    return worth


def best_pieces(hold: tuple[str, ...], banked: int) -> tuple[str, ...]:
    """Return the two pieces to keep: the most valuable ones, preferring two of a kind to a mixed pair."""
    return max(choices(hold, HOLD), key=lambda pair: (points(pair), pair[0] == pair[-1]))


def crew_in(goods: Iterable[str]) -> tuple[str, ...]:
    return tuple(item for item in goods if item in VALUE)


def treasure_in(goods: Iterable[str]) -> tuple[str, ...]:
    return tuple(item for item in goods if item in TREASURE)
