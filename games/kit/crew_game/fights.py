"""A fight of two crews: both see both hands, and the greater fighting strength wins."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .crew import fighting, without


class Fought(NamedTuple):
    """The winner and the loser; in a draw the winner is None, and the loser is the attacked seat."""

    winner: int | None
    loser: int


def fight(context: Any, attacker: int, attacked: int) -> Fought:
    """Compare the fighting strengths, and tell the result as an event."""
    state = context.state
    hands = {str(seat): list(state.hands[seat]) for seat in (attacker, attacked)}
    context.tell("hands-shown", attacker, to=(attacker, attacked), reveals=True, other=attacked, hands=hands)
    ours, theirs = fighting(state.hands[attacker]), fighting(state.hands[attacked])
    if ours == theirs:
        context.tell("fight-drawn", attacker, other=attacked, reveals=True)
        return Fought(None, attacked)
    winner, loser = (attacker, attacked) if ours > theirs else (attacked, attacker)
    context.tell("fight-won", winner, other=loser, attacker=attacker, reveals=True)
    return Fought(winner, loser)


def best_to_lose(hand: tuple[str, ...], count: int, worth: Callable[[tuple[str, ...]], Any]) -> tuple[str, ...]:
    """Return the cards whose loss leaves the best remaining hand; break ties by name."""
    return max(ways(Counter(hand), sorted(set(hand)), count), key=lambda cards: worth(without(hand, cards)))


def ways(held: Counter[str], kinds: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to choose `count` of these cards, ordered by name. Equal cards count as one, so large crews stay fast."""
    if not kinds or not count:
        if not count:
            yield ()
        return
    first, *rest = kinds
    for number in range(min(held[first], count), -1, -1):
        for others in ways(held, rest, count - number):
            yield (first,) * number + others
