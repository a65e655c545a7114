"""Warnings before moves that get a ship of the captain, or of their partner, captured."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision, Dice
from games.kit.bot import seat_of
from games.kit.sentences import capital

from .board import MONSTERS
from .context import PHASES, GameContext
from .seen import View, state_of
from .typed import carry_out, parts_of
from .wording import coins

MOVES = ("monster", "sail", "order")
CAPTURED = "{Monster} captures {whose} ship at {square}{lost}."
HELD = "A monster is at home on {square}: only a six frees {whose} ship again{lost}."
LOST = ", and {coins} stay{s} there"


def warn(view: View, decision: Decision, answer: Any, beside: Sequence[Decision]) -> str:
    """Return a warning before a move, or "", after trying the move on a state made from the view."""
    if decision.name not in MOVES:
        return ""
    state, seat = state_of(view), seat_of(view)
    context = GameContext(state, Dice(b""))
    if decision.name == "order":
        carry_out(context, seat, parts_of(answer), ending=False)
    else:
        PHASES.answer(context, decision, answer)
    for event in context.events:
        if event.name in ("captured", "held") and state.team[state.owner[event.facts["ship"]]] == state.team[seat]:
            return sentence(event.name, event.facts, "your" if state.owner[event.facts["ship"]] == seat else "your partner's")
    return ""


def sentence(name: str, facts: dict[str, Any], whose: str) -> str:
    """Return the warning that a ship would be captured, or held on a monster's island."""
    count = facts["coins"]
    described = {"square": facts["square"], "whose": whose, "lost": LOST.format(coins=coins(count), s="s" * (count == 1)) if count else ""}
    if name == "held":
        return HELD.format(**described)
    return CAPTURED.format(Monster=capital(MONSTERS[facts["monster"]]), **described)
