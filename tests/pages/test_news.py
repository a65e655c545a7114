"""What the page of a table says of the reader's last turn, of the others, and of the turn now."""

import pytest

from games.engine.facts import TURN_BEGAN
from games.queries import table_view
from games.rulesets import on_offer
from games.web.news import Sentence, news
from tests.in_play import in_play

pytestmark = pytest.mark.one_database

SEEDS = range(4)


def turns_begun(told: list[Sentence]) -> set[int]:
    """The seats whose turns begin in these news."""
    return {event["seat"] for move, _ in told for event in move.events if event["name"] == TURN_BEGAN}


@pytest.mark.parametrize("slug", sorted(on_offer()))
def test_my_last_turn_tells_only_my_own_and_a_throw_that_begins_my_turn_stands_in_it(db, anne, mary, slug):
    for seed in SEEDS:
        game, seat = in_play(slug, [anne, mary], seed)
        told = news(table_view.table(game, anne))
        assert turns_begun(told.last) <= {seat}
        assert seat not in turns_begun(told.others)


def test_what_is_thrown_for_the_next_captain_is_told_as_theirs(db, anne, mary):
    for seed in SEEDS:
        game, seat = in_play("bounty", [anne, mary], seed)
        told = news(table_view.table(game, anne))
        thrown = [event["seat"] for part in (told.last, told.now) for move, _ in part for event in move.events if event["name"] == "threw"]
        assert set(thrown) <= {seat}
