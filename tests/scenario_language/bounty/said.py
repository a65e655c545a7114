"""Read a captain's words ("sail F9", "enter Sugar Quay", "attack G9") as an action, and write an answer in these words."""

from typing import Any

from games.engine import Action, Decision
from games.rulesets.bounty.chart import NAMES
from games.rulesets.bounty.state import State

from . import words

ALSO = {"enter": "sail", "stay": "sail", "hunt": "commission", "pass": "buy", "borrow": "loan"}
"""Another beginning -> the decision."""


def parse_action(state: State, seat: int, text: str, decisions: list[Decision]) -> Action:
    """Return the action: the first word is the decision, the rest its answer."""
    first, _, rest = text.strip().partition(" ")
    first, rest = first.lower(), rest.strip()
    name = ALSO.get(first, first)
    if first == "stay" and not rest:
        step = state.agenda[-1] if state.agenda else None
        rest = NAMES.get(state.at[step.ship], "") if step is not None and hasattr(step, "ship") else ""
    if first in ("pass", "borrow"):
        rest = first
    return Action(seat, name, parse_answer(state, name, rest))


def parse_answer(state: State, name: str, text: str) -> Any:
    """Return the answer in the engine's form, if it is well formed. The rules decide whether it is legal."""
    if name in ("sail", "attack"):
        square = words.find_square(text)
        return text if square is None else NAMES[square]
    if name == "commission":
        return "no" if text.lower() in ("no", "") else str(words.ship_of(state, text))
    if name == "buy":
        return "pass" if text.lower() in ("no", "pass") else "buy"
    if name == "loan":
        return "borrow" if text.lower() in ("yes", "borrow") else "no"
    return text.lower()


def write_answer(state: State, decision: Decision, answer: Any) -> str:
    """Return an answer or one option in the words of scenario files."""
    if decision.name == "commission" and str(answer).isdecimal():
        return words.ship_name(state, int(answer))
    return str(answer)
