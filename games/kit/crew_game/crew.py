"""Crew cards, written "B3" or "R1": the worth of a hand, fights, and the best cards to lose."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

Thing = TypeVar("Thing")

CREW = ("B1", "B2", "B3", "R1", "R2", "R3")
VALUE = {card: int(card[1]) for card in CREW}
COLOURS = {"B": "black", "R": "red"}
CREW_WORDS = {card: f"{COLOURS[card[0]]} {card[1]}" for card in CREW}
"""Card -> its name in words: "black 3"."""


def sailing(hand: Iterable[str]) -> int:
    """Return the sailing strength: the total of both colours."""
    return sum(map(VALUE.__getitem__, hand))


SIGNED = {card: int(card[1]) * (1 if card[0] == "B" else -1) for card in CREW}


def fighting(hand: Iterable[str]) -> int:
    """Return the fighting strength: the difference between the totals of the two colours."""
    return abs(sum(map(SIGNED.__getitem__, hand)))


def without(cards: tuple[Thing, ...], taken: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return `cards` without `taken`, in order. Raise ValueError if a taken card is not among `cards`."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def added(cards: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((*cards, *more)))


def fight(context: Any, attacker: int, attacked: int) -> tuple[int | None, int]:
    """Compare the fighting strengths and record the result; return (winner, loser), or (None, attacked seat) in a draw."""
    state = context.state
    hands = {str(seat): list(state.hands[seat]) for seat in (attacker, attacked)}
    context.tell("hands-shown", attacker, to=(attacker, attacked), reveals=True, other=attacked, hands=hands)
    ours, theirs = fighting(state.hands[attacker]), fighting(state.hands[attacked])
    if ours == theirs:
        context.tell("fight-drawn", attacker, other=attacked, reveals=True)
        return None, attacked
    winner, loser = (attacker, attacked) if ours > theirs else (attacked, attacker)
    context.tell("fight-won", winner, other=loser, attacker=attacker, reveals=True)
    return winner, loser


def best_to_lose(hand: tuple[str, ...], count: int, worth: Callable[[tuple[str, ...]], Any]) -> tuple[str, ...]:
    """Return the `count` cards whose loss leaves the best remaining hand; break ties by name."""
    return max(choices(hand, count), key=lambda cards: worth(without(hand, cards)))


def choices(cards: Iterable[str], count: int) -> Iterator[tuple[str, ...]]:
    """Yield every distinct selection of `count` of these cards, ordered by name."""
    held = Counter(cards)
    return ways(held, sorted(held), count)


def ways(held: Counter[str], kinds: list[str], count: int) -> Iterator[tuple[str, ...]]:
    if not count:
        yield ()
    elif kinds:
        first, *rest = kinds
        for number in range(min(held[first], count), -1, -1):
            for others in ways(held, rest, count - number):
                yield (first,) * number + others
