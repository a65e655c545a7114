"""The board for letters: a picture and text, made once for everyone who sees the same."""

from collections.abc import Sequence
from typing import Any

from games.drawing import pictures, plain_look
from games.editions import guard
from games.editions.parts import face_of
from games.engine import Decision, Ruleset

NO_TEXT = "The board cannot be shown in letters just now."


def board(rules: Ruleset, view: Any, names: list[str], decision: Decision | None = None) -> dict[str, Any]:
    """Return the board as text and as a picture, as far as the edition draws either. The picture marks what `decision` offers."""
    return {"board_text": text(rules, view, names), "png": guard.serve(rules, "drawing", None, picture, rules, view, names, decision)}


def text(rules: Ruleset, view: Any, names: Sequence[str]) -> str:
    """Return the text board, the plain look if the edition has none, or a line if it fails."""
    return guard.serve(rules, "text board", NO_TEXT, face_of(rules).text_board or plain_look.lines, view, names)


def picture(rules: Ruleset, view: Any, names: list[str], decision: Decision | None) -> bytes | None:
    """Return the board as a PNG, or None if the edition does not draw it."""
    draw = face_of(rules).picture
    return pictures.png(draw(view, decision, names=names)) if draw else None
