"""The event cards for the rules page, with the number of each left in a game."""

from games.engine import Ruleset
from games.kit.face import Card, Pile

from .board import EVENTS
from .cards import EVENT_CARDS
from .seen import View

DOES = {
    "bb": "You move Blackbeard three squares. Every ship where the move ends is captured.",
    "sm": "You move the Sea Monster three squares. Every ship where the move ends is captured.",
    "breeze": "You may sail one of your ships three squares, whatever it carries, out of captivity too.",
    "siren": "You may sail another player's ship three squares, wherever it is. It keeps its coins.",
}
ABOUT = "Used cards lie open, and are shuffled again when all are used. A table may roll a red die instead."


def piles(rules: Ruleset, view: View | None = None) -> tuple[Pile, ...]:
    counts = view.public.cards_left if view else {}
    cards = tuple(Card(EVENTS[event], DOES[event], count, counts.get(event)) for event, count in EVENT_CARDS.items())
    return (Pile("Event cards", cards, ABOUT, sum(counts.values()) if counts else None),)
