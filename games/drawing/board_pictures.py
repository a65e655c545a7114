"""The board for letters: a picture and text, made once for everyone who sees the same."""

import pickle
import re
from collections.abc import Callable, Sequence
from typing import Any

from games.drawing import plain_look
from games.editions import guard
from games.engine import Decision, Ruleset
from games.kit.ink import by_day_and_night
from games.kit.parts import face_of

NO_TEXT = "The board cannot be shown in letters just now."
MOST = 400
KNOWN: dict[tuple[Callable[..., str], bytes], str] = {}
"""The newest text boards, and the names of the newest pictures, by what draws and all that it draws; begun anew when there are MOST."""


def board(rules: Ruleset, view: Any, names: list[str], decision: Decision | None = None, short: bool = False) -> dict[str, Any]:
    """Return the board as text and as a picture, as far as the edition draws either. Both mark what `decision` offers."""
    png = guard.serve(rules, "drawing", None, picture, rules, view, names, decision)
    return {"board_text": text(rules, view, names, decision, short), "png": png}


def colours(rules: Ruleset, view: Any) -> Sequence[str]:
    """Return the colour of each seat's ships as `#rrggbb`; () if the edition names none."""
    return guard.serve(rules, "drawing", (), face_of(rules).colours, view)


def text(rules: Ruleset, view: Any, names: Sequence[str], decision: Decision | None = None, short: bool = False) -> str:
    """Return the text board, the plain look if the edition has none, or a line if it fails. `short`: as usual letters have it."""
    face = face_of(rules)
    draw = (short and face.short_board) or face.text_board or plain_look.lines
    return guard.serve(rules, "text board", NO_TEXT, text_at_hand, draw, view, names, decision)


def text_at_hand(draw: Callable[..., str], view: Any, names: Sequence[str], decision: Decision | None) -> str:
    """Return the text board of this view."""
    key = key_of(draw, view, names, decision)
    return KNOWN.get(key, "") or remembered(key, draw(view, names, decision))


def picture(rules: Ruleset, view: Any, names: list[str], decision: Decision | None) -> bytes | None:
    """Return the board as a PNG, or None if the edition does not draw it."""
    from games.drawing import pictures  # 6 MB, with its libraries; pages have drawings

    draw = face_of(rules).picture
    if draw is None:
        return None
    key = key_of(draw, view, names, decision)
    if png := pictures.at_hand(KNOWN.get(key, "")):
        return png
    drawn = draw(view, decision, names=names)
    remembered(key, pictures.name_of(drawn))
    return pictures.png(drawn)


def key_of(draw: Callable[..., str], *given: Any) -> tuple[Callable[..., str], bytes]:
    """Return what a drawing is known by. A view that cannot be pickled is never the same as another."""
    try:
        return draw, pickle.dumps(given)
    except Exception:  # an edition may make its view of anything
        return draw, b""


def remembered(key: tuple[Callable[..., str], bytes], found: str) -> str:
    """Return this, and keep it for the next one who sees the same."""
    if key[1]:
        if len(KNOWN) >= MOST:
            KNOWN.clear()
        KNOWN[key] = found
    return found


def small(rules: Ruleset, view: Any) -> str:
    """Return the board as an SVG by day and by night, without the list of ships beneath it, or "" if the edition does not draw it."""
    draw = face_of(rules).picture
    if draw is None:
        return ""
    drawn = draw(view)
    cut = re.sub(r'viewBox="(\S+ \S+ \S+) (\S+)"', lambda box: f'viewBox="{box[1]} {float(box[2]) - drawn.beneath:g}"', drawn, count=1)
    return by_day_and_night(cut)
