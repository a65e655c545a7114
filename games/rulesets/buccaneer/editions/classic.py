"""The classic edition: the laws that came in the box for most of its life, two to six captains."""

from games.rulesets.buccaneer.boards import LARGE
from games.rulesets.buccaneer.edition import Edition

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
