"""Set up a game."""

from collections.abc import Collection, Sequence
from typing import Any

from games.engine import Dice, Event
from games.kit.crew_game.crew import sailing
from games.kit.crew_game.table import deal_hands, ownerless

from .board import HARBOURS
from .cards import CHANCE, CREW_PACK, HAND, PIECES, PORT_STOCK
from .chart import CHART, HOMES, PORT_OF_COLOUR
from .context import GameContext, unseen
from .state import STEPS, State

CROWDED = 5
"""The minimum number of captains for two to share a side."""


def setup(places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Deal the game. `places[seat]` is a colour, clockwise round the board; `first` is the dealer's seat."""
    state = empty_state([PORT_OF_COLOUR[place] for place in places], first, options)
    context = GameContext(state, dice)
    state.chance = tuple(dice.shuffle(CHANCE, "chance"))
    pack = dice.shuffle(CREW_PACK, "crew")
    for port in ownerless(state.homes, state.first, len(CHART.ports)):
        stock(context, port, [pack.pop(0), pack.pop(0)])
    deal_hands(context, pack, first, HAND)
    return state, context.events


def stock(context: GameContext, port: int, crew: list[str]) -> None:
    """Put two crew cards face down, and the dearest treasure that brings their total worth to eight. Every kind is always available."""
    state, goods = context.state, PORT_STOCK[sailing(crew)]
    for piece in goods:
        state.treasure[piece] -= 1
    state.docks[port] = tuple(sorted(goods))
    state.ashore[port] = tuple(sorted((card, -1) for card in crew))
    context.tell("stocked", port=CHART.ports[port].name, goods=[*goods, *unseen(crew)], reveals=True)


def empty_state(homes: Sequence[int], first: int, options: dict[str, Any]) -> State:
    """Return the ships in their harbours and all treasure on its island, before any card is dealt."""
    state, count, ports = State(), len(homes), len(CHART.ports)
    state.options, state.homes, state.first, state.round, state.turn, state.active = options, tuple(homes), first, 1, first, first
    state.agenda = [STEPS(("before", first))]
    state.at = [CHART.harbours[home] for home in homes]
    state.heading = [CHART.exits[home][1] for home in homes]
    state.bans, state.queue, state.freed, state.gone = (), (), (), ()
    state.holds, state.kept, state.hands, state.fresh = [()] * count, [()] * count, [()] * count, [()] * count
    state.docks, state.zones, state.ashore = [()] * ports, [()] * ports, [()] * ports
    state.isles = [(), ()]
    state.treasure = dict(PIECES)
    state.moved, state.steps, state.entered, state.boost = "", 0, False, False
    state.draws, state.ended = 0, None
    state.crew, state.chance = (), ()
    return state


def places_left(taken: Collection[str], seats: int) -> tuple[str, ...]:
    """Return the colours that may still be taken at a table with this number of seats, clockwise."""
    homes = [HARBOURS[port] for port in HOMES]
    sides = {home.side for home in homes if home.colour in taken} if seats < CROWDED else set()
    return tuple(home.colour for home in homes if home.colour not in taken and home.side not in sides)
