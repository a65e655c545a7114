"""A captain's knowledge of other hands, event by event."""

import pytest

from games.engine import Event
from games.kit.crew_game.ledger import ChancePack, hands_of
from games.kit.ledger import Noted

pytestmark = pytest.mark.one_database
ANNE, MARY, JACK = range(3)


def known(*events: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cards that Anne is sure of in Mary's and in Jack's hand."""
    hands = hands_of(ANNE, 3, [Noted(number, event) for number, event in enumerate(events) if event.seen_by(ANNE)])
    return hands.surely(MARY), hands.surely(JACK)


def fight(*cards: str) -> Event:
    return Event("hands-shown", ANNE, {"other": MARY, "hands": {"0": ["R1"], "1": list(cards)}}, to=(ANNE, MARY))


def test_a_fight_shows_a_whole_hand_and_a_card_that_leaves_unseen_may_be_any_of_it():
    assert known(fight("B1", "B1", "R3")) == (("B1", "B1", "R3"), ())
    assert known(fight("B1", "B1", "R3"), Event("crew-buried", MARY, {"count": 1})) == (("B1",), ())


def test_a_back_with_its_number_leaves_the_other_numbers_sure():
    gone = Event("crew-returned", MARY, {"count": 1, "backs": ["?1"]})
    assert known(fight("B1", "R3", "R1"), gone) == (("R3",), ())


def test_crew_that_anne_gave_away_is_known_and_crew_between_two_others_is_not():
    given = Event("crew-lost", ANNE, {"receiver": MARY, "count": 1})
    faces = Event("crew-changed-hands", MARY, {"other": ANNE, "cards": ["B2"]}, to=(ANNE, MARY))
    assert known(given, faces) == (("B2",), ())
    passed_on = Event("crew-taken", JACK, {"other": MARY, "count": 1})
    theirs = Event("crew-changed-hands", JACK, {"other": MARY, "cards": ["B2"]}, to=(JACK, MARY))
    assert known(given, faces, passed_on, theirs) == ((), ())


def test_what_is_traded_is_seen_and_a_docked_card_that_is_handed_over_stays_known():
    assert known(Event("traded", JACK, {"given": [], "taken": ["R2", "G"]})) == ((), ("R2",))
    assert known(Event("crew-given", MARY, {"receiver": JACK, "count": 2, "docked": ["B3"]})) == ((), ("B3",))


def test_a_captain_who_leaves_holds_nothing():
    assert known(fight("B1"), Event("left", MARY)) == ((), ())


def test_once_every_chance_card_has_come_their_order_is_known():
    pack = ChancePack((1, 2, 3), (3,), {"TW": 3})
    for number, card in enumerate((2, 3, 1)):
        pack.note(number, Event("chance-drawn", MARY, {"card": card}))
    assert (pack.unseen, pack.under) == (set(), [2, 1])
    pack.note(4, Event("wind-raised", MARY))
    pack.note(5, Event("chance-drawn", JACK, {"card": 2}))
    assert (pack.under, pack.drawn[2]) == ([1, 3, 2], (5, JACK))
