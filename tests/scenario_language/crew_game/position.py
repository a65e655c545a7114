"""Read the places of everything in a position, for both crew games."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from games.kit.crew_game.chart import Chart
from tests.scenario_language.words import mapping, under, whole, yes_or_no

from .given import ended, three_of_a_kind


class CrewPosition(ABC):
    """Reads one position into `state`, key by key. `words` are the game's: `seat_of`, `crew`, `treasure`.

    A game adds `ship(seat, given)`, and its own keys.
    """

    words: Any
    kinds: tuple[str, ...]
    """The kinds of treasure."""

    def __init__(self, state: Any, given: dict[str, Any], chart: Chart):
        self.state, self.given, self.chart = state, given, chart
        self.handless = set(state.seats)
        """Seats without a written hand."""

    @abstractmethod
    def ship(self, seat: int, given: Mapping[str, Any]) -> None:
        """Read one captain: their ship, their hand and what they keep."""

    def ships(self, given: Any) -> None:
        for name, ship in mapping(given, "ships").items():
            with under(name):
                self.ship(self.words.seat_of(self.state, name), mapping(ship, "A ship"))

    def lie(self, seat: int, square: int) -> None:
        """Place a ship: at sea it points north, in a harbour straight out, unless a heading is written."""
        self.state.at[seat] = square
        port = self.chart.port_at.get(square)
        self.state.heading[seat] = 0 if port is None else self.chart.exits[port][1]

    def hand(self, seat: int, value: Any) -> None:
        self.state.hands[seat] = tuple(sorted(self.words.crew(value)))
        self.handless.discard(seat)

    def left(self, seat: int, value: Any) -> None:
        """Read that a captain has left the game: no ship, no crew."""
        if yes_or_no(value):
            self.state.gone, self.state.at[seat] = (*self.state.gone, seat), -1
            self.handless.discard(seat)

    def zones(self, given: Any) -> None:
        for name, value in mapping(given, "safety zones").items():
            with under(name):
                self.state.zones[self.state.homes[self.words.seat_of(self.state, name)]] = three_of_a_kind(self.words.treasure(value))

    def treasure(self, value: Any) -> None:
        pieces = Counter(self.words.treasure(value))
        self.state.treasure = {kind: pieces[kind] for kind in self.kinds}

    def round(self, value: Any) -> None:
        self.state.round = whole(value, 1)

    def ended(self, value: Any) -> None:
        self.state.ended = ended(value, partial(self.words.seat_of, self.state), "treasure")
