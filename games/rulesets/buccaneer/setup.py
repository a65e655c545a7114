"""Set up a game (laws 1 to 6)."""

from collections.abc import Sequence
from typing import Any

from games.engine import Dice, Event
from games.kit.crew_game.crew import sailing
from games.kit.crew_game.table import deal_hands, ownerless

from .cards import CHANCE, CREW_DECKS, PORT_STOCK, TREASURE
from .context import GameContext
from .editions import Edition
from .state import STEPS, State


def setup(edition: Edition, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Deal a game. `places[seat]` is a port's slug, clockwise; `first` deals if the edition does not cut for the dealer."""
    state = empty_state(edition, [edition.sea.slugs.index(place) for place in places], first, options)
    context = GameContext(state, dice)
    if edition.cut_for_dealer:
        first = cut_for_dealer(context)
    state.chance = tuple(dice.shuffle(CHANCE, "chance"))
    pack = dice.shuffle(crew_pack(state.options["crew_deck"], len(places)), "crew")
    for port in ownerless(state.homes, state.first, len(state.sea.ports)):
        stock(context, port, [pack.pop(0), pack.pop(0)])
    pack = dice.shuffle(pack, "crew")
    deal_hands(context, pack, first, edition.hand)
    return state, context.events


def cut_for_dealer(context: GameContext) -> int:
    """Let every captain draw a chance card; the captain with the highest card deals, and moves first (law 3)."""
    state = context.state
    cards = context.dice.shuffle(CHANCE, "cut")[: len(state.homes)]
    for seat, card in enumerate(cards):
        context.tell("cut", seat, number=card, reveals=True)
    dealer = cards.index(max(cards))
    state.first, state.turn, state.agenda = dealer, dealer, [STEPS(("before", dealer))]
    return dealer


def crew_pack(option: Any, players: int) -> list[str]:
    """Return all crew cards of this table's pack, in a fixed order."""
    numbers = CREW_DECKS[pack_size(option, players)]
    return [colour + number for colour in "BR" for number, count in numbers.items() for _ in range(count)]


def pack_size(option: Any, players: int) -> int:
    return (72 if players > 6 else 52) if option == "by-players" else int(option)


def stock(context: GameContext, port: int, crew: list[str]) -> None:
    """Put two crew cards on a port's docks, with treasure that brings the total worth to eight (law 6)."""
    goods = list(crew)
    for piece in PORT_STOCK[sailing(crew)]:
        if piece == "gem":
            piece = gem(context)
        context.state.treasure[piece] -= 1
        goods.append(piece)
    context.state.docks[port] = tuple(sorted(goods))
    context.tell("stocked", port=context.state.sea.ports[port].name, goods=goods, reveals=True)


def gem(context: GameContext) -> str:
    """Return a diamond or a ruby at random, or the other kind if one kind has run out (R-5)."""
    gems = [piece for piece in ("D", "U") if context.state.treasure[piece]]
    return gems[context.dice.below(2, "gem")] if len(gems) == 2 else gems[0]


def empty_state(edition: Edition, homes: Sequence[int], first: int, options: dict[str, Any]) -> State:
    """Return a state with ships in their harbours and all treasure on its island, before any card is dealt."""
    state, count, sea = State(edition), len(homes), edition.sea
    state.options, state.homes, state.first, state.round, state.turn = options, tuple(homes), first, 1, first
    state.agenda = [STEPS(("before", first))]
    state.at = [sea.harbours[home] for home in homes]
    state.heading = [sea.exits[home][1] for home in homes]
    state.bound, state.barred, state.flat, state.discarded, state.chain, state.gone = (), (), (), (), (), ()
    state.holds, state.kept, state.hands, state.fresh = [()] * count, [()] * count, [()] * count, [()] * count
    state.docks, state.zones = [()] * len(sea.ports), [()] * len(sea.ports)
    state.treasure = dict.fromkeys(TREASURE, edition.pieces)
    state.chart_used, state.sailed, state.moved, state.by_fight = False, None, "", False
    state.draws, state.ended, state.strength = 0, None, [0] * count
    state.crew, state.chance = (), ()
    return state
