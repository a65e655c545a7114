"""What is still to be done in a turn, as people write it: the steps on the agenda, the first one first."""

from collections.abc import Callable
from typing import Any

from games.kit.words import WordError, mapping, under, unknown, whole
from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.cards import CHANCE
from games.rulesets.trade_winds.chart import bearing
from games.rulesets.trade_winds.phases.chance import obey
from games.rulesets.trade_winds.state import State

from . import words

GOES = {"the pile": -1, "Pirate Island": -1, ISLE_NAMES[0]: -2, ISLE_NAMES[1]: -3}


def chance_card(state: State, value: Any) -> int:
    number = whole(value, 1)
    if number not in CHANCE:
        raise WordError(f"{number} is no chance card; they are numbered 1 to {len(CHANCE)}.")
    return number


def receiver(state: State, value: Any) -> int:
    """Who gets what is lost: the pile, an island or a captain."""
    return GOES[value] if value in GOES else words.seat_of(state, value)


def read_square(state: State, value: Any) -> int:
    return words.square(value)


def read_number(state: State, value: Any) -> int:
    return whole(value)


CAPTAIN, SQUARE, NUMBER = words.seat_of, read_square, read_number

STEPS: dict[str, tuple[str, dict[str, Callable[[State, Any], Any]]]] = {
    "turn": ("turn", {"captain": CAPTAIN}),
    "fight": ("fight", {"attacker": CAPTAIN, "attacked": CAPTAIN}),
    "spoils": ("spoils", {"winner": CAPTAIN, "loser": CAPTAIN}),
    "overload": ("overload", {"captain": CAPTAIN}),
    "surrender": ("surrender", {"captain": CAPTAIN, "to": CAPTAIN}),
    "arrive": ("arrive", {"captain": CAPTAIN}),
    "draw": ("draw", {"captain": CAPTAIN}),
    "give": ("give", {"captain": CAPTAIN, "to": CAPTAIN}),
    "reduce": ("reduce", {"captain": CAPTAIN, "limit": NUMBER}),
    "exchange": ("swap", {"captain": CAPTAIN}),
    "fever": ("fever", {"captain": CAPTAIN}),
    "treasure": ("treasure", {"captain": CAPTAIN, "limit": NUMBER}),
    "crew": ("join", {"captain": CAPTAIN, "count": NUMBER}),
    "lose treasure": ("lose-treasure", {"captain": CAPTAIN, "to": receiver}),
    "lose crew": ("lose-crew", {"captain": CAPTAIN, "to": receiver, "count": NUMBER}),
}
"""What people write -> the step it is, and its parts in order."""

PASSING = {"captain": CAPTAIN, "mover": CAPTAIN, "start": SQUARE, "to": SQUARE}
CARD = {"captain": CAPTAIN, "number": chance_card}


def read_pending(state: State, value: Any) -> list[tuple]:
    """The agenda above the turn itself, last step first as the engine keeps it."""
    steps: list[tuple] = []
    for entry in value if isinstance(value, list) else [value]:
        given = mapping(entry, "A pending step")
        if len(given) != 1:
            raise WordError("A pending step is written like fight: {attacker: Red, attacked: Blue}.")
        ((name, parts),) = given.items()
        with under(name):
            steps += read_step(state, name, mapping(parts, name))
    return steps[::-1]


def read_step(state: State, name: str, parts) -> list[tuple]:
    """The step or steps that one entry stands for."""
    if name == "challenge":
        seat, mover, start, to = read_parts(state, PASSING, parts)
        state.heading[mover] = bearing(start, to)
        return [("challenge", seat, mover, start), ("voyage", mover, start, to)]
    if name == "card":
        seat, number = read_parts(state, CARD, parts)
        return obey(state, seat, number, CHANCE[number])
    if name not in STEPS:
        raise unknown("pending step", name, ("card", "challenge", *STEPS))
    kind, fields = STEPS[name]
    return [(kind, *read_parts(state, fields, parts))]


def read_parts(state: State, fields: dict[str, Callable], parts) -> list[Any]:
    """The parts of a step in order."""
    for key in parts:
        if key not in fields:
            raise unknown("part of this step", key, fields)
    found = []
    for key, read in fields.items():
        if key not in parts:
            raise WordError(f"{key} is missing.")
        with under(key):
            found.append(read(state, parts[key]))
    return found
