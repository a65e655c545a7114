"""What may be guessed of a hand of which only the number of cards is known."""

from functools import cache

from games.rulesets.buccaneer.cards import CREW_DECKS

PACK = CREW_DECKS[52]
CARDS = sum(PACK.values())


@cache
def totals(cards: int) -> tuple[float, ...]:
    """Chance of each sailing strength with so many cards."""
    chances = {0: 1.0}
    for _ in range(cards):
        wider: dict[int, float] = {}
        for total, chance in chances.items():
            for number, count in PACK.items():
                key = total + int(number)
                wider[key] = wider.get(key, 0.0) + chance * count / CARDS
        chances = wider
    return tuple(chances.get(total, 0.0) for total in range(3 * cards + 1))


@cache
def can_sail(cards: int, squares: int) -> float:
    """Chance that so many cards are strong enough to sail that far."""
    return sum(totals(cards)[squares:])


@cache
def differences(cards: int) -> tuple[float, ...]:
    """Chance of each fighting strength with so many cards."""
    chances = {0: 1.0}
    for _ in range(cards):
        wider: dict[int, float] = {}
        for difference, chance in chances.items():
            for number, count in PACK.items():
                for step in (int(number), -int(number)):
                    key = difference + step
                    wider[key] = wider.get(key, 0.0) + chance * count / CARDS / 2
        chances = wider
    found = [0.0] * (3 * cards + 1)
    for difference, chance in chances.items():
        found[abs(difference)] += chance
    return tuple(found)


@cache
def fight(strength: int, cards: int) -> tuple[float, float]:
    """(chance to win, chance to lose) against a captain with so many cards."""
    against = differences(cards)
    return sum(against[:strength]), sum(against[strength + 1 :])
