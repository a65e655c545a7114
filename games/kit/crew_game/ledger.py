"""A captain's ledger in a crew game: cards that others surely hold, fights, crew gained and lost, and the chance pack."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from games.engine import Event
from games.kit.ledger import Noted, Section, one_by_one
from games.kit.sentences import capital, counted_off

from .crew import CREW, CREW_WORDS

BACKS = ("?1", "?2", "?3")
BETWEEN_TWO = frozenset(("crew-lost", "crew-given", "crew-taken", "crew-surrendered", "crew-mixed"))
"""Events in which crew moves between two hands. The next event names the cards to those two captains; others learn only the number."""
LEAVING = frozenset(("crew-buried", "crew-returned", "deserted", "fever", "crew-exchanged"))
"""Events in which crew moves from a hand to the pile, unseen by the other captains."""


class Hands:
    """One captain's knowledge of other captains' hands: for each hand and kind of card, the number that the hand surely contains.

    A card that leaves a hand unseen may be of any kind (of either colour if its back shows the number), so every such kind is reduced.
    """

    def __init__(self, seat: int, seats: int):
        self.seat = seat
        self.held: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.seen_at: list[int | None] = [None] * seats
        self.won, self.lost = [0] * seats, [0] * seats
        self.joined, self.gone = [0] * seats, [0] * seats

    def add(self, seat: int, cards: Iterable[str]) -> None:
        """Add cards to a hand. Faces become known; backs are only counted."""
        cards = tuple(cards)
        self.joined[seat] += len(cards)
        self.held[seat].update(card for card in cards if card in CREW)

    def take(self, seat: int, cards: Iterable[str]) -> None:
        """Remove cards from a hand; each card is known by its face or only by its back."""
        for card in cards:
            self.gone[seat] += 1
            for kind in [card] if card in CREW else [colour + card[1] for colour in "BR"]:
                self.held[seat][kind] = max(0, self.held[seat][kind] - 1)

    def take_unseen(self, seat: int, count: int, backs: Sequence[str] | None = None) -> None:
        """Remove `count` cards with unknown faces from a hand; `backs` lists their backs, if known."""
        if backs is not None:
            self.take(seat, backs)
            return
        self.gone[seat] += count
        for kind in CREW:
            self.held[seat][kind] = max(0, self.held[seat][kind] - count)

    def note(self, number: int, event: Event) -> None:
        """Record what this event reveals about hands."""
        facts, seat = event.facts, event.seat
        if event.name == "hands-shown":
            for shown, hand in facts["hands"].items():
                self.held[int(shown)], self.seen_at[int(shown)] = Counter(hand), number
        elif seat is not None and event.name in BETWEEN_TWO:
            self.between_two(event, seat, facts["receiver"] if "receiver" in facts else facts["other"])
        elif seat is not None:
            self.note_own(event.name, seat, facts)

    def note_own(self, name: str, seat: int, facts: Mapping[str, Any]) -> None:
        """Record what an event reveals about its own captain's hand."""
        if name in LEAVING:
            self.take_unseen(seat, facts["count"] - len(facts.get("docked", ())), facts.get("backs"))
        if name in ("crew-joined", "crew-exchanged"):
            self.add(seat, ("?",) * facts["count"])
        elif name == "crew-changed-hands":  # both captains see these cards
            self.take(facts["other"], facts["cards"])
            self.add(seat, facts["cards"])
        elif name in ("traded", "stowed"):
            self.take(seat, crew_of(facts["given"]))
            self.add(seat, crew_of(facts["taken"]))
        elif name in ("salvaged", "john-landed"):
            self.add(seat, crew_of(facts.get("crew", facts.get("goods", ()))))
        elif name in ("marooned", "crew-washed-up"):
            self.take(seat, crew_of(facts["goods"]))
        elif name == "fight-won":
            self.won[seat] += 1
            self.lost[facts["other"]] += 1
        elif name == "left":
            self.held[seat].clear()

    def between_two(self, event: Event, seat: int, other: int) -> None:
        """Move unknown crew between two hands. Skip moves that involve this captain, since the next event names the cards."""
        facts, count = event.facts, event.facts["count"]
        if self.seat in (seat, other):
            return
        giver, getter = (other, seat) if event.name == "crew-taken" else (seat, other)
        backs, docked = facts.get("backs"), facts.get("docked", ())
        self.take_unseen(giver, count - len(docked), backs)
        self.add(getter, backs or ("?",) * (count - len(docked)))
        self.add(getter, docked)
        if event.name == "crew-mixed":
            self.take_unseen(getter, count)
            self.add(giver, ("?",) * count)

    def surely(self, seat: int) -> tuple[str, ...]:
        return tuple(sorted(self.held[seat].elements()))


def crew_of(goods: Iterable[str]) -> tuple[str, ...]:
    return tuple(item for item in goods if item in CREW or item in BACKS)


def hands_of(seat: int, seats: int, seen: Iterable[Noted]) -> Hands:
    hands = Hands(seat, seats)
    for number, event in seen:
        hands.note(number, event)
    return hands


class ChancePack:
    """What everyone knows of the chance pack. Used cards go under the pack, so its order is known once every card has been drawn."""

    def __init__(self, cards: Collection[int], kept: Collection[int], back: Mapping[str, int]):
        self.kept, self.back = kept, back
        self.unseen, self.under = set(cards), list[int]()
        self.drawn: dict[int, tuple[int, int]] = {}
        """Card -> (move, seat) of its latest draw."""

    def note(self, number: int, event: Event) -> None:
        """Record a card that was drawn or went back under the pack."""
        if event.name == "chance-drawn" and event.seat is not None:
            card = event.facts["card"]
            self.drawn[card] = (number, event.seat)
            self.unseen.discard(card)
            if card in self.under:
                self.under.remove(card)
            if card not in self.kept:
                self.under.append(card)
        elif event.name in ("chart-landed", "chart-played", "wind-raised"):
            self.under.append(self.back[event.facts.get("card", "TW")])


def known_crew(hands: Hands, rest: Callable[[int, tuple[str, ...]], str], names: Sequence[str], others: str = "Other cards") -> Section:
    """Return the table of other captains: the cards they surely hold, their other cards, and when their hand was last seen whole.

    `rest(seat, surely)` describes what a captain holds besides the cards in `surely`; `others` is the heading of that column.
    """
    rows = []
    for seat, name in enumerate(names):
        if seat != hands.seat:
            surely = hands.surely(seat)
            when = hands.seen_at[seat]
            rows.append((name, counted_off(surely, CREW_WORDS) or "–", rest(seat, surely), "never" if when is None else f"move {when}"))
    return Section("Crews of the others", ("Captain", "Surely holds", others, "Seen whole"), rows)


def balance(hands: Hands, names: Sequence[str]) -> Section:
    """Return the table of fights, and of crew gained and lost since the deal."""
    rows = [
        (
            f"{name} (you)" if seat == hands.seat else name,
            *map(str, (hands.won[seat], hands.lost[seat], hands.joined[seat], hands.gone[seat])),
        )
        for seat, name in enumerate(names)
    ]
    return Section("Fights and crew", ("Captain", "Won", "Lost", "Crew gained", "Crew lost"), rows, "Crew is counted since the deal.")


def crew_left(pack: Counter[str], own: Iterable[str], lying: Iterable[str], hands: Hands) -> Section:
    """Return the table of crew cards: where the known cards are, and how many cards are unknown to this captain."""
    mine, ashore = Counter(own), Counter(card for card in lying if card in CREW)
    others = sum((hands.held[seat] for seat in range(len(hands.held)) if seat != hands.seat), Counter[str]())
    rows = []
    for kind in CREW:
        known = mine[kind] + ashore[kind] + others[kind]
        rows.append(
            (capital(CREW_WORDS[kind]), *map(str, (pack[kind], mine[kind], ashore[kind], others[kind], max(0, pack[kind] - known))))
        )
    about = "“Not in sight” is in the pile, or among the cards of others that you do not know."
    return Section("Crew cards", ("Card", "In all", "Yours", "Ashore", "Surely with others", "Not in sight"), rows, about)


def chance_left(pack: ChancePack, count: int, titles: Mapping[int, str], names: Sequence[str]) -> list[Section]:
    """Return tables of the chance cards still to come, and of those under the pack, oldest first. `count` is the size of the pack."""
    sections = []
    if pack.unseen:
        about = "Used cards go under the pack, so all of these come before any card below."
        sections.append(one_by_one("Chance cards still to come", [titles[card] for card in sorted(pack.unseen)], about))
    if pack.under and count == len(pack.unseen) + len(pack.under):
        rows = [(titles[card], *drawn_by(pack, card, names)) for card in pack.under]
        about = "" if pack.unseen else "All cards have been seen: the next one drawn is the first of this list."
        sections.append(Section("Chance cards under the pack, in order", ("Card", "Last drawn by", "When"), rows, about))
    return sections


def drawn_by(pack: ChancePack, card: int, names: Sequence[str]) -> tuple[str, str]:
    if card not in pack.drawn:
        return "–", "–"
    number, seat = pack.drawn[card]
    return names[seat], f"move {number}"


def treasure_left(worth: Mapping[str, int], called: Mapping[str, str], piles: Sequence[Counter[str]], island: str) -> Section:
    """Return the table of treasure; `piles` holds the treasure on its island, aboard ships and in ports, in this order."""
    rows = [(capital(called[kind]), str(points), *(str(pile[kind]) for pile in piles)) for kind, points in worth.items()]
    return Section("Treasure", ("Kind", "Worth", f"On {island}", "Aboard", "In ports"), rows)


def in_all(piles: Iterable[Iterable[str]]) -> Counter[str]:
    return Counter(item for pile in piles for item in pile)
