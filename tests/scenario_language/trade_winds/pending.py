"""Read the pending steps of a turn: those on the agenda, the next one first."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.cards import CHANCE
from games.rulesets.trade_winds.chart import bearing
from games.rulesets.trade_winds.phases.gains import obey
from games.rulesets.trade_winds.state import State
from tests.scenario_language.crew_game.pending import Steps, chance_card, number, read_agenda, read_parts, read_step

from . import words

GOES = {"the pile": -1, "Pirate Island": -1, ISLE_NAMES[0]: -2, ISLE_NAMES[1]: -3}


def receiver(state: State, value: Any) -> int:
    """Return the receiver of a loss: the pile, an island or a captain."""
    return GOES[value] if value in GOES else words.seat_of(state, value)


def read_square(state: State, value: Any) -> int:
    return words.square(value)


CAPTAIN, SQUARE, NUMBER = words.seat_of, read_square, number

STEPS: Steps = {
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
"""Word in scenarios -> its step and its parts in order."""

PASSING = {"captain": CAPTAIN, "mover": CAPTAIN, "start": SQUARE, "to": SQUARE}
CARD = {"captain": CAPTAIN, "number": chance_card(CHANCE)}


def read_pending(state: State, value: Any) -> list[tuple]:
    """Return the agenda above the turn itself, in the engine's order: last step first."""
    return read_agenda(value, "fight: {attacker: Red, attacked: Blue}", partial(read_entry, state))


def read_entry(state: State, name: str, parts: Mapping) -> list[tuple]:
    """Return the step or steps that one entry stands for."""
    if name == "challenge":
        seat, mover, start, to = read_parts(state, PASSING, parts)
        state.heading[mover] = bearing(start, to)
        return [("challenge", seat, mover, start), ("voyage", mover, start, to)]
    if name == "card":
        seat, card = read_parts(state, CARD, parts)
        return obey(state, seat, card, CHANCE[card])
    return [read_step(state, STEPS, name, parts, ("card", "challenge"))]
