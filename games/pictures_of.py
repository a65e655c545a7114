"""The board of a game as letters show it: a picture and text, made once for everyone who sees the same."""

from typing import Any

from games import pictures
from games.editions import part_of
from games.engine import Decision, Ruleset


def board(rules: Ruleset, view, names: list[str], decision: Decision | None = None) -> dict[str, Any]:
    """The board as text and as a picture, as far as the edition draws either. The picture marks what `decision` offers."""
    found: dict[str, Any] = {"board_text": "", "png": None}
    if text_board := part_of(rules, "text_board"):
        found["board_text"] = text_board.text(view, names)
    if drawing := part_of(rules, "drawing"):
        found["png"] = pictures.png(drawing.picture(view, decision, names=names))
    return found
