"""Read the pending steps of a turn: those on the agenda, the next one first."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.phases.chance import obey
from games.rulesets.buccaneer.state import STEPS as NAMED
from games.rulesets.buccaneer.state import State
from tests.scenario_language.crew_game.pending import Steps, chance_card, flag, number, read_agenda, read_parts, read_step
from tests.scenario_language.crew_game.words import heading
from tests.scenario_language.words import WordError

from . import words

CREW_GOES = {"Flat Island": -1, "Pirate Island": -2}


def receiver(state: State, value: Any) -> int:
    """Return the receiver of a loss: an island or a captain."""
    return CREW_GOES[value] if str(value) in CREW_GOES else words.seat_of(state, value)


def read_square(state: State, value: Any) -> int:
    return words.square(state.sea, value)


def read_heading(state: State, value: Any) -> int:
    return heading(value)


CAPTAIN, SQUARE, HEADING, NUMBER, FLAG = words.seat_of, read_square, read_heading, number, flag
COURSES = ("attack", "heading", "flee-heading")
"""Steps in which a ship is about to sail to a square."""
OPTIONAL = {"target": None, "free": False}

STEPS: Steps = {
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
    "window": ("window", {"captain": CAPTAIN, "hours": NUMBER}),
}
"""Word in scenarios -> its step and its parts in order."""

PASSING = {"captain": CAPTAIN, "mover": CAPTAIN, "start": SQUARE, "to": SQUARE, "heading": HEADING, "target": CAPTAIN, "free": FLAG}
CARD = {"captain": CAPTAIN, "number": chance_card(CHANCE)}


def read_pending(state: State, value: Any) -> list[tuple]:
    """Return the agenda above the turn itself, in the engine's order: last step first."""
    return read_agenda(value, "flee: {captain: London, from: Genoa}", partial(read_entry, state))


def read_entry(state: State, name: str, parts: Mapping) -> list[tuple]:
    """Return the step or steps that one entry stands for."""
    if name == "intercept":
        seat, mover, start, to, heading, target, free = read_parts(state, PASSING, parts, OPTIONAL)
        if not any(to in ray and state.at[mover] in ray[: ray.index(to)] for ray in state.sea.rays[start]):
            raise WordError("impossible: the mover does not lie on the line from start to to.")
        return [("intercept", seat, mover, start, free), ("voyage", mover, start, to, heading, target, free, ())]
    if name == "card":
        seat, card = read_parts(state, CARD, parts)
        return obey(state, seat, card, CHANCE[card])
    step = NAMED(read_step(state, STEPS, name, parts, ("card", "intercept"), OPTIONAL))
    here = state.at[step.seat]
    if step.kind in COURSES and not any(step.square in ray for ray in state.sea.rays[here]) and step.square != here:
        raise WordError("impossible: that square is on no line of the ship.")
    return [step]
