"""The ledger of a careful captain of Piracy. Everything but the order of the event pack is public, so the ledger counts past events."""

from collections import Counter
from collections.abc import Sequence

from games.engine import Event
from games.kit.ledger import Noted, Section

from .board import EVENTS as CARD_NAMES
from .board import PORT
from .seen import View
from .state import supply

DEEDS = ("found", "shots", "robbed", "lost", "home", "captured")
HEAD = ("Captain", "Cannonballs", "Found", "Fired", "Coins robbed", "Coins lost", "Coins home", "Captured")


class Deeds:
    """Counts of what each captain has done and suffered."""

    def __init__(self, owner: Sequence[int]):
        self.owner = owner
        self.counts: dict[str, Counter[int]] = {deed: Counter() for deed in DEEDS}

    def note(self, event: Event) -> None:
        facts, seat, counts = event.facts, event.seat, self.counts
        if seat is None:
            return
        if event.name == "fired":
            counts["shots"][seat] += 1
        elif event.name == "robbed":
            counts["robbed"][seat] += facts["coins"]
            counts["lost"][facts["other"]] += facts["coins"] + facts["left"]
        elif event.name == "ball-found":
            counts["found"][seat] += 1
        elif event.name == "delivered":
            counts["home"][seat] += facts["coins"]
        elif event.name == "captured":
            counts["captured"][seat] += 1
            counts["lost"][seat] += facts["coins"]


def ledger(view: View, seen: Sequence[Noted], names: Sequence[str]) -> list[Section]:
    if view.seat is None:
        return []
    deeds = Deeds(view.public.owner)
    for _, event in seen:
        deeds.note(event)
    return [*events(view), coins(view), captains(view, deeds, names)]


def events(view: View) -> list[Section]:
    """Return the section of the event cards left in the pack, or [] at a table that rolls the red die."""
    remaining = view.public.cards_left
    if not remaining:
        return []
    total = sum(remaining.values())
    rows = [(CARD_NAMES[card], str(count), f"{round(100 * count / total)} in 100" if total else "–") for card, count in remaining.items()]
    about = "" if total else "The pack is empty: all cards are shuffled again for the next turn."
    return [Section("Events left in the pack", ("Card", "Left", "Chance to be next"), rows, about)]


def coins(view: View) -> Section:
    public = view.public
    rows = [("On the hoard", public.hoard), ("Aboard ships", sum(public.coins)), ("Lying about", sum(public.loose.values()))]
    rows.append((f"Home in {PORT}", sum(public.chest)))
    return Section("Coins", ("Where", "How many"), [(where, str(count)) for where, count in rows])


def captains(view: View, deeds: Deeds, names: Sequence[str]) -> Section:
    public, rows = view.public, []
    for seat, name in enumerate(names):
        cells = (public.balls[seat], *(deeds.counts[deed][seat] for deed in DEEDS))
        rows.append((f"{name} (you)" if seat == view.seat else name, *map(str, cells)))
    endless = public.options["balls"] == "unlimited"
    about = "" if endless else f"{public.stock} of {supply(public.options)} cannonballs are still to be found on islands."
    return Section("Captains", HEAD, rows, about)
