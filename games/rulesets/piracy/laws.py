"""Refusals. Each has a code, a sentence, and the rule that it rests on, numbered as on our rules page."""

from typing import Any

from games.engine import Decision, IllegalAction, NotYourDecision

from .chart import ANCHORAGE
from .state import State

LAW = {
    "monster": "B1", "sail": "M1", "ship": "T6", "take": "L2", "pool": "C7", "loot": "K6", "fire": "K1", "end": "T1", "order": "T1",
    "hand-over": "H4",
}  # fmt: skip
NOT_ASKED = {
    "monster": ("no-monster", "No monster can be moved now.", "T4"),
    "sail": ("no-sailing", "None of your ships can sail now.", "T5"),
    "ship": ("no-choice", "There is no ship to choose now.", "T6"),
    "fire": ("no-shot", "A shot needs a ball, and another player's ship on the square at sea where yours has just arrived.", "K1"),
    "loot": ("no-loot", "There are no coins to take, or no room for them.", "K6"),
    "take": ("nothing-to-take", "There are no coins to take here.", "L2"),
    "pool": ("nothing-to-take", "There are no coins to take here.", "C7"),
    "end": ("not-done", "The turn ends when event and voyage are done.", "T1"),
    "order": ("not-your-turn", "You can give an order on your own turn, before a stage begins.", "T1"),
    "hand-over": ("no-hand-over", "Partners hand over coins only where the table agreed, once the hoard is empty, on a shared square.", "H4"),
}  # fmt: skip


def why_not(state: State, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
    if decision.name == "order":
        return IllegalAction(refusal.code, refusal.text, refusal.law or "T1")
    if decision.name == "sail" and isinstance(answer, str):
        return IllegalAction(*sail_refusal(state, decision, answer))
    if decision.name == "monster":
        return IllegalAction(*monster_refusal(state, decision, answer))
    if decision.name == "ship":
        return IllegalAction(*ship_refusal(state, decision, answer))
    if decision.name in ("take", "pool", "loot") and state.is_hoard() and refusal.code == "not-offered":
        return IllegalAction("hold-full", f"In Hoard a ship carries three coins at most. {refusal.text}", "H2")
    return IllegalAction(refusal.code, refusal.text, LAW.get(decision.name, "T1"))


def monster_refusal(state: State, decision: Decision, answer: Any) -> tuple[str, str, str]:
    if not isinstance(answer, str) or answer not in state.chart.squares:
        if answer in ("pass", "PASS", "stay"):
            return "must-move-monster", "The monster has somewhere to go, so it must be moved.", "E7"
        return "no-such-square", "Name a square like F5.", "B1"
    square = state.chart.squares[answer]
    if state.chart.kind[square] != ".":
        return "not-for-monsters", "Monsters keep to open water: no island, no wharf.", "B2"
    if square in state.monsters:
        return "taken-by-monster", "A monster is there already.", "B4"
    return "not-three", "It goes exactly three squares, never straight back and never through the other monster.", "B1"


def ship_refusal(state: State, decision: Decision, answer: Any) -> tuple[str, str, str]:
    cause = decision.facts["cause"]
    if answer in ("stay", "pass"):
        return "must-sail", "A ship at sea has to sail.", "M3"
    if isinstance(answer, str) and answer.isdecimal() and len(answer) < 3 and int(answer) < len(state.pos):
        own = state.owner[int(answer)] == decision.seat
        if cause == "siren" and own:
            return "own-ship", "The sirens call ships of other players only.", "E6"
        if own and cause == "die" and state.is_held(int(answer)):
            return "held", "A captive sails only with a six while the monster is at home.", "C6"
        if not own:
            return "other-ship", "That is not your ship.", "T6"
    return "other-ship", "That ship cannot be moved now.", "T6"


def sail_refusal(state: State, decision: Decision, answer: str) -> tuple[str, str, str]:
    ship, cause, remaining = decision.facts["ship"], decision.facts["cause"], decision.facts["left"]
    position, chart = state.pos[ship], state.chart
    if answer in ("stay", "stop", "pass"):
        return idle_refusal(cause, remaining)
    square = chart.squares.get(answer)
    if square is None:
        return "no-such-square", "There is no such square; name one like F5.", "M1"
    if position == ANCHORAGE and square != chart.port:
        return "anchorage-first", "From the anchorage the first square is the wharf of Port Blackwood.", "M6"
    if square == state.came[ship]:
        return "straight-back", "A ship never sails straight back to the square it has just left.", "M2"
    if square in state.monsters and not chart.land[square]:
        if cause in ("breeze", "siren"):
            return "round-monsters", "With a breeze or the sirens a ship must sail around the monsters.", "M7"
        return "round-monsters", "No ship sails through a monster; only the last square of a roll may have one.", "M8"
    (c0, r0), (c, r) = chart.cell(position), chart.cell(square)
    if abs(c - c0) == 1 == abs(r - r0) and remaining == 1:
        return "diagonal", "Ships sail up, down, left and right, never diagonally.", "M1"
    if remaining == 1 and chart.land[position]:
        return "one-step", "From land the die moves a ship one square only.", "I2"
    return "out-of-reach", f"{answer} cannot be reached with {remaining} {'square' if remaining == 1 else 'squares'} to sail.", "M3"


def idle_refusal(cause: str, remaining: int) -> tuple[str, str, str]:
    if cause == "push":
        return "must-push", "The ship that was hit is moved three squares, as far as it can go.", "K7"
    text = f"There {'is one square' if remaining == 1 else f'are {remaining} squares'} still to sail, and somewhere to sail to."
    return "must-sail-on", text, "M3"


def not_asked(state: State, seat: int, name: str) -> NotYourDecision:
    if name == "order" and state.agenda and state.agenda[-1] == ("end", seat):
        return NotYourDecision("only-end", "Event and voyage are done. All that is left is to end the turn: answer “end”.", "T1")
    sailing = name in ("sail", "ship", "order") and seat == state.turn and state.die != 6
    if sailing and any(state.is_held(ship) for ship in state.ships_of(seat)):
        return NotYourDecision("held", "A captive sails only with a six while the monster is at home.", "C6")
    return NotYourDecision(*NOT_ASKED.get(name, ("not-asked", "That is not a question for you now.", "T1")))
