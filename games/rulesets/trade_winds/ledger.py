"""The ledger of a careful captain of Trade Winds. It mostly tracks the colours of crew, since the numbers are public."""

from collections import Counter
from collections.abc import Sequence

from games.kit.crew_game import ledger as shared
from games.kit.crew_game.crew import without
from games.kit.ledger import Noted, Section, listed

from .cards import CARD_OF, CHANCE, CREW_PACK, NAMES, TREASURE
from .seen import View


def ledger(view: View, seen: Sequence[Noted], names: Sequence[str]) -> list[Section]:
    public, seat = view.public, view.seat
    if seat is None:
        return []
    hands = shared.hands_of(seat, len(names), seen)
    pack = shared.ChancePack(CHANCE, [number for number, card in CHANCE.items() if card.keep], CARD_OF)
    for number, event in seen:
        pack.note(number, event)

    def rest(other: int, surely: tuple[str, ...]) -> str:
        return listed([str(number) for number in without(public.backs[other], [int(card[1]) for card in surely])])

    ashore = shared.in_all((*view.docks, *public.zones, *public.isles))
    piles = (Counter(public.treasure), shared.in_all(public.holds), ashore)
    return [
        shared.known_crew(hands, rest, names, "Numbers of the others"),
        shared.crew_left(Counter(CREW_PACK), (*view.hand, *view.fresh), ashore.elements(), hands),
        *shared.chance_left(pack, public.chance_pile, {number: card.title for number, card in CHANCE.items()}, names),
        shared.treasure_left(TREASURE, NAMES, piles, "Pirate Island"),
        shared.balance(hands, names),
    ]
