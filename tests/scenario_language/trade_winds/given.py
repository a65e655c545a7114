"""Read a position into a state. Scenarios write only what matters; everything else has its usual value."""

from collections.abc import Mapping
from typing import Any

from games.engine import Event
from games.rulesets.trade_winds.board import HARBOURS
from games.rulesets.trade_winds.chart import CHART, HOMES
from games.rulesets.trade_winds.context import GameContext
from games.rulesets.trade_winds.ending import judge
from games.rulesets.trade_winds.options import OPTIONS, VERSION
from games.rulesets.trade_winds.phases import PHASES
from games.rulesets.trade_winds.setup import empty_state, places_left, setup
from games.rulesets.trade_winds.state import State
from tests.scenario_language.shared.given import named, table_options
from tests.scenario_language.shared.script import ScriptedDice
from tests.scenario_language.words import WordError, mapping, read_keys, under

from . import words
from .lying import Position


def position(given: Mapping[str, Any], dice: ScriptedDice) -> tuple[State, list[Event]]:
    """Return the written position, played on until a seat has to be asked, and the events on the way."""
    given = dict(given)
    ports = captains(given)
    homes = sorted(ports)
    options = table_options(given, OPTIONS, VERSION)
    with under("dealer"):
        dealer = words.port(given.pop("dealer", HARBOURS[ports[0]].colour))
        if dealer not in homes:
            raise WordError("The dealer is one of the captains.")
    if "new game" in given:
        with under("new game"):
            return new_game(homes, homes.index(dealer), options, given, dice)
    state = empty_state(homes, homes.index(dealer), options)
    Position(state, given, CHART).read()
    context = GameContext(state, dice)
    if len(state.agenda) > 1:
        PHASES.advance(context)
        judge(context)
    state.draws = dice.count
    return state, context.events


def captains(given: dict[str, Any]) -> list[int]:
    """Return the home ports: the named ones, or else those with ships, filled up to two from the north-west clockwise."""
    among = given.pop("captains", None)
    ships = mapping(given.get("ships"), "ships")
    with under("captains" if among is not None else "ships"):
        homes = [words.port(name) for name in ([*ships] if among is None else named(among))]
        if grey := [HARBOURS[home].name for home in homes if home not in HOMES]:
            raise WordError(f"{grey[0]} is nobody's home port.")
        if len(set(homes)) < len(homes):
            raise WordError("Every captain has a colour of their own.")
        if among is not None and (extra := [name for name in ships if words.port(name) not in homes]):
            raise WordError(f"{extra[0]} has a ship and is not among the captains.")
    for home in HOMES:
        if len(homes) < 2 and home not in homes and not shares_a_side(home, homes):
            homes.append(home)
    return homes


def shares_a_side(home: int, homes: list[int]) -> bool:
    """Return whether this captain would sit on the side of another."""
    return HARBOURS[home].side in [HARBOURS[other].side for other in homes]


def new_game(
    homes: list[int], dealer: int, options: dict[str, Any], given: dict[str, Any], dice: ScriptedDice
) -> tuple[State, list[Event]]:
    """Start a game from its first deal; `crew pack` sets the cards."""
    start = given.pop("new game")
    if given:
        raise WordError(f"A new game has no {', '.join(given)}; only captains, dealer, options.")
    for home in homes:
        others = [HARBOURS[other].colour for other in homes if other != home]
        if HARBOURS[home].colour not in places_left(others, len(homes)):
            raise WordError(f"With fewer than five captains {HARBOURS[home].colour} needs a side of the board to itself.")
    read: dict[str, Any] = {}
    keys = {"crew pack": lambda value: read.update(crew=words.crew(value))}
    read_keys(mapping(None if isinstance(start, bool) else start, "new game"), keys, "a new game")
    dice.orders["crew"] = [read["crew"]] if "crew" in read else []
    try:
        return setup([HARBOURS[home].colour for home in homes], dealer, options, dice)
    except LookupError as error:
        raise WordError(str(error.args[0])) from None
