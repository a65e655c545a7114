"""A person's profile: what they played, how they did, and how they did against its reader."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Player
from games.queries import results
from tests.reading import has, links, part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def ended(ruleset: str, *came, places=None, public=True, bots: int = 0) -> Game:
    """An ended game of these people, who came in as they are named."""
    places = places or list(range(1, len(came) + bots + 1))
    game = Game.objects.create(
        ruleset=ruleset, name=f"{ruleset} of {' and '.join(person.name for person in came)}", seats=len(places), pace=86400, status="over",
        commitment="x", open_to_all=public, ended_at=timezone.now(), owner=came[0], number=0, scores=[0] * len(places),
        outcome_data={"winners": [seat for seat, place in enumerate(places) if place == 1], "places": places, "scores": [0], "reason": ""},
    )  # fmt: skip
    Player.objects.bulk_create(Player(game=game, seat=seat, user=person) for seat, person in enumerate(came))
    Player.objects.bulk_create(Player(game=game, seat=len(came) + seat, bot="easy", own_name="Bot") for seat in range(bots))
    return game


@pytest.fixture
def read(client, sign_in):
    return lambda reader, who: sign_in(client, reader).get(f"/captains/{who.pk}/")


def test_it_tells_the_games_against_people_by_edition_the_most_played_first(read, anne, mary, jack, golden):
    for _ in range(2):
        ended("bounty", mary, anne)
    ended("piracy", anne, jack, mary)
    ended("buccaneer", mary, bots=2)
    assert golden("pages/captain", part(read(jack, mary), "[aria-labelledby=games]"))
    assert golden("pages/captain", part(read(anne, mary), "[aria-labelledby=met]"))
    assert golden("pages/captain", part(read(mary, jack), "[aria-labelledby=met]"))
    assert not has(read(mary, mary), "[aria-labelledby=met]")


def test_a_shared_place_counts_as_level_and_a_shared_victory_as_won(read, anne, mary, golden):
    ended("piracy", mary, anne, places=[1, 1])
    assert results.met(anne, mary) == (0, 0, 1)
    assert results.played(anne) == [("piracy", 1, 1)]
    assert golden("pages/captain", part(read(anne, mary), "[aria-labelledby=met]"))


def test_of_two_people_a_result_says_whose_place_it_is(read, anne, mary):
    ended("bounty", mary, anne)
    (result,) = parts(read(anne, mary), "[aria-labelledby=met] .results li")
    assert result.rpartition(": ")[2].startswith(mary.name)


def test_a_new_person_is_new_here_and_has_played_nothing_yet(read, anne, mary, golden):
    assert golden("pages/captain", part(read(anne, mary), "div.person + p"))
    assert golden("pages/captain", part(read(anne, mary), "[aria-labelledby=games]"))


def test_a_private_game_is_listed_only_for_who_played_it(read, anne, mary, jack):
    game = ended("bounty", mary, anne, public=False)
    address = f"/games/{game.pk}/"
    assert [address in links(read(reader, mary)) for reader in (anne, mary, jack)] == [True, True, False]


def test_counts_are_right_over_a_thousand_games_and_take_few_queries(client, sign_in, anne, mary, jack, django_assert_max_num_queries):
    outcome = {"winners": [0], "places": [1, 2], "scores": [0, 0], "reason": ""}
    made = Game.objects.bulk_create(
        Game(ruleset="bounty", name="x", seats=2, pace=1, status="over", commitment="x", open_to_all=True, ended_at=timezone.now(),
             outcome_data=outcome) for _ in range(1000)
    )  # fmt: skip
    Player.objects.bulk_create(Player(game=game, seat=seat, user=person) for game in made for seat, person in enumerate((anne, mary)))
    assert results.met(mary, anne) == (0, 1000, 0)
    sign_in(client, mary).get("/my/")
    with django_assert_max_num_queries(20):
        page = client.get(f"/captains/{anne.pk}/")
    assert [part(page, ".figures td", number) for number in (0, 1)] == ["1000", "1000 (100 %)"]
    assert len(parts(page, "[aria-labelledby=met] .results li")) == results.NEWEST
    indexed = "SEARCH" if connection.vendor == "sqlite" else "Index"
    with CaptureQueriesContext(connection) as found:
        results.played(anne)
    plan = results.ended_chairs(anne).explain()
    assert (len(found), indexed in plan, "SCAN games_player" in plan) == (1, True, False)
