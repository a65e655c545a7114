"""The ledger of a careful captain of Buccaneer."""

from collections import Counter
from collections.abc import Sequence

from games.kit.crew_game import ledger as shared
from games.kit.crew_game.crew import VALUE
from games.kit.ledger import Noted, Section

from .cards import CHANCE, NAMES, TREASURE
from .seen import View
from .setup import crew_pack

BACK = {"K1": 25, "K2": 26}
"""Kept card -> the chance card that goes under the pack when the kept card is used, if the table's options say so."""


def ledger(view: View, seen: Sequence[Noted], names: Sequence[str]) -> list[Section]:
    public, seat = view.public, view.seat
    if seat is None:
        return []
    hands = shared.hands_of(seat, len(names), seen)
    pack = shared.ChancePack(CHANCE, [number for number, card in CHANCE.items() if card.keep], BACK)
    for number, event in seen:
        if not (event.name == "chart-landed" and public.options["kidd_once"]):
            pack.note(number, event)
    crew = Counter(crew_pack(public.options["crew_deck"], len(names)))
    lying = [item for pile in (*public.docks, public.flat) for item in pile if item in VALUE]
    ashore = shared.in_all((*public.docks, *public.zones, public.flat))
    piles = (Counter(public.treasure), shared.in_all(public.holds), ashore)
    return [
        shared.known_crew(hands, lambda other, surely: str(public.crew_counts[other] - len(surely)), names),
        shared.crew_left(crew, (*view.hand, *view.fresh), lying, hands),
        *shared.chance_left(pack, public.chance_pile, {number: card.title for number, card in CHANCE.items()}, names),
        shared.treasure_left(TREASURE, NAMES, piles, "Treasure Island"),
        shared.balance(hands, names),
    ]
