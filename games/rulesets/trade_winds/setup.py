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
"""The smallest number of captains at which two captains may share a side of the board."""


def setup(places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Deal a game, and return (state, events). `places[seat]` is a colour, clockwise round the board; `first` is the dealer's seat."""
    state = empty_state([PORT_OF_COLOUR[place] for place in places], first, options)
    context = GameContext(state, dice)
    state.chance = tuple(dice.shuffle(CHANCE, "chance"))
    pack = dice.shuffle(CREW_PACK, "crew")
    for port in ownerless(state.homes, state.first, len(CHART.ports)):
        stock(context, port, [pack.pop(0), pack.pop(0)])
    deal_hands(context, pack, first, HAND)
    return state, context.events


def stock(context: GameContext, port: int, crew: list[str]) -> None:
    """Stock a port with two crew cards, face down, and the dearest treasure that brings their worth to eight. No kind can run out."""
    state, goods = context.state, PORT_STOCK[sailing(crew)]
    for piece in goods:
        state.treasure[piece] -= 1
    state.docks[port] = tuple(sorted(goods))
    state.ashore[port] = tuple(sorted((card, -1) for card in crew))
    context.tell("stocked", port=CHART.ports[port].name, goods=[*goods, *unseen(crew)], reveals=True)


def empty_state(homes: Sequence[int], first: int, options: dict[str, Any]) -> State:
    """Return the state before any card is dealt: ships in their harbours, all treasure on Pirate Island."""
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
    """Return the colours still free at a table for `seats` captains, clockwise."""
    homes = [HARBOURS[port] for port in HOMES]
    sides = {home.side for home in homes if home.colour in taken} if seats < CROWDED else set()
    return tuple(home.colour for home in homes if home.colour not in taken and home.side not in sides)
