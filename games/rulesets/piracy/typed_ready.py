"""Orders to copy: the rest of the turn as it is played for a captain whose time ran out, square by square and in short."""

from collections.abc import Iterator

from games.engine import Dice

from .callsigns import ship_word
from .context import GameContext
from .register import PHASES
from .state import State
from .typed_parts import answer

SAID = {"pass": "PASS", "stay": "STAY", "stop": "", "hold": ""}
"""Usual answers that are no squares and no ships, as an order says them: the last two by saying nothing."""


def usual_parts(state: State) -> Iterator[str]:
    """Event and voyage as orders say them; of what comes after a roll that is not known yet, nothing."""
    context = GameContext(state.copy(), Dice(b""))
    while context.state.ended is None and context.state.agenda[-1].kind != "end":
        is_last = state.die == 0 and context.state.agenda[-1].kind == "event"
        yield " ".join(usual_part(context))
        if is_last:
            return


def usual_part(context: GameContext) -> list[str]:
    """The words for what is usual up to the next part; the table is then that far."""
    state, words = context.state, [context.state.event.upper()] if context.state.agenda[-1].kind == "event" else []
    while True:
        asked = PHASES.ask(state)[0]
        said = asked.default
        word = ship_word(state, int(said)) if asked.name == "ship" and said not in SAID else SAID.get(said, said)
        words += [word] if word else []
        answer(context, asked, said)
        if state.ended is not None or state.agenda[-1].kind in ("move", "end"):
            return words


def in_short(part: str) -> str:
    """The same voyage by nothing but its last square, where it is one of several."""
    words = part.split()
    squares = [word for word in words if word[-1].isdecimal() and word[:-1].isalpha() and len(word[:-1]) == 1]
    return " ".join(word for word in words if word not in squares[:-1])
