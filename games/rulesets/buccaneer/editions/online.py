"""The online edition (rulebook of 1958 with laws 9B and 16B), as printed."""

from games.rulesets.buccaneer.boards import LARGE
from games.rulesets.buccaneer.edition import Edition

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
