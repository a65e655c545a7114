"""What one edition has of its own. Everything else is shared; docs/buccaneer-editions.md sets the editions side by side."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import TableOption, agreed
from games.kit.crew_game.crew import VALUE as CREW_VALUE

from .boards import Board
from .cards import TREASURE
from .options import VERSION, options_of
from .sea import Sea, sea_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Edition:
    """Data of one edition; compared and hashed by identity, for there is one of each.

    trading_only    ports that are nobody's home (law 1)
    cut_for_dealer  chance cards are drawn for who begins (law 3); otherwise the table says
    hand            crew cards dealt to each captain            pieces   treasure of each kind
    money           what kept cards buy                         packs    sizes of the crew pack to choose from
    defaults        options that begin otherwise than they do in the online edition
    """

    slug: str
    name: str
    label: str
    summary: str
    seats: tuple[int, int]
    board: Board
    trading_only: tuple[str, ...]
    cut_for_dealer: bool
    hand: int
    pieces: int
    money: Mapping[str, int]
    packs: tuple[tuple[Any, str], ...]
    defaults: Mapping[str, Any]
    rules_page: str

    @cached_property
    def sea(self) -> Sea:
        return sea_of(self.board)

    @cached_property
    def worth(self) -> dict[str, int]:
        """What everything is worth in a trade."""
        return {**CREW_VALUE, **TREASURE, **self.money}

    @cached_property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The home ports, clockwise: slug and name."""
        return tuple((port.name.lower(), port.name) for port in self.board.ports if port.name not in self.trading_only)

    @cached_property
    def options(self) -> tuple[TableOption, ...]:
        return options_of(self.packs, self.defaults)

    @cached_property
    def agreed(self) -> dict[str, Any]:
        """Every option as it is in a new game when nobody says otherwise."""
        return agreed(self.options, VERSION)
