"""Odds for a crew with only its backs known: every card is as likely black as red."""

from functools import lru_cache


@lru_cache(maxsize=20_000)
def differences(backs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chance of each fighting strength of a hand with these numbers."""
    chances = {0: 1.0}
    for number in backs:
        wider: dict[int, float] = {}
        for difference, chance in chances.items():
            for step in (number, -number):
                wider[difference + step] = wider.get(difference + step, 0.0) + chance / 2
        chances = wider
    shares = [0.0] * (sum(backs) + 1)
    for difference, chance in chances.items():
        shares[abs(difference)] += chance
    return tuple(shares)


def fight(strength: int, backs: tuple[int, ...]) -> tuple[float, float]:
    """Return (chance to win, chance to lose) against a captain with these cards."""
    against = differences(backs)
    return sum(against[:strength]), sum(against[strength + 1 :])
