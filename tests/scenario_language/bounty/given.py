"""Read a position into a state. Scenarios write only what matters; everything else has its usual value."""

from collections.abc import Mapping
from typing import Any

from games.engine import Event
from games.rulesets.bounty.board import COLOURS, PORTS
from games.rulesets.bounty.cards import CHEST, PORT_OF, PURSE, PURSE_OF_TWO, pack
from games.rulesets.bounty.context import GameContext
from games.rulesets.bounty.options import OPTIONS, VERSION
from games.rulesets.bounty.phases import PHASES
from games.rulesets.bounty.setup import empty_state, setup
from games.rulesets.bounty.state import STEPS, State
from tests.scenario_language.shared.given import table_options
from tests.scenario_language.shared.script import ScriptedDice
from tests.scenario_language.words import WordError, mapping, read_keys, under, whole, yes_or_no

from . import words

REST = "..."
USUAL = 3
"""The number of captains at a table that names fewer; each then has one ship."""


def position(given: Mapping[str, Any], dice: ScriptedDice) -> tuple[State, list[Event]]:
    """Return the written position, played on until a seat has to be asked, and the events on the way."""
    given = dict(given)
    colours = captains(given)
    options = table_options(given, OPTIONS, VERSION)
    if "new game" in given:
        with under("new game"):
            return new_game(colours, options, given, dice)
    state = empty_state(colours, options)
    Position(state, given, dice).read()
    context = GameContext(state, dice)
    PHASES.advance(context)
    state.draws = dice.count
    return state, context.events


def captains(given: dict[str, Any]) -> list[int]:
    """Return the colours: the named ones, or else those with ships and purses, filled up to three."""
    named = given.pop("captains", None)
    if named is not None:
        with under("captains"):
            colours = [words.colour(name) for name in (named if isinstance(named, list) else [named])]
            if not 2 <= len(set(colours)) == len(colours):
                raise WordError("Two to eight captains of different colours play.")
            return sorted(colours)
    colours = []
    for key in ("ships", "purses", "loans", "claims", "commission"):
        with under(key):
            colours += [words.colour(str(name).split()[0]) for name in mapping(given.get(key), key)]
    colours = list(dict.fromkeys(colours))
    colours += [colour for colour in range(len(COLOURS)) if colour not in colours][: max(0, USUAL - len(colours))]
    return sorted(colours)


def new_game(colours: list[int], options: dict, given: dict, dice: ScriptedDice) -> tuple[State, list[Event]]:
    """Start a game; `throws` are the dice for the first turn, `die` the next ones."""
    start = given.pop("new game")
    if given:
        raise WordError(f"A new game has no {', '.join(given)}; only captains and options.")
    keys = {
        "throws": lambda value: dice.numbers.update(first=[whole(throw, 1) - 1 for throw in value]),
        "die": lambda value: dice.numbers.update(die=[whole(throw, 1) - 1 for throw in value]),
    }
    read_keys(mapping(None if isinstance(start, bool) else start, "new game"), keys, "a new game")
    return setup([COLOURS[colour] for colour in colours], 0, options, dice)


class Position:
    """Reads one position into `state`, key by key."""

    def __init__(self, state: State, given: dict[str, Any], dice: ScriptedDice):
        self.state, self.given, self.dice = state, given, dice
        self.left = [list(pack(port)) for port in range(len(PORTS))]
        self.throw, self.ship = 0, 0
        self.fallen: list[int] = []

    def read(self) -> None:
        nothing = self.nothing_yet
        readers = {
            "ships": self.ships, "purses": self.purses, "loans": self.loans, "claims": self.claims, "commission": self.commission,
            "packs": nothing, "chest": self.chest, "discarded": nothing, "round": self.round, "first": self.first, "turn": self.turn,
            "throw": self.thrown, "die": self.die,
        }  # fmt: skip
        read_keys(self.given, readers, "position")
        self.fill_packs()
        self.fill_chest()
        self.agenda()
        self.state.bank += sum([PURSE_OF_TWO if len(self.state.colours) == 2 else PURSE] * len(self.state.colours)) - sum(self.state.purses)

    def nothing_yet(self, value: Any) -> None:
        """Do nothing yet: piles are dealt when everything else is known."""

    # -- ships ------------------------------------------------------------------------------------
    def ships(self, given: Any) -> None:
        ships = mapping(given, "ships")
        for exact in (True, False):
            for name, ship in ships.items():
                with under(name):
                    self.cargo(words.ship_of(self.state, name), mapping(ship, "A ship"), exact)
        for name, ship in ships.items():
            with under(name):
                self.read_ship(words.ship_of(self.state, name), ship)

    def cargo(self, ship: int, given: Mapping[str, Any], exact: bool) -> None:
        """Deal the hold. Cards of a named port go first, then those that only name a kind."""
        for key in ("hold", "loot"):
            if key in given:
                with under(key):
                    wanted = words.cards(given[key])
                    if all(card.port is not None for card in wanted) == exact:
                        pile = self.state.holds if key == "hold" else self.state.loot
                        pile[ship] = tuple(self.take(card) for card in wanted)

    def take(self, wanted: words.Wanted) -> str:
        """Take a card out of the box."""
        for cards in self.left:
            for card in cards:
                if wanted.fits(card):
                    cards.remove(card)
                    return card
        raise WordError(f"impossible: no such card is left ({wanted.mark}).")

    def read_ship(self, ship: int, given: Mapping[str, Any]) -> None:
        state, seat = self.state, self.state.owners[ship]

        def put(key: str, read: Any) -> Any:
            return lambda value: getattr(state, key).__setitem__(ship, read(value))

        keys = {
            "at": put("at", words.square), "hold": self.nothing_yet, "loot": self.nothing_yet,
            "visited": put("visited", lambda value: tuple(words.port(name) for name in listed(value))),
            "known": lambda value: self.known(ship, value),
            "bankrupt": lambda value: self.flag("bankrupt", ship, value),
            "left": lambda value: self.has_left(ship, seat, value),
        }  # fmt: skip
        read_keys(given, keys, "ship")
        if "visited" not in given:
            state.visited[ship] = tuple(dict.fromkeys(PORT_OF[card] for card in state.holds[ship]))

    def known(self, ship: int, value: Any) -> None:
        """Read what a ship has shown of itself: true (its role), pirate or warship."""
        role = self.state.role(ship)
        shown = role if value in (True, "yes") else str(value)
        if (shown == "warship" and role != "warship") or shown not in ("pirate", "warship"):
            raise WordError("impossible: a ship has shown itself as a pirate, or as a warship with that card on top.")
        self.state.known[ship] = shown

    def flag(self, key: str, ship: int, value: Any) -> None:
        if yes_or_no(value):
            setattr(self.state, key, (*getattr(self.state, key), ship))

    def has_left(self, ship: int, seat: int, value: Any) -> None:
        if yes_or_no(value):
            self.state.at[ship] = -1
            self.state.gone = tuple(dict.fromkeys((*self.state.gone, seat)))
            self.state.purses[seat] = 0

    # -- money and claims -------------------------------------------------------------------------
    def purses(self, given: Any) -> None:
        for name, value in mapping(given, "purses").items():
            with under(name):
                self.state.purses[words.seat_of(self.state, name)] = whole(value)

    def loans(self, given: Any) -> None:
        for name, value in mapping(given, "loans").items():
            with under(name):
                self.state.loans[words.seat_of(self.state, name)] = whole(value)

    def pairs(self, given: Any) -> list[tuple[int, int]]:
        """Read robbed ship -> its robbers."""
        pairs = []
        for name, robbers in mapping(given, "claims").items():
            with under(name):
                pairs += [(words.ship_of(self.state, name), words.ship_of(self.state, robber)) for robber in listed(robbers)]
        for _, robber in pairs:
            if self.state.known[robber] != "pirate":
                raise WordError("impossible: a robber is a known pirate.")
        return pairs

    def claims(self, given: Any) -> None:
        self.state.claims = tuple(self.pairs(given))

    def commission(self, given: Any) -> None:
        pairs = self.pairs(given)
        if len(pairs) != 1:
            raise WordError("There is one temporary warship card: one ship hunts one pirate.")
        self.state.commission = pairs[0]
        self.state.claims = tuple(dict.fromkeys((*self.state.claims, pairs[0])))

    # -- piles ------------------------------------------------------------------------------------
    def fill_packs(self) -> None:
        """Fill the packs: the written cards lie on top; "..." at the end (or an empty value) adds the rest of the pack."""
        self.state.packs = [tuple(cards) for cards in self.left]
        for name, value in mapping(self.given.get("packs"), "packs").items():
            with under("packs"), under(name):
                port = words.port(name)
                parts = value if isinstance(value, list) else str(value).split(",")
                rest = bool(parts) and str(parts[-1]).strip() == REST
                wanted = words.cards(parts[:-1] if rest else value)
                top = tuple(self.take(words.Wanted(port, card.mark)) for card in wanted)
                self.state.packs[port] = (*top, *self.left[port]) if rest else top
                if not rest:
                    self.state.loot[self.aside()] += tuple(self.left[port])

    def aside(self) -> int:
        """Put the cards missing from a short pack under the hold of the last ship off turn, so that none is lost."""
        return max(ship for ship in range(len(self.state.owners)) if ship != self.ship)

    def chest(self, value: Any) -> None:
        self.state.chest = words.chest(value)

    def fill_chest(self) -> None:
        state = self.state
        with under("discarded"):
            state.discarded = words.chest(self.given.get("discarded"))
        state.chest += tuple(number for number in CHEST if number not in state.chest and number not in state.discarded)

    # -- the turn ---------------------------------------------------------------------------------
    def round(self, value: Any) -> None:
        self.state.round = whole(value, 1)

    def first(self, value: Any) -> None:
        self.state.first = words.seat_of(self.state, value)

    def turn(self, value: Any) -> None:
        self.ship = words.ship_of(self.state, value)
        self.state.turn = self.state.owners[self.ship]

    def thrown(self, value: Any) -> None:
        if whole(value, 1) > 6:
            raise WordError("A die shows one to six.")
        self.throw = value

    def die(self, value: Any) -> None:
        """Read the throws that fall before any captain is asked, after the written one."""
        self.dice.numbers["die"] = [whole(throw, 1) - 1 for throw in listed(value)]

    def agenda(self) -> None:
        """Ask the ship on turn where to sail with the written throw; a one draws from the chest."""
        state, seat = self.state, self.state.turn
        later = [ship for ship in state.fleet(seat) if ship > self.ship]
        state.agenda = STEPS.all([("next", seat), *[("throw", seat, ship) for ship in reversed(later)]])
        if self.throw == 6:
            state.agenda.append(STEPS(("throw", seat, self.ship)))
        state.agenda.append(STEPS(("chest", seat, self.ship) if self.throw == 1 else ("sail", seat, self.ship, self.throw or 4)))


def listed(value: Any) -> list:
    """Return one thing or a list of things as a list."""
    return list(value) if isinstance(value, list) else [] if value is None else [value]
