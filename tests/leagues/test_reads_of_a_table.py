"""How many queries the page of a table takes, with everything on it that takes one."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.agreements import votes
from games.models import Counted, Game, Hand, Notes
from games.play import acting
from games.tables import chat
from tests.games.conftest import At, two_people

pytestmark = pytest.mark.django_db

MOST = 17


def table_of_a_league(make_run, people) -> Game:
    return make_run(people(5)).begin().fixtures[0].game


def table_of_a_host(make_run, people) -> Game:
    return two_people(*people(2))


@pytest.fixture(params=[table_of_a_league, table_of_a_host])
def game(request, make_run, people) -> Game:
    """A running table with talk and an open vote, where everyone has had a turn."""
    game = request.param(make_run, people)
    for _ in range(game.seats):
        At(game).turn(At(game).wait().seat)
    asked, other = game.players.get(seat=At(game).wait().seat), game.players.exclude(seat=At(game).wait().seat).first()
    Hand.objects.filter(player=asked).update(fallback="again")
    chat.post_line(game.pk, other.user, "Ahoy")
    Notes.objects.create(game=game, user=asked.user, text="Mine.")
    votes.propose(game.pk, other.user, "end")
    return game


def reads(client, game: Game, page: str = "") -> list[str]:
    """What the page reads when nothing is known from before."""
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/games/{game.pk}/{page}").status_code == 200
    return [query["sql"] for query in queries if query["sql"].startswith("SELECT")]


def test_the_page_of_a_table_takes_few_queries_for_its_captain_who_is_asked_and_wants_their_last_turn_again(
    client, sign_in, game, settings
):
    settings.MAILBOX = False
    sign_in(client, game.players.get(seat=At(game).wait().seat).user)
    assert len(reads(client, game)) <= MOST
    acting.end_as_it_stands(game.pk, "agreed")
    assert len(reads(client, game)) <= MOST


def test_the_page_of_its_clock_takes_few_queries_though_records_and_paces_were_never_counted(client, sign_in, game):
    sign_in(client, game.players.exclude(user=None).first().user)
    Counted.objects.all().delete()
    assert len(reads(client, game, "clock/")) <= MOST + 1
