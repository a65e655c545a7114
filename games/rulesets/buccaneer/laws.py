"""Refusals, each with a code, a sentence and the law behind it."""

from typing import Any

from games.engine import Decision, IllegalAction, NotYourDecision
from games.kit.crew_game.crew import sailing
from games.kit.heading import STEPS

from .phases.sailing import crowd, is_bound
from .sea import span
from .state import State

LAW = {
    "sail": "8", "attack": "12", "heading": "8", "trade": "10", "stow": "11", "safe": "18", "land-john": "9", "hire-john": "9",
    "salvage": "15", "maroon": "15", "chart": "9", "end": "8", "docked": "11", "dispute": "16", "intercept": "12", "spoils": "12",
    "keep": "17", "surrender": "12", "flee": "12", "flee-heading": "12", "berth": "9B", "port-ahead": "9", "gain": "9",
    "treasure": "9", "loss": "9", "lose-treasure": "9", "lose-crew": "9", "best": "9", "victim": "9B", "give": "9B",
    "reduce": "9", "exchange": "9", "partner": "9", "fever": "9B", "close-window": "16",
}  # fmt: skip


def why_not(state: State, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
    if decision.name in ("sail", "flee") and isinstance(answer, str):
        code, text, law = sailing_refusal(state, decision, answer)
        return IllegalAction(code, text, law)
    if decision.name == "heading" and answer in ("N", "NE", "E", "SE", "S", "SW", "W", "NW"):
        if decision.facts.get("target") is not None:
            return IllegalAction("not-alongside", "An attacker's ship lies parallel to the other one, or exactly against it.", "12")
        return IllegalAction("must-turn", "Turning on the spot has to change where the ship points.", "8")
    if refusal.code == "no-room":
        return IllegalAction("no-room", "A ship carries no more than two pieces of treasure.", "17")
    return IllegalAction(refusal.code, refusal.text, LAW.get(decision.name, "8"))


def sailing_refusal(state: State, decision: Decision, answer: str) -> tuple[str, str, str]:
    """Return why a ship cannot sail to the answered square, as (code, sentence, law)."""
    seat, position = decision.seat, state.at[decision.seat]
    free = decision.name == "flee"
    if answer == "stay":
        return stay_refusal(state, seat)
    square = state.sea.squares.get(answer)
    if square is None:
        return "no-such-square", "There is no such square at sea; name one like M9, or a port.", "8"
    if square == position:
        return turn_refusal(state, seat, free)
    if is_bound(state, seat) and not free and square not in state.sea.rays[position][state.heading[seat]]:
        return "bound", "The winner of a fight must sail straight ahead first.", "12"
    lines = [
        ray
        for heading, ray in enumerate(state.sea.rays[position])
        if free or position in state.sea.port_at or not state.hands[seat] or heading == state.heading[seat]
    ]
    if not any(square in line for line in lines):
        return off_line(state, seat, square)
    if crowd(state, square, seat) >= 2:
        return "square-full", "Two ships lie there already.", "8"
    if not state.hands[seat]:
        return "derelict", "A ship without crew drifts one square at a time.", "13"
    return "too-far", f"Your crew is worth {sailing(state.hands[seat])}; that is {span(state.sea, position, square)} squares.", "8"


def stay_refusal(state: State, seat: int) -> tuple[str, str, str]:
    if state.at[seat] in state.sea.port_at:
        return "must-sail", "Only at home may a ship stay in harbour; from here it has to sail.", "8"
    return "must-move", "At sea a ship sails or turns at every turn.", "8"


def turn_refusal(state: State, seat: int, free: bool) -> tuple[str, str, str]:
    if free:
        return "must-move", "A free move goes at least one square.", "12"
    if state.at[seat] in state.sea.port_at:
        return "must-sail", "Turning in harbour is not a move; sail out, or stay if you are at home.", "8"
    return "bound", "The winner of a fight must sail straight ahead first.", "12"


def off_line(state: State, seat: int, square: int) -> tuple[str, str, str]:
    """Return why a square is not on a free line ahead of the ship: blocked by land, or in another direction."""
    (c0, r0), (c, r) = state.sea.cell(state.at[seat]), state.sea.cell(square)
    across, up = c - c0, r - r0
    if across and up and abs(across) != abs(up):
        return "not-straight", "A move is one straight line along a row, a column or a diagonal.", "8"
    if state.at[seat] in state.sea.port_at:
        return "no-exit", "A harbour is left straight out or on either diagonal beside it.", "8"
    step = ((across > 0) - (across < 0), (up > 0) - (up < 0))
    if STEPS.index(step) == state.heading[seat]:
        return "blocked", "Land, or the end of the line, is in the way.", "8"
    return "not-ahead", "A ship sails only the way it points.", "8"


NOT_ASKED = {
    "sail": ("not-your-turn", "It is not your turn to sail.", "7"),
    "trade": (
        "no-trade",
        "There is nothing to trade here now: that needs a foreign port on your own turn and something of equal worth.",
        "10",
    ),
    "stow": ("not-at-home", "Crew and cargo change between ship and docks only in your own harbour, on your own turn.", "11"),
    "safe": ("not-three", "The safety zone takes three of a kind from your docks, or one more of a kind that lies there.", "18"),
    "land-john": ("no-john", "Long John Silver can be left only in a port with crew for sale, by the captain who has that card.", "9"),
    "hire-john": ("no-john", "Long John Silver is hired in the port where that card lies, for one treasure aboard.", "9"),
    "salvage": ("not-there", "There is nothing for you to take here.", "15"),
    "maroon": ("not-there", "Crew is landed on Flat Island only, on your own turn.", "15"),
    "chart": ("no-chart", "A chart is landed at the anchor, with room in the hold, and only while it can still find treasure.", "9"),
    "dispute": ("cannot-dispute", "There is no move to dispute now: none that could have been too far, or the time for it is over.", "16"),
    "close-window": ("not-yours", "The time for disputes ends by itself.", "16"),
    "intercept": ("not-passing", "Nobody is sailing past you.", "12"),
    "end": ("not-moved", "The turn ends after your ship has moved.", "8"),
}


def not_asked(state: State, seat: int, name: str) -> NotYourDecision:
    code, text, law = NOT_ASKED.get(name, ("not-asked", "That is not a question for you now.", LAW.get(name, "7")))
    return NotYourDecision(code, text, law)
