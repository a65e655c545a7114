"""Read a captain's words: a typed order ("BB G4; E E N E"), or one answer ("sail G6", "take 1", "end")."""

from typing import Any

from games.engine import Action, Amount, Choose, Decision
from games.rulesets.piracy.state import State, ship_word
from games.rulesets.piracy.typed import END
from tests.scenario_language.words import WordError

from . import words

ANSWERS = ("monster", "sail", "ship", "fire", "take", "pool", "loot", "hand-over", "end", "order")
AMOUNTS = ("take", "pool", "loot", "hand-over")
SHIPS = ("ship", "fire")


def parse_action(state: State, seat: int, text: str, decisions: list[Decision]) -> Action:
    """Return the action. An answer begins with its question in lower case; everything else is an order, except END when that is asked."""
    first, _, rest = text.strip().partition(" ")
    if first == END and any(decision.name == "end" for decision in decisions):
        return Action(seat, "end", parse_answer(state, "end", rest.strip()))
    if first not in ANSWERS:
        return Action(seat, "order", text)
    return Action(seat, first, parse_answer(state, first, rest.strip()))


def parse_answer(state: State, name: str, text: str) -> Any:
    """Return the answer in the engine's form, if it is well formed. The rules decide whether it is legal."""
    if name in AMOUNTS:
        if not text.lstrip("-").isdecimal():
            raise WordError(f"{name} is followed by a number, not by {text or 'nothing'}.")
        return int(text)
    if name in SHIPS and text not in ("pass", "stay", "hold"):
        return str(words.ship_of(state, text))
    if name == "end":
        return text or "yes"
    return text if text in ("pass", "stay", "stop", "hold") or name == "order" else text.upper()


def write_answer(state: State, decision: Decision, answer: Any) -> str:
    """Return an answer or one option in the words of scenario files."""
    if isinstance(decision, Amount):
        return str(answer)
    if isinstance(decision, Choose) and decision.name in SHIPS and str(answer).isdecimal():
        return ship_word(state, int(answer)).capitalize()
    return str(answer)
