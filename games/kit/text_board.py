"""A table in plain text: what the text boards of all games share. For letters, terminals and those who listen."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from textwrap import wrap

from .crew import fighting, sailing
from .sentences import joined

WIDTH = 66
"""No line of prose is longer."""
Listed = Callable[[Sequence[str]], str]
"""`listed(codes)`: things in words, "" for none."""


def page(blocks: Iterable[str]) -> str:
    """The whole board, an empty line between what it is made of."""
    return "\n\n".join(block for block in blocks if block) + "\n"


def on_one_line(names: Iterable[object]) -> list[str]:
    """Names of people without line breaks of their own."""
    return [" ".join(str(name).split()) for name in names]


@lru_cache(maxsize=2048)
def paragraph(words: str, indent: str = "") -> str:
    """Words broken into lines."""
    return "\n".join(wrap(words, WIDTH, subsequent_indent=indent, break_on_hyphens=False))


def game_over(number: int, winners: Sequence[str]) -> str:
    """The heading of a game that has ended in this round."""
    return paragraph(f"Round {number}. The game is over: {joined(winners) if winners else 'nobody'} won.")


def two_ships(square: str, ships: str | None) -> str:
    """A square in at most two characters: its own sign, or the numbers of the ships there."""
    if ships is None:
        return square
    return ships if len(ships) <= 2 else ships[0] + "+"


def port(name: str, docks: Sequence[str], zone: Sequence[str] | None, listed: Listed) -> str:
    """A port's docks and safety zone; None: nobody's home."""
    safe = "trading only" if zone is None else f"safety zone {listed(zone) or 'empty'}"
    return paragraph(f"{name}: docks {listed(docks) or 'empty'}; {safe}.", "   ")


def aim(wins: str, last: int) -> str:
    """What wins, and how long the game may take: not every reader has the rules at hand."""
    return paragraph(f"{wins} The last round is round {last}.")


def own_cards(faces: Iterable[tuple[str, str]]) -> str:
    """What the cards say that one keeps: (title, words on its face) of each."""
    lines = [paragraph(f"{title}: {words.removeprefix('Keep this card. ')}", "   ") for title, words in faces]
    return "\n".join(["Your cards", *lines]) if lines else ""


def own_crew(hand: Sequence[str], fresh: Sequence[str], listed: Listed) -> str:
    """The crew in one's own hand, and what was drawn and is not yet in it; for its owner only."""
    drawn = f" Drawn, but not yet yours: {listed(fresh)}." if fresh else ""
    strengths = f"Sailing strength {sailing(hand)}, fighting strength {fighting(hand)}."
    return "Your crew\n" + paragraph(f"{listed(hand) or 'nobody'}. {strengths}{drawn}", "   ")
