"""Every card and piece of an edition for the rules page, with the numbers that are public at a table."""

from games.kit.crew_game.crew import CREW_WORDS
from games.kit.face import Card, Pile
from games.kit.sentences import capital

from .card_texts import face
from .cards import CHANCE, CREW_DECKS, NAMES, TREASURE
from .editions import Edition
from .rules import Buccaneer
from .seen import View
from .setup import pack_size

OF_CHANCE = (
    "Used cards go to the bottom of the pack. Kept cards lie face up in front of their player, or in the port where they were traded."
)
OF_CREW = "Everyone may know how many cards you have, but not which."
OF_TREASURE = "It lies on Treasure Island, and comes from there by chance cards only."


def piles(rules: Buccaneer, view: View | None = None) -> tuple[Pile, ...]:
    return chance(rules.data, view), crew(rules.data, view), treasure(rules.data, view)


def chance(edition: Edition, view: View | None) -> Pile:
    """Return the chance pack. Cards that players keep are public and not in the pack."""
    cards = tuple(
        Card(card.title, face(number, edition), remaining=in_pack(card.keep, view), number=number) for number, card in CHANCE.items()
    )
    return Pile("Every chance card", cards, OF_CHANCE, view.public.chance_pile if view else None)


def in_pack(item: str, view: View | None) -> int | None:
    """Return 1 if this card is in the pack, 0 if a player or a port has it; None if it was used up or there is no view."""
    if view is None:
        return None
    out = {card for cards in (*view.public.kept, *view.public.docks) for card in cards}
    used_up = item in ("K1", "K2") and view.public.chart_used and view.public.options["kidd_once"] and item not in out
    return None if used_up else int(item not in out)


def crew(edition: Edition, view: View | None) -> Pile:
    """Return the crew pack of this table, or the usual pack without a view; only the size of the pile is public."""
    option = (view.public.options if view else edition.agreed)["crew_deck"]
    numbers = CREW_DECKS[pack_size(option, len(view.public.homes) if view else edition.seats[0])]
    cards = tuple(Card(capital(CREW_WORDS[colour + number]), count=count) for colour in "BR" for number, count in numbers.items())
    return Pile("Every crew card", cards, OF_CREW, view.public.crew_pile if view else None)


def treasure(edition: Edition, view: View | None) -> Pile:
    stock = view.public.treasure if view else {}
    cards = tuple(Card(capital(NAMES[kind]), f"Worth {worth}.", edition.pieces, stock.get(kind)) for kind, worth in TREASURE.items())
    return Pile("Every piece of treasure", cards, OF_TREASURE, sum(stock.values()) if view else None, "pieces")
