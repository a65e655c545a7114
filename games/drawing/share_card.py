"""What the picture of a link tells. `share_picture` draws it, with libraries that few processes need."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from games.kit.svg import Picture


class Line(NamedTuple):
    """A line of words, perhaps with the colour of a ship before them and a number at the end."""

    words: str
    colour: str = ""
    figure: str = ""


class Card(NamedTuple):
    """What a picture of a link shows: a title, a line beneath it, as many lines as there is room for, and a board."""

    title: str
    beneath: str = ""
    lines: Sequence[Line] = ()
    board: Picture | None = None


def as_json(card: Card) -> bytes:
    """Return a card as text for another process."""
    board = card.board
    layers = None if board is None else [board.opening, board.symbols, board.ground, board.above, board.beneath]
    return json.dumps([card.title, card.beneath, card.lines, layers]).encode()


def of_json(text: bytes) -> Card:
    """Return the card that `as_json` made this text of."""
    title, beneath, lines, layers = json.loads(text)
    return Card(title, beneath, [Line(*line) for line in lines], None if layers is None else Picture(*layers))
