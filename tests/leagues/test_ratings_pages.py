"""The pages of ratings: lists, one person's graph with the why of each game, and what a seat is worth."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from leagues import tasks
from leagues.models import RatedTable, Rating, SeatTally
from leagues.services import rating
from tests.reading import has, links, part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
DAY = 86400


def games(count: int, *people, every=DAY, until=None) -> None:
    """So many games of these people, the newest just now; they come in as they are named."""
    until = until or int(timezone.now().timestamp())
    places = [[person.pk, place] for place, person in enumerate(people, start=1)]
    RatedTable.objects.bulk_create(
        RatedTable(number=number + 1, ruleset="toy", ended=until - (count - 1 - number) * every, people=places) for number in range(count)
    )
    rating.catch_up("toy")


def board(client) -> str:
    return client.get(reverse("leagues:board", args=["toy"])).content.decode()


def listed(page: str) -> list[str]:
    """Names on the list, from the top."""
    return re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', page)


def test_the_list_names_those_with_ten_games_the_strongest_first(client, anne, mary, jack, golden):
    assert golden("pages/ratings-of-an-edition", part(board(client), "div.card"))
    games(12, mary, anne)
    assert listed(board(client)) == ["Mary", "Anne"]
    Rating.objects.filter(user=anne).update(games=9)
    assert listed(board(client)) == ["Mary"]
    Rating.objects.filter(user=mary).update(last=0)
    assert listed(board(client)) == []


def test_the_list_shows_its_reader_where_they_stand_and_a_doubt_where_there_is_one(client, sign_in, anne, mary):
    games(12, anne, mary)
    sign_in(client, anne)
    address = reverse("leagues:rating", args=["toy", anne.pk])
    assert address in links(board(client), "p.lead")
    Rating.objects.filter(user=anne).update(deviation=120)
    page = board(client)
    mine = Rating.objects.get(user=anne)
    assert page.count(f"{mine.value:.0f}?") == 2
    assert has(page, "tr.mine")


def test_who_has_left_the_site_is_on_no_list_and_their_page_has_no_name(client, anne, mary, golden):
    games(12, anne, mary)
    Rating.objects.filter(user=mary).update(user=None)
    number, name = mary.pk, mary.name
    mary.delete()
    assert listed(board(client)) == ["Anne"]
    page = client.get(reverse("leagues:rating", args=["toy", number])).content.decode()
    assert golden("pages/rating", part(page, "h1"))
    assert name not in page


def test_the_page_of_a_rating_tells_of_each_game_what_was_expected_and_what_came(client, anne, mary, jack, golden):
    games(3, anne, mary, jack)
    page = client.get(reverse("leagues:rating", args=["toy", anne.pk])).content.decode()
    assert page.count("<details") == 3
    assert page.count(">Mary</td>") == page.count(">Jack</td>") == 3
    assert page.count("100 %") == 6
    assert golden("pages/rating", part(page, "p.lead"))
    drawn = re.search(r'<polyline class="line l0" points="([^"]+)"', page)[1]
    heights = [float(point.split(",")[1]) for point in drawn.split()]
    assert len(heights) == 3
    assert heights == sorted(heights, reverse=True)


def test_one_game_is_no_line_and_two_hundred_are_no_more_points_than_can_be_seen(client, anne, mary):
    games(1, anne, mary)
    address = reverse("leagues:rating", args=["toy", anne.pk])
    assert "polyline" not in client.get(address).content.decode()
    RatedTable.objects.all().delete()
    games(200, anne, mary, every=3600)
    page = client.get(address).content.decode()
    assert len(re.search(r'<polyline class="line l0" points="([^"]+)"', page)[1].split()) == 120
    assert page.count("<details") == 20


def test_the_page_of_a_person_has_a_graph_for_each_edition_and_is_linked_from_the_profile(client, sign_in, anne, mary, golden):
    games(5, anne, mary)
    page = client.get(reverse("leagues:captain", args=[anne.pk])).content.decode()
    assert 'class="rating"' in page
    assert golden("pages/ratings-of-a-captain", part(page, "section.rated"))
    assert golden("pages/ratings-of-a-captain", part(page, "h2 + p.soft", -1))
    assert golden("pages/ratings-of-a-captain", re.search(r'class="rating"[^>]* aria-label="([^"]+)"', page)[1])
    sign_in(client, anne)
    profile = reverse("captain", args=[anne.pk])
    assert profile in client.get(reverse("profile")).content.decode()
    assert 'class="rating"' in client.get(profile).content.decode()


def test_a_person_without_games_has_a_page_that_says_what_is_rated(client, anne, golden):
    assert golden("pages/ratings-of-a-captain", part(client.get(reverse("leagues:captain", args=[anne.pk])), "h2 + p.soft"))


# -- what a seat is worth -------------------------------------------------------------------------------
def ended(count: int, places: list[int], first: int = 0) -> None:
    """So many rated games that ended like this; seat `first` began."""
    outcome = {"winners": [places.index(1)], "places": places, "scores": [0] * len(places), "reason": "rounds"}
    game = {"ruleset": "toy", "version": 1, "seats": len(places), "first": first, "pace": DAY, "status": "over", "outcome_data": outcome}
    made = Game.objects.bulk_create(Game(**game, ended_at=timezone.now()) for _ in range(count))
    RatedTable.objects.bulk_create(
        RatedTable(game=game, number=game.pk, ruleset="toy", ended=0, people=[[1, 1], [2, 2]], is_done=True) for game in made
    )


def test_seats_are_counted_in_the_order_of_turns_no_matter_who_began(client):
    ended(300, [1, 2], first=0)
    ended(200, [1, 2], first=1)
    assert rating.count_seats("toy") == 500
    assert [(turn, won) for turn, won, _ in rating.seat_values_of("toy")[0]["rows"]] == [(1, 60.0), (2, 40.0)]
    assert parts(board(client), "table.seats td") == ["1.", "60.0 %", "6.00", "2.", "40.0 %", "4.00"]


def test_before_there_are_five_hundred_games_nothing_is_said_of_seats(client, golden):
    ended(499, [1, 2])
    rating.count_seats("toy")
    assert not has(board(client), "table.seats")
    assert golden("pages/ratings-of-an-edition", part(board(client), "h3 + p.soft"))


def test_a_shared_first_place_is_shared_in_the_count_and_counting_twice_counts_once():
    ended(10, [1, 1])
    for _ in range(2):
        rating.count_seats("toy")
    assert [(tally.games, tally.wins) for tally in SeatTally.objects.all()] == [(10, 4200), (10, 4200)]


def test_the_night_counts_the_seats_and_mends_a_rating_that_has_gone_wrong(anne, mary):
    games(3, anne, mary)
    right = Rating.objects.get(user=anne).value
    Rating.objects.filter(user=anne).update(value=right + 1)
    assert rating.wrong_ratings("toy") == [anne.pk]
    assert tasks.nightly() == 1
    tasks.rate("toy")
    assert Rating.objects.get(user=anne).value == right
    assert tasks.nightly() == 0
