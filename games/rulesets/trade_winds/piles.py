"""The cards and pieces of this edition for the rules page, with the number left where that number is public."""

from collections import Counter

from games.engine import Ruleset
from games.kit.crew_game.crew import CREW_WORDS
from games.kit.face import Card, Pile
from games.kit.sentences import capital

from .cards import CHANCE, CREW_PACK, NAMES, PIECES, TEXTS, TREASURE
from .seen import View

OF_CHANCE = (
    "Used cards go to the bottom of the pack. Kept cards lie face up in front of their player, or in the port where they were traded."
)
OF_CREW = "Everyone may know the numbers in every hand, but not the colours."
OF_TREASURE = "It lies on Pirate Island, and comes from there by chance cards only."


def piles(rules: Ruleset, view: View | None = None) -> tuple[Pile, ...]:
    return chance(view), crew(view), treasure(view)


def chance(view: View | None) -> Pile:
    """Return the chance pack. Cards that players keep are public, and count as gone from the pack."""
    kept_cards = Counter(card for cards in (*view.public.kept, *view.docks) for card in cards) if view else Counter()
    cards = tuple(
        Card(card.title, TEXTS[number], remaining=None if view is None else int(not kept_cards[card.keep]), number=number)
        for number, card in CHANCE.items()
    )
    return Pile("Every chance card", cards, OF_CHANCE, view.public.chance_pile if view else None)


def crew(view: View | None) -> Pile:
    cards = tuple(Card(capital(CREW_WORDS[code]), count=count) for code, count in Counter(CREW_PACK).items())
    return Pile("Every crew card", cards, OF_CREW, view.public.crew_pile if view else None)


def treasure(view: View | None) -> Pile:
    stock = view.public.treasure if view else {}
    cards = tuple(Card(capital(NAMES[kind]), f"Worth {TREASURE[kind]}.", count, stock.get(kind)) for kind, count in PIECES.items())
    return Pile("Every piece of treasure", cards, OF_TREASURE, sum(stock.values()) if view else None, "pieces")
