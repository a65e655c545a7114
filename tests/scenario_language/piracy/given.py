"""Read a position into a state. Scenarios write only what matters; everything else has its usual value."""

from collections.abc import Mapping
from typing import Any

from games.engine import Dice, Event
from games.rulesets.piracy.board import COLOURS
from games.rulesets.piracy.cards import ALMANAC, EVENT_CARDS, PACK
from games.rulesets.piracy.chart import ANCHORAGE, GONE, NOWHERE
from games.rulesets.piracy.context import GameContext
from games.rulesets.piracy.ending import judge
from games.rulesets.piracy.options import OPTIONS, VERSION
from games.rulesets.piracy.phases import PHASES
from games.rulesets.piracy.rules import Piracy
from games.rulesets.piracy.setup import empty_state, setup
from games.rulesets.piracy.state import STEPS, State, supply
from tests.scenario_language.shared.given import table_options
from tests.scenario_language.words import WordError, mapping, read_keys, under, unknown, whole, yes_or_no

from . import words

USUAL = COLOURS[:4]
STAGES = {"event": 3, "voyage": 2, "end": 1}
"""Stage -> the number of steps still to do in the turn."""


def position(given: Mapping[str, Any], dice: Any) -> tuple[State, list[Event]]:
    """Return the written position, played on until a seat has to be asked, and the events on the way."""
    given = dict(given)
    colours = captains(given.pop("captains", None))
    options = table_options(given, OPTIONS, VERSION)
    if wrong := Piracy().unplayable(options, len(colours)):
        raise WordError(f"impossible: {wrong}")
    if "new game" in given:
        with under("new game"):
            return new_game(colours, options, given, dice)
    state = empty_state(colours, options)
    Position(state, given).read()
    context = GameContext(state, dice)
    PHASES.advance(context)
    state.draws = dice.count
    return state, context.events


def captains(value: Any) -> list[int]:
    """Return colours in seat order: the named ones, or as many as a number says, or the usual four."""
    with under("captains"):
        if value is None or isinstance(value, int):
            return list(range(whole(value, 2) if value is not None else len(USUAL)))
        colours = [words.colour(name) for name in value]
        if len(set(colours)) < len(colours) or not 2 <= len(colours) <= len(COLOURS):
            raise WordError("Two to six captains play, each with a colour of their own.")
        return colours


def new_game(colours: list[int], options: dict[str, Any], given: dict, dice: Any) -> tuple[State, list[Event]]:
    """Start a game. `start` holds the rolls for the first turn, in order; `event` and `die` come next."""
    wishes = given.pop("new game")
    wishes = mapping(None if wishes is True else wishes, "A new game")
    if given:
        raise WordError(f"A new game has captains and options only, not {', '.join(given)}.")
    dice.numbers["start"] = [whole(roll, 1) - 1 for roll in wishes.get("start", [])]
    if "die" in wishes:
        dice.numbers["die"] = [whole(wishes["die"], 1) - 1]
    if "event" in wishes:
        dice.orders["events"] = [words.events(wishes["event"])]
    return setup([COLOURS[colour] for colour in colours], 0, options, dice)


class Position:
    """The parts of a position, read one by one into a state."""

    def __init__(self, state: State, given: dict[str, Any]):
        self.state, self.given, self.chart = state, given, state.chart
        self.allow: dict[int, int] = {}

    def read(self) -> None:
        state, given = self.state, self.given
        state.discard = ()
        readers = {
            "first": self.first, "turn": self.turn, "round": self.round, "monsters": self.monsters, "balls": self.balls,
            "stock": self.stock, "chests": self.chests, "coins": self.coins, "ships": self.ships, "hoard": self.hoard,
            "event": self.event, "die": self.die, "locked": self.locked, "pack": self.pack, "stage": lambda value: None,
        }  # fmt: skip
        read_keys(given, readers, "part of a position")
        if "turn" not in given:
            state.turn = state.first
        if "stock" not in given:
            state.stock = max(0, supply(state.options) - sum(state.balls))
        elsewhere = sum(state.coins) + sum(state.loose.values()) + sum(state.chest)
        if "hoard" not in given:
            state.hoard = max(0, 2 * len(state.colours) - 1 - elsewhere)
        state.placed = state.hoard + elsewhere
        self.cards()
        self.begin()

    def begin(self) -> None:
        """Put the remaining steps of the turn on the agenda."""
        state = self.state
        state.die = state.die or 4
        stage = str(self.given.get("stage", "event" if state.event else "voyage"))
        if stage not in STAGES:
            raise unknown("stage", stage, STAGES)
        state.event = state.event or "breeze"
        allow = tuple(ALMANAC[min(coins, 4)][state.die] for coins in state.coins)
        state.allow = tuple(self.allow.get(ship, count) for ship, count in enumerate(allow))
        steps = [("end", state.turn), ("move", state.turn), ("event", state.turn)]
        if state.options["reveal"] == "event-first" and stage == "event":
            state.die, state.allow = 0, tuple(state.coins)
            steps.insert(2, ("roll", state.turn))
        state.agenda = STEPS.all(steps[: STAGES[stage]] if stage != "event" else steps)
        if sum(state.chest) and state.out() == 0:
            judge(GameContext(state, Dice(b"")))

    def cards(self) -> None:
        """Fill the pack: if it is not written, all its cards are still to come, in the order of the list."""
        if self.state.options["events"] == "cards" and "pack" not in self.given:
            self.state.events = PACK

    def first(self, value: Any) -> None:
        self.state.first = words.seat_of(self.state, value)

    def turn(self, value: Any) -> None:
        self.state.turn = words.seat_of(self.state, value)

    def round(self, value: Any) -> None:
        self.state.round = whole(value, 1)

    def monsters(self, value: Any) -> None:
        for name, square in mapping(value, "monsters").items():
            with under(name):
                self.state.monsters[words.monster(name)] = (
                    self.chart.homes[words.monster(name)] if square == "home" else self.square(square)
                )

    def balls(self, value: Any) -> None:
        for name, count in mapping(value, "balls").items():
            with under(name):
                self.state.balls[words.seat_of(self.state, name)] = whole(count)

    def stock(self, value: Any) -> None:
        self.state.stock = whole(value)

    def chests(self, value: Any) -> None:
        for name, count in mapping(value, "chests").items():
            with under(name):
                self.state.chest[self.state.team[words.seat_of(self.state, name)]] = whole(count)

    def coins(self, value: Any) -> None:
        """Read the loose coins, including those of captives on the monsters' islands."""
        for name, count in mapping(value, "coins").items():
            with under(name):
                self.state.loose[self.square(name)] = whole(count, 1)

    def hoard(self, value: Any) -> None:
        self.state.hoard = whole(value)

    def ships(self, value: Any) -> None:
        for name, ship in mapping(value, "ships").items():
            with under(name):
                self.ship(words.ship_of(self.state, name), mapping(ship, "A ship"))

    def ship(self, ship: int, given: Mapping[str, Any]) -> None:
        state = self.state
        readers = {
            "at": lambda value: state.pos.__setitem__(ship, self.square(value)),
            "coins": lambda value: state.coins.__setitem__(ship, whole(value)),
            "came from": lambda value: state.came.__setitem__(ship, self.square(value) if value != "nowhere" else NOWHERE),
            "moored": lambda value: state.moored.__setitem__(ship, whole(value)),
            "allowance": lambda value: self.allow.__setitem__(ship, whole(value, 1)),
            "left": lambda value: self.leave(ship) if yes_or_no(value) else None,
        }
        read_keys(given, readers, "part of a ship")

    def leave(self, ship: int) -> None:
        state = self.state
        state.pos[ship] = GONE
        state.gone = (*state.gone, state.owner[ship]) if state.owner[ship] not in state.gone else state.gone
        state.balls[state.owner[ship]] = 0

    def event(self, value: Any) -> None:
        (card,) = words.events(value)
        self.state.event = card

    def die(self, value: Any) -> None:
        if whole(value, 1) > 6:
            raise WordError("A die shows one to six.")
        self.state.die = value

    def locked(self, value: Any) -> None:
        self.state.locked = words.ship_of(self.state, value)

    def pack(self, value: Any) -> None:
        """Read the cards still to come, top first; all others have been used."""
        self.state.events = words.events("" if value == "empty" else value)
        unused = list(PACK)
        for card in self.state.events:
            if card not in unused:
                raise WordError(f"impossible: there are only {EVENT_CARDS[card]} of {card}.")
            unused.remove(card)
        self.state.discard = tuple(unused)

    def square(self, value: Any) -> int:
        number = words.square(self.chart, value)
        if number == ANCHORAGE and value != "anchorage":
            raise WordError(f"{value} is not a square.")
        return number
