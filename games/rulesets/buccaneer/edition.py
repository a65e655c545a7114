"""The data of one edition. Everything else is shared; docs/buccaneer-editions.md compares the editions."""

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
    """Data of one edition; compared and hashed by identity, since each exists once.

    trading_only    ports that are never a home (law 1)
    cut_for_dealer  chance cards decide who begins (law 3); otherwise the table does
    hand            crew cards dealt to each captain            pieces   treasure of each kind
    money           what kept cards buy                         packs    sizes of the crew pack to choose from
    defaults        options whose default differs from the online edition's
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
        """Return the worth of every item in a trade."""
        return {**CREW_VALUE, **TREASURE, **self.money}

    @cached_property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Return the home ports, clockwise: slug and name."""
        return tuple((port.name.lower(), port.name) for port in self.board.ports if port.name not in self.trading_only)

    @cached_property
    def options(self) -> tuple[TableOption, ...]:
        return options_of(self.packs, self.defaults)

    @cached_property
    def agreed(self) -> dict[str, Any]:
        """Return every option with its default in a new game."""
        return agreed(self.options, VERSION)
