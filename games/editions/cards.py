"""The games on offer as cards on the front page, built from each edition and its face."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.editions.guard import on_offer
from games.engine import Ruleset
from games.kit.face import GameCard
from games.kit.lesson import Lesson
from games.kit.parts import belongs_to, face_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A card on the front page. `card` is None if the edition does not describe itself."""

    rules: Ruleset
    card: GameCard | None

    @property
    def slug(self) -> str:
        """Return the card's own name in URLs, or "" for the edition's own card."""
        return self.card.slug if self.card else ""

    @property
    def name(self) -> str:
        return self.card.name if self.card and self.card.name else self.rules.name

    @property
    def label(self) -> str:
        """Return the small label beside the name."""
        return self.rules.edition if self.name == self.rules.name else f"of {self.rules.name}"

    @property
    def summary(self) -> str:
        return self.card.summary if self.card and self.card.summary else self.rules.summary

    @property
    def players(self) -> str:
        """Return the possible numbers of players in words, such as "2 to 6" or "4 or 6"."""
        if self.card and self.card.seats:
            return " or ".join(map(str, self.card.seats))
        least, most = self.rules.seats
        return f"{least} to {most}" if least < most else str(most)

    @property
    def seats(self) -> tuple[int, ...]:
        least, most = self.rules.seats
        return self.card.seats if self.card and self.card.seats else tuple(range(least, most + 1))

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.card.options) if self.card else {}

    @property
    def has_picture(self) -> bool:
        return self.card is not None and self.card.picture in face_of(self.rules).pictures

    @property
    def lesson(self) -> Lesson | None:
        return next((lesson for lesson in lessons_of(self.rules) if self.card and lesson.slug == self.card.lesson), None)

    @property
    def short_lessons(self) -> list[Lesson]:
        """Return the edition's lessons that no card offers as its first lesson. Only the edition's own card shows them."""
        firsts = {offer.lesson.slug for offer in cards_of(self.rules) if offer.lesson}
        return [] if self.slug else [lesson for lesson in lessons_of(self.rules) if lesson.slug not in firsts]


def lessons_of(rules: Ruleset) -> list[Lesson]:
    """Return the lessons of an edition, with the first voyage first, or [] if it has none."""
    return [lesson for lesson in face_of(rules).lessons if belongs_to(rules, lesson.edition)]


def cards_of(rules: Ruleset) -> list[Offer]:
    """Return the cards of an edition, at least one."""
    cards = [card for card in face_of(rules).cards if belongs_to(rules, card.edition)]
    return [Offer(rules, card) for card in cards] or [Offer(rules, None)]


def card_of_lesson(rules: Ruleset, lesson: Lesson) -> Offer | None:
    """Return the card that links to a lesson, or else the edition's own card. Return None if the edition is not on offer."""
    if rules.slug not in on_offer():
        return None
    return next((offer for offer in cards_of(rules) if offer.lesson == lesson), offer_of(rules.slug))


def offer_at(rules: Ruleset, options: Mapping[str, Any]) -> Offer:
    """Return the card that a table with the given options plays: the one with most options in common, or the edition's own card."""
    fitting = [offer for offer in cards_of(rules) if offer.options.items() <= options.items()]
    return max(fitting, key=lambda offer: len(offer.options), default=Offer(rules, None))


def offers() -> list[Offer]:
    """Return all cards on offer, in the order of the editions, but cards that ask to be first come first."""
    cards = [offer for rules in on_offer().values() for offer in cards_of(rules)]
    return sorted(cards, key=lambda offer: not (offer.card and offer.card.is_first))


def offer_of(slug: str, card: str = "") -> Offer | None:
    """Return the card with the given name of an edition on offer, or None."""
    rules = on_offer().get(slug)
    return next((offer for offer in cards_of(rules) if offer.slug == card), None) if rules else None
