"""What the picture of a link tells. `share_picture` draws it, with libraries that few processes need."""

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
