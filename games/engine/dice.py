"""All randomness of a game. Anyone can check the draws once the seed is public."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """Return the commitment published before the first move, in hex: SHA-256 of a fixed label and the seed."""
    return hashlib.sha256(b"buccaneer commitment:" + seed).hexdigest()


class Dice:
    """Draw random numbers: draw `n` is HMAC-SHA-256(seed, "label:n") as a big-endian number, modulo the number of sides.

    `count` is the number of draws made so far in the game. The state stores it, so a move that is
    undone and played again gets the same draws. The bias of the modulo is below 2**-200.
    """

    def __init__(self, seed: bytes, count: int = 0):
        self.seed, self.count = seed, count

    def below(self, sides: int, label: str) -> int:
        """Return a number from 0 to sides - 1."""
        digest = hmac.digest(self.seed, f"{label}:{self.count}".encode(), "sha256")
        self.count += 1
        return int.from_bytes(digest, "big") % sides

    def shuffle(self, cards: Iterable[T], label: str) -> list[T]:
        """Return a new list in random order (Fisher-Yates, from the end, one draw per card)."""
        mixed = list(cards)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1, label)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
