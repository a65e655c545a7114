"""Headings belong to the page: an edition's drawings of hands, cards and the board have none, so no level is skipped."""

import pytest

from games.kit.parts import face_of
from games.rulesets import all_rulesets
from tests.rulesets.walks import TABLES, walk

SMALLEST = {slug: players for slug, players in reversed(TABLES) if face_of(all_rulesets()[slug]).parts}


@pytest.mark.long
@pytest.mark.parametrize(("slug", "players"), SMALLEST.items())
def test_no_hand_card_or_board_is_drawn_with_a_heading(slug, players):
    rules, names, shown = all_rulesets()[slug], ["Anne"] * players, 0
    for number, step in enumerate(walk(slug, players)):
        seat = number % players
        events = [event.to_json() for event in step.events if event.seen_by(seat)]
        parts = face_of(rules).parts(rules.view(step.after, seat), names, None, events)
        drawn = {key: str(part) for key, part in parts.items() if "<svg" in str(part) or "<ul" in str(part)}
        assert {key: part for key, part in drawn.items() if "<h" in part} == {}
        shown += len(drawn)
    assert shown
