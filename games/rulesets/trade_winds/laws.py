"""Refusals. Each has a code, a sentence, and the rule that it rests on, such as M1 in the docs and scenario files."""

from typing import Any

from games.engine import Decision, IllegalAction, NotYourDecision
from games.kit.heading import HEADINGS

from .chart import CHART, SQUARES, apart, bearing
from .phases.sailing import allowed, lying, strength
from .state import State

LAW = {
    "sail": "M1", "heading": "M3", "boost": "I5", "trade": "P2", "stow": "P5", "safe": "P8", "salvage": "H1", "chart": "I5",
    "end": "T2", "free-turn": "F7", "attack": "F1", "check": "M12", "challenge": "M9", "spoils": "F5", "overload": "L3",
    "surrender": "F6", "drift": "I3", "gain": "I3", "treasure": "I6", "loss": "I3", "lose-treasure": "I3", "lose-crew": "I3",
    "best": "I3", "victim": "I3", "give": "I3", "reduce": "I3", "exchange": "I3", "partner": "I3", "fever": "I3",
}  # fmt: skip
NOT_ASKED = {
    "sail": ("not-your-turn", "It is not your turn to sail.", "T2"),
    "trade": ("no-trade", "You may trade when you have just entered a foreign harbour that has something of equal worth.", "P1"),
    "stow": ("not-at-home", "Things change between ship and docks only in your own harbour, on your own turn.", "P5"),
    "safe": ("not-three", "The safety zone takes three of a kind from your docks, or more of a kind that lies there.", "P8"),
    "boost": ("no-wind", "A Trade Wind is played before you sail, on a regular turn of your own.", "I5"),
    "salvage": ("not-there", "There is nothing for you to take here.", "H1"),
    "chart": ("no-chart", "A chart is played where a move of yours ends beside its island.", "I5"),
    "challenge": ("not-passing", "Nobody is sailing past you.", "M9"),
    "check": ("nothing-to-check", "Nobody has sailed further than their strength.", "M12"),
    "free-turn": ("no-free-turn", "You have no free turn now.", "F7"),
    "end": ("not-moved", "The turn ends after your ship has moved, or stayed.", "T2"),
}


def why_not(state: State, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
    if decision.name == "sail" and isinstance(answer, str):
        return IllegalAction(*sailing_refusal(state, decision, answer))
    if decision.name == "heading" and answer in HEADINGS:
        return IllegalAction("must-turn", "Turning has to change where the ship points.", "M3")
    if refusal.code == "no-room":
        return IllegalAction("no-room", "A ship carries no more than nineteen points of treasure.", "L2")
    if decision.name in ("salvage", "chart", "treasure") and refusal.code == "worth-too-much":
        return IllegalAction("worth-too-much", refusal.text, "L2" if decision.name == "salvage" else "I6")
    return IllegalAction(refusal.code, refusal.text, LAW.get(decision.name, "T3"))


def sailing_refusal(state: State, decision: Decision, answer: str) -> tuple[str, str, str]:
    """Return why a ship cannot sail to the answered square, as (code, sentence, law)."""
    seat, position = decision.seat, state.at[decision.seat]
    square = SQUARES.get(answer)
    if square is None:
        return "no-such-square", "There is no such square at sea; name one like M9, or a port.", "M6"
    if square == position:
        return "must-sail", "A ship does not turn in harbour: every arrow is free. A ship without crew does not turn at all.", "M4"
    if not any(square in ray for ray in CHART.rays[position]):
        return off_line(state, seat, square)
    there = lying(state, square, seat)
    if len(there) == 1 and state.banned(seat, there[0]):
        return "just-beaten", "You have beaten that ship; leave it alone until your next turn is over.", "F8"
    if not strength(state, seat):
        return "derelict", "A ship without crew drifts one square at a time.", "M11"
    course = bearing(position, square)
    if apart(position, square) > allowed(state, seat, course):
        cost = " and turning costs one" if course != state.heading[seat] and position not in CHART.port_at else ""
        return "too-far", f"Your strength is {strength(state, seat)}{cost}; that is {apart(position, square)} squares.", "M1"
    return "square-full", "Two ships lie there already.", "M8"


def off_line(state: State, seat: int, square: int) -> tuple[str, str, str]:
    """Return why no free line leads to `square`, as (code, sentence, law): no direction fits, or land is in the way."""
    position = state.at[seat]
    (c0, r0), (c, r) = CHART.cell(position), CHART.cell(square)
    across, up = c - c0, r - r0
    if across and up and abs(across) != abs(up):
        return "not-straight", "A move is one straight line along a row, a column or a diagonal.", "M2"
    if position in CHART.port_at:
        return "no-arrow", "A harbour is left along one of its arrows.", "M4"
    if square in CHART.port_at:
        return "no-entry", "A harbour is entered only against one of its arrows.", "M5"
    return "blocked", "Land, rocks or shallows are in the way.", "M6"


def not_asked(state: State, seat: int, name: str) -> NotYourDecision:
    return NotYourDecision(*NOT_ASKED.get(name, ("not-asked", "That is not a question for you now.", LAW.get(name, "T2"))))
