"""Warnings before moves that a captain may regret: a bluff, a fight that cannot be won, a turn that ends too early."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision
from games.kit.bot import seat_of
from games.kit.crew_game.crew import sailing
from games.kit.crew_game.warning import left_to_do, of_fight
from games.kit.sentences import number, squares

from .cards import TREASURE
from .sea import span
from .seen import View

BLUFF = "{far} is too far for your crew, which can sail {most}. If someone disputes it, you lose your whole crew."
ABOARD = "You still have treasure aboard. It counts only at your docks."
ENDS = ("end", "docked")


def warn(view: View, decision: Decision, answer: Any, beside: Sequence[Decision]) -> str:
    if decision.name == "sail":
        return of_bluff(view, answer)
    if (decision.name == "attack" and answer != "no") or (decision.name == "intercept" and answer == "attack"):
        return of_fight(view.hand)
    return of_ending(view, beside) if decision.name in ENDS else ""


def of_bluff(view: View, answer: str) -> str:
    """Return a warning if a voyage is beyond the crew's strength, else "". A ship without crew only drifts, so it gets none."""
    sea, square, most = view.public.sea, view.public.at[seat_of(view)], sailing(view.hand)
    to = sea.squares.get(answer, square)
    far = span(sea, square, to) if to != square else 0
    return BLUFF.format(far=squares(far).capitalize(), most=number(most)) if view.hand and far > most else ""


def of_ending(view: View, beside: Sequence[Decision]) -> str:
    """Return a warning if treasure has not been unloaded at home or actions are still possible at the end of a turn, else ""."""
    is_home = any(asked.name == "stow" for asked in beside)
    return ABOARD if is_home and view.public.holds[seat_of(view)] else left_to_do(beside, TREASURE)
