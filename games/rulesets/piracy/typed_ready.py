"""Orders to copy: the default for the rest of the turn, square by square and in short form."""

from collections.abc import Iterator

from games.engine import Dice

from .callsigns import ship_word
from .context import GameContext
from .register import PHASES
from .state import State
from .typed_parts import answer

SAID = {"pass": "PASS", "stay": "STAY", "stop": "", "hold": ""}
"""Default answers that are neither squares nor ships -> their words in an order; the last two need no words."""


def usual_parts(state: State) -> Iterator[str]:
    """Yield event and voyage as parts of an order, but nothing that depends on an unknown roll."""
    context = GameContext(state.copy(), Dice(b""))
    while context.state.ended is None and context.state.agenda[-1].kind != "end":
        is_last = state.die == 0 and context.state.agenda[-1].kind == "event"
        yield " ".join(usual_part(context))
        if is_last:
            return


def usual_part(context: GameContext) -> list[str]:
    """Return the words of the default up to the next part, and play them in `context`."""
    state, words = context.state, [context.state.event.upper()] if context.state.agenda[-1].kind == "event" else []
    while True:
        asked = PHASES.ask(state)[0]
        default = asked.default
        word = ship_word(state, int(default)) if asked.name == "ship" and default not in SAID else SAID.get(default, default)
        words += [word] if word else []
        answer(context, asked, default)
        if state.ended is not None or state.agenda[-1].kind in ("move", "end"):
            return words


def in_short(part: str) -> str:
    """Return the same voyage by its last square alone, if it has several squares."""
    words = part.split()
    squares = [word for word in words if word[-1].isdecimal() and word[:-1].isalpha() and len(word[:-1]) == 1]
    return " ".join(word for word in words if word not in squares[:-1])
