"""What is still to be done in a turn, as people write it: the steps on the agenda, the first one first."""

from collections.abc import Callable
from typing import Any

from games.kit.words import WordError, mapping, under, unknown, whole, yes_or_no
from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.phases.chance import obey
from games.rulesets.buccaneer.state import State

from . import words

CREW_GOES = {"Flat Island": -1, "Pirate Island": -2}


def chance_card(state: State, value: Any) -> int:
    number = whole(value, 1)
    if number not in CHANCE:
        raise WordError(f"{number} is no chance card; they are numbered 1 to {len(CHANCE)}.")
    return number


def receiver(state: State, value: Any) -> int:
    """Who gets what is lost: an island or a captain."""
    return CREW_GOES[value] if str(value) in CREW_GOES else words.seat_of(state, value)


def read_square(state: State, value: Any) -> int:
    return words.square(state.sea, value)


def read_heading(state: State, value: Any) -> int:
    return words.heading(value)


def read_number(state: State, value: Any) -> int:
    return whole(value)


def read_flag(state: State, value: Any) -> bool:
    return yes_or_no(value)


CAPTAIN, SQUARE, HEADING, NUMBER, FLAG = words.seat_of, read_square, read_heading, read_number, read_flag
COURSES = ("attack", "heading", "flee-heading")
"""Steps in which a ship is about to sail to a square."""
OPTIONAL = {"target": None, "free": False}

STEPS: dict[str, tuple[str, dict[str, Callable[[State, Any], Any]]]] = {
    "attack": ("attack", {"captain": CAPTAIN, "square": SQUARE}),
    "heading": ("heading", {"captain": CAPTAIN, "square": SQUARE, "target": CAPTAIN}),
    "fight": ("fight", {"attacker": CAPTAIN, "attacked": CAPTAIN}),
    "spoils": ("spoils", {"winner": CAPTAIN, "loser": CAPTAIN}),
    "keep": ("keep", {"captain": CAPTAIN}),
    "surrender": ("surrender", {"captain": CAPTAIN, "to": CAPTAIN, "count": NUMBER}),
    "flee": ("flee", {"captain": CAPTAIN, "from": CAPTAIN}),
    "flee heading": ("flee-heading", {"captain": CAPTAIN, "square": SQUARE, "from": CAPTAIN}),
    "stop": ("arrive", {"captain": CAPTAIN, "square": SQUARE}),
    "draw": ("draw", {"captain": CAPTAIN}),
    "berth": ("berth", {"captain": CAPTAIN, "square": SQUARE}),
    "point": ("point", {"captain": CAPTAIN}),
    "give": ("give", {"captain": CAPTAIN, "to": CAPTAIN, "count": NUMBER}),
    "reduce": ("reduce", {"captain": CAPTAIN, "limit": NUMBER}),
    "exchange": ("swap", {"captain": CAPTAIN}),
    "fever": ("fever", {"captain": CAPTAIN}),
    "treasure": ("treasure", {"captain": CAPTAIN, "limit": NUMBER}),
    "crew": ("join", {"captain": CAPTAIN, "count": NUMBER}),
    "lose treasure": ("lose-treasure", {"captain": CAPTAIN, "to": receiver}),
    "lose crew": ("lose-crew", {"captain": CAPTAIN, "to": receiver, "count": NUMBER}),
    "salvage": ("salvage", {"captain": CAPTAIN}),
    "chart": ("dig", {"captain": CAPTAIN}),
    "dock": ("dock", {"captain": CAPTAIN}),
}
"""What people write -> the step it is, and its parts in order."""

PASSING = {"captain": CAPTAIN, "mover": CAPTAIN, "start": SQUARE, "to": SQUARE, "heading": HEADING, "target": CAPTAIN, "free": FLAG}
CARD = {"captain": CAPTAIN, "number": chance_card}


def read_pending(state: State, value: Any) -> list[tuple]:
    """The agenda above the turn itself, last step first as the engine keeps it."""
    steps: list[tuple] = []
    for entry in value if isinstance(value, list) else [value]:
        given = mapping(entry, "A pending step")
        if len(given) != 1:
            raise WordError("A pending step is written like flee: {captain: London, from: Genoa}.")
        ((name, parts),) = given.items()
        with under(name):
            steps += read_step(state, name, mapping(parts, name))
    return steps[::-1]


def read_step(state: State, name: str, parts) -> list[tuple]:
    """The step or steps that one entry stands for."""
    if name == "intercept":
        seat, mover, start, to, heading, target, free = read_parts(state, PASSING, parts)
        if not any(to in ray and state.at[mover] in ray[: ray.index(to)] for ray in state.sea.rays[start]):
            raise WordError("impossible: the mover does not lie on the line from start to to.")
        return [("intercept", seat, mover, start, free), ("voyage", mover, start, to, heading, target, free, ())]
    if name == "card":
        seat, number = read_parts(state, CARD, parts)
        return obey(state, seat, number, CHANCE[number])
    if name not in STEPS:
        raise unknown("pending step", name, ("card", "intercept", *STEPS))
    kind, fields = STEPS[name]
    found = read_parts(state, fields, parts)
    if kind in COURSES and not any(found[1] in ray for ray in state.sea.rays[state.at[found[0]]]) and found[1] != state.at[found[0]]:
        raise WordError("impossible: that square is on no line of the ship.")
    return [(kind, *found)]


def read_parts(state: State, fields: dict[str, Callable], parts) -> list[Any]:
    """The parts of a step in order; those of OPTIONAL may be left out."""
    for key in parts:
        if key not in fields:
            raise unknown("part of this step", key, fields)
    found = []
    for key, read in fields.items():
        if key not in parts:
            if key not in OPTIONAL:
                raise WordError(f"{key} is missing.")
            found.append(OPTIONAL[key])
            continue
        with under(key):
            found.append(read(state, parts[key]))
    return found
