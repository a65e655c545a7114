"""The content of a link's picture. `share_picture` draws it, with libraries that few processes need."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from games.kit.svg import Picture


class Line(NamedTuple):
    """A line of text, with an optional ship's colour before the text and an optional number after it."""

    words: str
    colour: str = ""
    figure: str = ""


class Card(NamedTuple):
    """The content of a link's picture: title, subtitle, lines and board. Lines that do not fit are omitted."""

    title: str
    beneath: str = ""
    lines: Sequence[Line] = ()
    board: Picture | None = None


def as_json(card: Card) -> bytes:
    board = card.board
    layers = None if board is None else [board.opening, board.symbols, board.ground, board.above, board.beneath]
    return json.dumps([card.title, card.beneath, card.lines, layers]).encode()


def of_json(text: bytes) -> Card:
    title, beneath, lines, layers = json.loads(text)
    return Card(title, beneath, [Line(*line) for line in lines], None if layers is None else Picture(*layers))
