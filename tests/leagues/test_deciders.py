"""Prepared reads of who decides about a league's table give what their querysets give."""

import pytest

from leagues.models import Fixture
from leagues.queries.pages import deciders_of, fixtures_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture(run) -> Fixture:
    return run.fixtures.first()


def test_the_fixture_of_a_table_is_read_with_its_division_and_league(fixture):
    for _ in range(2):
        (read,), (expected,) = fixtures_at(fixture.game_id), fixtures_at.make(fixture.game_id)
        assert (read, read.division, read.round.season.league) == (expected, expected.division, expected.round.season.league)
    assert fixtures_at(-1) == []


def test_organisers_who_do_not_play_in_the_division_decide(fixture):
    league = fixture.round.season.league
    for _ in range(2):
        assert deciders_of(league.pk, fixture.division_id) == list(deciders_of.make(league.pk, fixture.division_id)) != []
    assert deciders_of(-1, fixture.division_id) == []
