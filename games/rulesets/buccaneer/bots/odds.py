"""Odds for an unknown hand, given only its size and the pack."""

from functools import cache

from games.rulesets.buccaneer.cards import CREW_DECKS


@cache
def totals(pack: int, cards: int) -> tuple[float, ...]:
    """Return the chance of each sailing strength with this many cards."""
    chances, numbers = {0: 1.0}, CREW_DECKS[pack]
    half = sum(numbers.values())
    for _ in range(cards):
        wider: dict[int, float] = {}
        for total, chance in chances.items():
            for number, count in numbers.items():
                key = total + int(number)
                wider[key] = wider.get(key, 0.0) + chance * count / half
        chances = wider
    return tuple(chances.get(total, 0.0) for total in range(3 * cards + 1))


@cache
def can_sail(pack: int, cards: int, squares: int) -> float:
    """Return the chance that this many cards can sail that far."""
    return sum(totals(pack, cards)[squares:])


@cache
def differences(pack: int, cards: int) -> tuple[float, ...]:
    """Return the chance of each fighting strength with this many cards."""
    chances, numbers = {0: 1.0}, CREW_DECKS[pack]
    half = sum(numbers.values())
    for _ in range(cards):
        wider: dict[int, float] = {}
        for difference, chance in chances.items():
            for number, count in numbers.items():
                for step in (int(number), -int(number)):
                    key = difference + step
                    wider[key] = wider.get(key, 0.0) + chance * count / half / 2
        chances = wider
    shares = [0.0] * (3 * cards + 1)
    for difference, chance in chances.items():
        shares[abs(difference)] += chance
    return tuple(shares)


@cache
def fight(pack: int, strength: int, cards: int) -> tuple[float, float]:
    """Return (chance to win, chance to lose) against a captain with this many cards."""
    against = differences(pack, cards)
    return sum(against[:strength]), sum(against[strength + 1 :])
