"""The data of the editions of Buccaneer, which holds all differences between them (compared in docs/buccaneer-editions.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.engine import TableOption, agreed
from games.kit.crew_game.crew import VALUE as CREW_VALUE
from games.rulesets.buccaneer.cards import TREASURE
from games.rulesets.buccaneer.options import OPTIONS, VERSION
from games.rulesets.buccaneer.sea import LARGE, SMALL, Board, Sea, sea_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Edition:
    """The data of one edition. Editions are compared and hashed by identity, since each exists only once.

    trading_only    ports that are never a home (law 1)
    cut_for_dealer  True if chance cards decide who begins (law 3); otherwise the table decides
    hand            crew cards dealt to each captain            pieces   pieces of each kind of treasure
    money           kept card -> worth in a trade               packs    sizes of the crew pack to choose from
    defaults        the options whose default differs from the online edition
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
        """Return the worth, in a trade, of every card and piece."""
        return {**CREW_VALUE, **TREASURE, **self.money}

    @cached_property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Return (slug, name) of each home port, clockwise."""
        return tuple((port.name.lower(), port.name) for port in self.board.ports if port.name not in self.trading_only)

    @cached_property
    def options(self) -> tuple[TableOption, ...]:
        deck, *others = OPTIONS
        known = (replace(deck, choices=self.packs), *others)
        return tuple(replace(option, default=self.defaults.get(option.key, option.default)) for option in known)

    @cached_property
    def agreed(self) -> dict[str, Any]:
        """Return every option with its default value for new games."""
        return agreed(self.options, VERSION)


ONLINE = Edition(
    slug="buccaneer",
    name="Buccaneer",
    label="online edition",
    summary="Sail for Treasure Island, trade, raid, and be the first to bring twenty points of treasure home.",
    seats=(2, 8),
    board=LARGE,
    trading_only=(),
    cut_for_dealer=False,
    hand=6,
    pieces=6,
    money={"DB": 4, "PE": 5, "K1": 3, "K2": 3},
    packs=(("by-players", "52 cards, 72 with seven or eight players"), (52, "52 cards"), (72, "72 cards")),
    defaults={},
    rules_page="rules.md",
)

CLASSIC = Edition(
    slug="buccaneer-classic",
    name="Buccaneer, Waddington’s classic",
    label="",
    summary="The laws from the box: six home ports, a cut for the dealer, and nobody sails further than the crew allows.",
    seats=(2, 6),
    board=LARGE,
    trading_only=("Venice", "Amsterdam"),
    cut_for_dealer=True,
    hand=6,
    pieces=6,
    money={"DB": 4, "PE": 5, "K1": 3, "K2": 3},
    packs=((52, "52 cards"), (72, "72 cards")),
    defaults={
        "crew_deck": 52,
        "oversail": "refuse",
        "wrong_dispute_forfeit": False,
        "blown_onto_occupied": "share",
        "third_ship_may_attack": False,
    },
    rules_page="editions/classic.md",
)

FAMILY = Edition(
    slug="buccaneer-family",
    name="Buccaneer, family edition",
    label="",
    summary="A smaller sea for two to four captains: hands of five, four home ports, and games that are soon over.",
    seats=(2, 4),
    board=SMALL,
    trading_only=("Venice", "Amsterdam"),
    cut_for_dealer=True,
    hand=5,
    pieces=5,
    money={"DB": 5, "PE": 4, "K1": 3, "K2": 3},
    packs=((36, "36 cards"), (52, "52 cards")),
    defaults={
        "crew_deck": 36,
        "oversail": "refuse",
        "wrong_dispute_forfeit": False,
        "blown_onto_occupied": "one-further",
        "third_ship_may_attack": False,
        "kidd_once": False,
    },
    rules_page="editions/family.md",
)

EDITIONS = {edition.slug: edition for edition in (ONLINE, CLASSIC, FAMILY)}
