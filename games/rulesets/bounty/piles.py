"""The cards of the seven packs and of the Treasure Chest for the rules page, with the number left where that number is public."""

from collections import Counter

from games.engine import Ruleset
from games.kit.face import Card, Pile

from .board import PORTS
from .cards import CHEST, ROLE, VALUE, pack
from .seen import View

KINDS = {"pirate": "Pirate", "warship": "Warship"}
MEANS = {
    "pirate": "On top of your hold it makes you a pirate, if you like. It sells for nothing.",
    "warship": "On top of your hold it makes you a warship. It sells for nothing.",
}
OF_THE_CHEST = "Lies face down; a throw of one draws the top card. Drawn cards are put aside and shuffled again when none is left."


def piles(rules: Ruleset, view: View | None = None) -> tuple[Pile, ...]:
    """Return the packs of the ports, then the Treasure Chest. Which cards of a pack are aboard ships is secret."""
    piles = []
    for number, port in enumerate(PORTS):
        cards = tuple(card(code, count, port.cargo) for code, count in Counter(pack(number)).items())
        about = f"The fee is {port.fee}. What has been sold comes back."
        piles.append(Pile(f"Cards of {port.name}", cards, about, view.public.packs[number] if view else None))
    return (*piles, chest(view))


def card(code: str, count: int, cargo: str) -> Card:
    role = ROLE[code]
    if role in KINDS:
        return Card(KINDS[role], MEANS[role], count)
    return Card(
        f"{cargo.capitalize()} worth {VALUE[code]}", f"Sells for {VALUE[code]} dubloons at Home Port. On top, you are a merchant.", count
    )


def chest(view: View | None) -> Pile:
    drawn = view.public.discarded if view else ()
    cards = tuple(
        Card(entry.title, entry.text, remaining=None if view is None else int(number not in drawn), number=number)
        for number, entry in CHEST.items()
    )
    return Pile("Cards of the Treasure Chest", cards, OF_THE_CHEST, view.public.chest if view else None)
