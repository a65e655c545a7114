"""The ledger of a careful captain of Bounty: what each port may still sell, and which cards are certainly aboard other ships."""

from collections import Counter
from collections.abc import Sequence

from games.engine import Event
from games.kit.ledger import Noted, Section, listed, one_by_one
from games.kit.sentences import capital

from .board import PORTS
from .cards import CHEST, PORT_OF, ROLE, VALUE, pack
from .seen import View
from .wording import card, vessel

PORT_NUMBER = {port.name: number for number, port in enumerate(PORTS)}
MARK = {"pirate": "P", "warship": "W"}


class Cargo:
    """One captain's knowledge of all cargo: everything aboard their own ships, and the cards certainly aboard other ships."""

    def __init__(self, owners: Sequence[int], seat: int):
        self.owners = owners
        self.own = frozenset(ship for ship, owner in enumerate(owners) if owner == seat)
        self.aboard: list[list[str]] = [[] for _ in owners]
        self.bought: list[list[int]] = [[] for _ in owners]
        self.robberies: list[tuple[int, int, int, int]] = []
        """(number of the move, winning ship, losing ship, number of cards)."""

    def note(self, number: int, event: Event) -> None:
        facts, name = event.facts, event.name
        ship = facts.get("ship")
        if name == "left":
            self.clear(*(ship for ship, owner in enumerate(self.owners) if owner == event.seat))
        elif not isinstance(ship, int):
            return
        elif name in ("card-bought", "loot-seen"):
            self.aboard[ship] += facts["cards"]
        elif name == "spoilt-seen":
            self.aboard[ship].remove(facts["cards"][0])
        elif name == "spoilt" and ship not in self.own:  # a card known only once may be the spoilt one
            self.aboard[ship] = list((Counter(self.aboard[ship]) - Counter(set(self.aboard[ship]))).elements())
            del self.bought[ship][:1]
        elif name == "bought":
            self.bought[ship].append(PORT_NUMBER[facts["port"]])
        elif name == "shown" and ship not in self.own and self.bought[ship]:
            self.aboard[ship].append(f"{self.bought[ship][-1] + 1}-{MARK[facts['role']]}")
        elif name == "sold" or (name == "tried" and facts["guilty"]):
            self.clear(ship)
        elif name == "plundered":
            loser = facts["other"]
            if ship not in self.own:  # a captain is told the cards that their own ship wins
                self.aboard[ship] += self.aboard[loser]
            self.clear(loser)
            self.robberies.append((number, ship, loser, facts["count"]))

    def clear(self, *ships: int) -> None:
        for ship in ships:
            self.aboard[ship], self.bought[ship] = [], []


def ledger(view: View, seen: Sequence[Noted], names: Sequence[str]) -> list[Section]:
    public, seat = view.public, view.seat
    if seat is None:
        return []
    cargo = Cargo(public.owners, seat)
    for number, event in seen:
        cargo.note(number, event)
    ships = [capital(str(vessel(ship, names, None))) for ship in range(len(public.owners))]
    sections = [others(view, cargo, ships), ports(view, cargo), chest(view)]
    robberies = [(f"move {number}", ships[winner], ships[loser], str(count)) for number, winner, loser, count in cargo.robberies]
    if robberies:
        sections.append(Section("Robberies", ("When", "Who took", "From", "Cards"), robberies[::-1]))
    sales = [(f"round {number}", ships[ship], str(count), str(price)) for number, ship, count, price in public.ledger]
    if sales:
        sections.append(Section("Sales at Home Port", ("When", "Ship", "Cards", "Dubloons"), sales[::-1]))
    return sections


def others(view: View, cargo: Cargo, ships: Sequence[str]) -> Section:
    public, rows = view.public, []
    for ship, name in enumerate(ships):
        if ship in view.holds or public.at[ship] < 0:
            continue
        count = public.holds[ship] + public.loot[ship]
        sure = [card(code) for code in sorted(cargo.aboard[ship])]
        bought = listed([PORTS[port].name for port in public.visited[ship]])
        rows.append((name, public.known[ship] or "–", str(count), bought, listed(sure)))
    return Section("Other ships", ("Ship", "Shown as", "Cards", "Bought at", "Surely aboard"), rows)


def ports(view: View, cargo: Cargo) -> Section:
    """Return the section on ports, with the cards of each port that the captain cannot locate: in the pack or aboard other ships."""
    known = Counter(code for cards in (*view.holds.values(), *view.loot.values()) for code in cards)
    known.update(code for ship, cards in enumerate(cargo.aboard) if ship not in cargo.own for code in cards)
    rows = []
    for port, place in enumerate(PORTS):
        unseen = Counter(pack(port)) - Counter({code: count for code, count in known.items() if PORT_OF[code] == port})
        roles = Counter(ROLE[code] for code in unseen.elements())
        values = ", ".join(str(VALUE[code]) for code in sorted(unseen.elements(), key=VALUE.__getitem__) if ROLE[code] == "merchant")
        rows.append((place.name, str(view.public.packs[port]), str(roles["pirate"]), str(roles["warship"]), values))
    about = "Of the last three columns a card is in the port’s pack, or aboard another ship without your knowing."
    return Section("Ports", ("Port", "In its pack", "Pirates", "Warships", "Cargo worth"), rows, about)


def chest(view: View) -> Section:
    remaining = [card.title for number, card in CHEST.items() if number not in view.public.discarded]
    about = "Drawn cards come back when the chest is empty." if remaining else "The chest is empty: all cards come back at the next draw."
    return one_by_one("Still in the Treasure Chest", remaining, about)
