"""The family edition: the later box for four, with a smaller sea, smaller hands and other prices on the money."""

from games.rulesets.buccaneer.boards import SMALL
from games.rulesets.buccaneer.edition import Edition

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
