"""Read piles in order from scenario files, and deal the rest of a pack to places without entries."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.scenario_language.words import WordError

REST = "..."


def ordered(value: Any, read: Callable[[Any], tuple[Any, ...]]) -> tuple[tuple[Any, ...], bool]:
    """Return the written things, top first, and whether the rest of the pack follows. "B3 R1 ..." is two cards and then the rest."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if isinstance(value, list):
        value = " ".join(str(part) for part in value)
    if not isinstance(value, str):
        raise WordError(f"A pile is written from its top, like B3 R1 ..., not {value!r}.")
    text = value.strip()
    return read(text.removesuffix(REST).strip()), text.endswith(REST)


def card_numbers(value: Any, known: Iterable[int]) -> tuple[int, ...]:
    """Return numbers of chance cards, each at most once."""
    text, known = str(value).replace(",", " "), set(known)
    words = [] if text.strip() in ("nothing", "none", "empty") else text.split()
    for word in words:
        if not word.isdecimal() or int(word) not in known:
            raise WordError(f"{word} is not a chance card; they are numbered 1 to {max(known)}.")
    numbers = tuple(map(int, words))
    if len(set(numbers)) < len(numbers):
        raise WordError("Every chance card is there only once.")
    return numbers


def left_of(pack: Iterable[str], used: Iterable[str], pack_name: str) -> list[str]:
    """Return the pack without the cards in `used`. Raises WordError for more of a card than the pack has."""
    remaining = Counter(pack)
    for card, count in Counter(used).items():
        if count > remaining[card]:
            raise WordError(f"impossible: {count} times {card} is written, and {pack_name} has {remaining[card]}.")
        remaining[card] -= count
    return sorted(remaining.elements())


def deal(remaining: list[str], wanted: Iterable[str]) -> tuple[str, ...]:
    """Return the usual hand from the cards left, with other cards for missing ones."""
    hand = []
    for card in wanted:
        if remaining:
            hand.append(card if card in remaining else remaining[0])
            remaining.remove(hand[-1])
    return tuple(sorted(hand))
