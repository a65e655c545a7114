"""Read the places of everything in a position: ships, goods, piles, and the stage of the turn."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.kit.crew_game.crew import CREW
from games.rulesets.trade_winds.cards import CHANCE, CREW_PACK, LOAD, PIECES, TREASURE
from games.rulesets.trade_winds.chart import NAMES
from games.rulesets.trade_winds.state import STEPS, points
from tests.scenario_language.crew_game.given import chance_pack, in_any_order, kept_once, later, put
from tests.scenario_language.crew_game.piles import REST, deal, left_of, ordered
from tests.scenario_language.crew_game.position import CrewPosition
from tests.scenario_language.crew_game.words import heading, only
from tests.scenario_language.shared.given import named
from tests.scenario_language.words import WordError, mapping, one_of, read_keys, under, yes_or_no

from . import words
from .pending import read_pending

MOVES = {"sailed": "sail", "turned": "turn", "stayed": "stay", "drifted": "drift"}
PHASES = {"before sailing": "before", "after sailing": "after", "free turn": "free"}
USUAL = ("B1", "B2", "R1", "R2")
"""The hand of a captain without a written one: sailing 6, fighting 0."""
KEPT_AS = {card.keep: number for number, card in CHANCE.items() if card.keep}
"""Kept card -> its number in the pack."""


class Position(CrewPosition):
    """Reads one position into `state`, key by key."""

    words, kinds = words, tuple(TREASURE)

    def read(self) -> None:
        state = self.state
        readers = {
            "ships": self.ships, "docks": self.docks, "laid by others": self.laid, "safety zones": self.zones,
            "hispaniola": self.isle(0), "norman island": self.isle(1), "pirate island": self.treasure, "crew pile": later,
            "chance pack": later, "round": self.round, "turn": self.turn, "free turn": self.free_turn, "phase": self.phase,
            "moved": self.moved, "entered": self.flag("entered"), "trade wind": self.flag("boost"), "owed free turns": self.seats("queue"),
            "had free turns": self.seats("freed"), "beaten": self.beaten, "pending": later, "ended": self.ended,
        }  # fmt: skip
        read_keys(self.given, readers, "position")
        self.deal()
        if "pending" in self.given:
            with under("pending"):
                steps = read_pending(state, self.given["pending"])
            state.agenda = STEPS.all([("after", state.active), *steps])
        if state.ended is not None:
            state.agenda = []
        self.check_squares()

    # -- ships ------------------------------------------------------------------------------------
    def ship(self, seat: int, given: Mapping[str, Any]) -> None:
        """Read one captain: their ship, their hand and what they keep."""
        state = self.state
        keys = {
            "at": lambda value: self.lie(seat, words.square(value)), "heading": put(state, "heading", seat, heading),
            "hand": lambda value: self.hand(seat, value), "drawn": put(state, "fresh", seat, in_any_order(words.crew)), "hold": put(state, "holds", seat, self.hold),
            "kept": put(state, "kept", seat, in_any_order(words.kept)), "left": lambda value: self.left(seat, value),
        }  # fmt: skip
        read_keys(given, keys, "ship")

    def hold(self, value: Any) -> tuple[str, ...]:
        pieces = words.treasure(value)
        if points(pieces) > LOAD and "pending" not in self.given:
            raise WordError(f"impossible: a ship carries at most {LOAD} points of treasure, not {points(pieces)}.")
        return tuple(sorted(pieces))

    # -- goods ------------------------------------------------------------------------------------
    def docks(self, given: Any) -> None:
        """Read the docks: crew at a home port was laid there by its captain, at a trading port it was dealt."""
        for name, value in mapping(given, "docks").items():
            with under(name):
                port, state = words.port(name), self.state
                owner = state.owner(port)
                self.lay(port, words.goods(value), -1 if owner is None else owner)

    def laid(self, given: Any) -> None:
        """Read, for each port, the crew there that was laid by no captain at this table."""
        for name, value in mapping(given, "laid by others").items():
            with under(name):
                self.lay(words.port(name), words.crew(value), -1)

    def lay(self, port: int, goods: tuple[str, ...], layer: int) -> None:
        state = self.state
        crew = [(item, layer) for item in goods if item in CREW]
        if any(item[0] == "?" for item in goods):
            raise WordError("Write the crew card itself, like R3; what others see of it follows.")
        state.docks[port] = tuple(sorted((*state.docks[port], *(item for item in goods if item not in CREW))))
        state.ashore[port] = tuple(sorted((*state.ashore[port], *crew)))

    def isle(self, index: int) -> Any:
        """Return a reader of the goods on Hispaniola or on Norman Island."""
        return put(
            self.state, "isles", index, in_any_order(lambda value: only(words.goods(value), (*CREW, *TREASURE), "crew card or treasure"))
        )

    def deal(self) -> None:
        """Put everything that is not written into its usual place."""
        state = self.state
        piles = (*state.hands, *state.fresh, *state.holds, *state.kept, *state.docks, *state.zones, *state.isles)
        lying = [item for pile in piles for item in pile] + [card for pile in state.ashore for card, _ in pile]
        written = "pirate island" in self.given
        stock = [kind for kind, count in state.treasure.items() for _ in range(count)] if written else []
        box = [kind for kind, count in PIECES.items() for _ in range(count)]
        remaining = left_of(box, [item for item in (*lying, *stock) if item in TREASURE], "the box")
        if not written:
            state.treasure = {kind: remaining.count(kind) for kind in TREASURE}
        self.deal_crew([item for item in lying if item in CREW])
        state.chance = chance_pack(self.given, words.chance, kept_once(lying, KEPT_AS), CHANCE)

    def deal_crew(self, lying: list[str]) -> None:
        with under("crew pile"):
            top, rest = ordered(self.given.get("crew pile", REST), words.crew)
        remaining = left_of(CREW_PACK, (*lying, *top), "the pack of crew")
        for seat in sorted(self.handless):
            self.state.hands[seat] = deal(remaining, USUAL)
        self.state.crew = (*top, *remaining) if rest else top

    # -- the turn ---------------------------------------------------------------------------------
    def turn(self, value: Any) -> None:
        self.state.turn = self.state.active = words.seat_of(self.state, value)
        self.state.agenda = [STEPS(("before", self.state.turn))]

    def free_turn(self, value: Any) -> None:
        """Read the captain on a free turn."""
        self.state.active = words.seat_of(self.state, value)
        self.state.freed = (self.state.active,)
        self.state.agenda = [STEPS(("before", self.state.active))]

    def phase(self, value: Any) -> None:
        kind = one_of(value, "phase", PHASES)
        self.state.agenda = [STEPS((kind, self.state.active))]
        if kind == "after":
            self.state.moved = "sail"

    def moved(self, value: Any) -> None:
        self.state.moved = one_of(value, "move", MOVES)

    def flag(self, key: str) -> Any:
        return lambda value: setattr(self.state, key, yes_or_no(value))

    def seats(self, key: str) -> Any:
        """Return a reader of captains in order."""
        return lambda value: setattr(self.state, key, tuple(words.seat_of(self.state, name) for name in named(value)))

    def beaten(self, value: Any) -> None:
        """Read which winner must leave which ship alone, for fights before the winner's turn began."""
        pairs = mapping(value, "beaten").items()
        self.state.bans = tuple((words.seat_of(self.state, winner), words.seat_of(self.state, loser), True) for winner, loser in pairs)

    def check_squares(self) -> None:
        """Check that no more than two ships lie on one square."""
        for square, count in Counter(self.state.at).items():
            if count > 2 and square >= 0 and not self.state.options["third_ship_may_attack"]:
                raise WordError(f"impossible: {count} ships lie on {NAMES[square]}; two is the most.", "ships")
