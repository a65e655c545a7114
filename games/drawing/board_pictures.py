"""The board for letters, as picture and text, drawn once for all readers with the same view."""

import pickle
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.editions import guard
from games.engine import Decision, Ruleset
from games.engine.ruleset import View
from games.kit.ink import by_day_and_night
from games.kit.parts import face_of

NO_TEXT = "The board cannot be shown in letters just now."
MOST_KNOWN = 400
KNOWN: dict[tuple[Callable[..., str], bytes], str] = {}
"""Recent text boards and names of pictures, by drawing function and arguments. Cleared when it has MOST_KNOWN entries."""


def board(rules: Ruleset, view: View, names: list[str], decision: Decision | None = None, short: bool = False) -> dict[str, Any]:
    """Return the board as text and, if the edition has a drawing, as a PNG. Both mark the options of `decision`."""
    png = guard.serve(rules, "drawing", None, picture, rules, view, names, decision)
    return {"board_text": text(rules, view, names, decision, short), "png": png}


def colours(rules: Ruleset, view: View) -> Sequence[str]:
    """Return the colour of each seat's ships as `#rrggbb`, or () if the edition names no colours."""
    return guard.serve(rules, "drawing", (), face_of(rules).colours, view)


def text(rules: Ruleset, view: View, names: Sequence[str], decision: Decision | None = None, short: bool = False) -> str:
    """Return the text board, a plain one if the edition has none, or a sentence if drawing fails. `short` omits explanations."""
    face = face_of(rules)
    draw = (short and face.short_board) or face.text_board or plain_lines

    def known_or_drawn() -> str:
        key = key_of(draw, view, names, decision)
        return KNOWN.get(key, "") or remembered(key, draw(view, names, decision))

    return guard.serve(rules, "text board", NO_TEXT, known_or_drawn)


def picture(rules: Ruleset, view: View, names: list[str], decision: Decision | None) -> bytes | None:
    """Return the board as a PNG, or None if the edition has no drawing."""
    from games.drawing import pictures  # takes 6 MB of memory with its libraries, and pages do not need it

    draw = face_of(rules).picture
    if draw is None:
        return None
    key = key_of(draw, view, names, decision)
    if png := pictures.at_hand(KNOWN.get(key, "")):
        return png
    drawn = draw(view, decision, names=names)
    remembered(key, pictures.name_of(drawn))
    return pictures.png(drawn)


def key_of(draw: Callable[..., str], *arguments: Any) -> tuple[Callable[..., str], bytes]:
    """Return the cache key of a drawing. Its second part is empty if the arguments cannot be pickled."""
    try:
        return draw, pickle.dumps(arguments)
    except Exception:  # a view may have any type
        return draw, b""


def remembered(key: tuple[Callable[..., str], bytes], drawing: str) -> str:
    """Cache the drawing under the key, and return the drawing."""
    if key[1]:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[key] = drawing
    return drawing


def small(rules: Ruleset, view: View) -> str:
    """Return the board as an SVG for light and dark mode, without the list below it, or "" if the edition has no drawing."""
    draw = face_of(rules).picture
    if draw is None:
        return ""
    drawn = draw(view)
    cut = re.sub(r'viewBox="(\S+ \S+ \S+) (\S+)"', lambda box: f'viewBox="{box[1]} {float(box[2]) - drawn.beneath:g}"', drawn, count=1)
    return by_day_and_night(cut)


def plain_lines(view: View, names: Sequence[str], decision: object = None) -> str:
    """Return each nonempty entry of `view.to_json()` as a line such as "Left: 9.", with names in place of seats."""
    facts = {name: plain_words(value, names) for name, value in view.to_json().items() if name != "seat"}
    turn = view.to_json().get("turn")
    if isinstance(turn, int) and 0 <= turn < len(names):
        facts["turn"] = names[turn]
    return "\n".join(f"{name.replace('_', ' ').capitalize()}: {text}." for name, text in facts.items() if text)


def plain_words(value: Any, names: Sequence[str]) -> str:
    """Return a JSON value in words, or "" for null."""
    if isinstance(value, Mapping):
        called = dict(enumerate(names)) if set(value) == set(range(len(names))) else {}
        return ", ".join(f"{called.get(key, key)} {plain_words(item, ()) or 'none'}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plain_words(item, ()) for item in value)
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: ""}[value]
    return str(value)
