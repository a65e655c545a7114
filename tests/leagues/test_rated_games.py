"""Which part in a game is rated, and how: owners of seats, substitutes, people who have left, decisions that came later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import account_deletion
from games.models import Game, Player
from games.tables import lobby
from games.timeouts import seats
from leagues.models import RatedTable, Rating, RatingEvent
from leagues.services import rating, results, substitutes
from tests.ratings import rate_anew

pytestmark = pytest.mark.django_db


def opened(game, user) -> Player:
    """This captain has been away so long that somebody else may have the seat."""
    player = game.players.get(user=user)
    Player.objects.filter(pk=player.pk).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    return player


def fixture_with_jack(run, members, jack, organiser):
    """Jack plays on for the first captain at one table."""
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    opened(fixture.game, members[0])
    seat = fixture.seats.get(entry__user=members[0])
    substitutes.replace(seat.pk, organiser, jack, "they asked me to")
    return fixture, seat.seat


def placed(seat: int, place: int) -> list[int]:
    """Places at a table of four at which this seat has this one; the others follow in order."""
    rest = iter(one for one in (1, 2, 3, 4) if one != place)
    return [place if at == seat else next(rest) for at in range(4)]


def everything() -> tuple:
    """All that is stored of ratings, but for the numbers of rows."""
    events = RatingEvent.objects.order_by("table", "person").values("table", "person", "before", "after", "after_deviation", "against")
    return list(events), list(Rating.objects.order_by("person").values("person", "value", "deviation", "games", "last"))


def test_a_substitute_of_a_league_who_plays_well_gains_and_their_page_says_why(run, members, jack, organiser, client):
    fixture, seat = fixture_with_jack(run, members, jack, organiser)
    run.end(fixture, placed(seat, 1))
    rating.catch_up("toy")
    assert Rating.objects.get(user=jack).value > 1500
    assert Rating.objects.get(user=members[0]).value < 1500
    event = RatingEvent.objects.get(person=jack.pk)
    assert {person for person, *_ in event.against} == {one.entry.user_id for one in fixture.seats.exclude(seat=seat)}
    assert rating.wrong_ratings("toy") == []
    page = client.get(f"/ratings/toy/{jack.pk}/").content.decode()
    assert all(one.entry.name in page for one in fixture.seats.exclude(seat=seat))


def test_a_substitute_of_a_league_who_plays_badly_is_not_rated_at_all(run, members, jack, organiser):
    fixture, seat = fixture_with_jack(run, members, jack, organiser)
    run.end(fixture, placed(seat, 4))
    rating.catch_up("toy")
    assert not Rating.objects.filter(user=jack).exists()
    assert Rating.objects.count() == 4


def test_a_substitute_who_left_in_their_turn_is_not_rated(run, members, jack, organiser):
    fixture, seat = fixture_with_jack(run, members, jack, organiser)
    Player.objects.filter(game=fixture.game, seat=seat).update(mode="bot")
    run.end(fixture, placed(seat, 1))
    assert RatedTable.objects.get().stepped_in == []


def test_ratings_kept_up_game_by_game_are_those_that_come_out_anew_with_substitutes_too(run, members, jack, organiser):
    fixture, seat = fixture_with_jack(run, members, jack, organiser)
    run.end(fixture, placed(seat, 1))
    rating.catch_up("toy")
    for other in list(run.fixtures.filter(status="running"))[:3]:
        run.end(other)
        rating.catch_up("toy")
    before = everything()
    rate_anew("toy")
    assert everything() == before


def test_a_corrected_result_after_somebody_has_left_the_site_judges_the_others_as_before(run, members, organiser):
    fixture = run.fixtures.first()
    run.end(fixture)
    leaver = fixture.seats.get(seat=1).entry.user
    number = leaver.pk
    account_deletion.leave(leaver)
    results.correct(fixture.pk, organiser, [2, 1, 3, 4], "read wrongly")
    rating.catch_up("toy")
    assert RatedTable.objects.get(game=fixture.game).people[1] == [number, 1]
    assert rating.wrong_ratings("toy") == []


def test_a_result_that_turns_out_to_rest_on_a_fault_of_the_rules_is_void_and_all_ratings_after_it_run_again(run, organiser):
    for fixture in list(run.fixtures)[:3]:
        run.end(fixture)
    rating.catch_up("toy")
    faulty, *later = run.fixtures.filter(status="finished")
    results.void(faulty.pk, organiser, "the rules had a fault")
    rating.catch_up("toy")
    assert set(RatedTable.objects.values_list("game", flat=True)) == {fixture.game_id for fixture in later}
    assert rating.wrong_ratings("toy") == []
    assert RatingEvent.objects.filter(table__game=later[0].game_id).first().before == 1500


# -- tables of no league --------------------------------------------------------------------------------
@pytest.fixture
def open_table(anne, mary):
    """Anne and Mary at a table that anybody could have joined."""
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, mary, place="london")
    game.refresh_from_db()
    return game


def over(game, *places: int) -> None:
    """It has ended with these places, long after its first quarter."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    outcome = {"winners": winners, "places": places, "scores": [0] * len(places), "reason": "rounds"}
    Game.objects.filter(pk=game.pk).update(number=100, status="over", ended_at=timezone.now(), outcome_data=outcome)
    rating.note_game(Game.objects.get(pk=game.pk))
    rating.catch_up("toy")


def test_at_an_open_table_who_left_is_last_and_their_substitute_is_rated_if_they_gain(open_table, anne, mary, jack):
    player = opened(open_table, mary)
    seats.substitute(open_table.pk, player.seat, jack)
    Player.objects.filter(pk=player.pk).update(former=None)  # as it is when Jack has made their first answer
    over(open_table, 2, 1)
    found = {row.person: row.value for row in Rating.objects.all()}
    assert found[anne.pk] > 1500 > found[mary.pk]
    assert found[jack.pk] > 1500


def test_who_comes_back_to_their_open_seat_is_rated_as_they_played(open_table, anne, mary, jack):
    player = opened(open_table, mary)
    seats.substitute(open_table.pk, player.seat, jack)
    seats.take_back(open_table.pk, mary)
    over(open_table, 2, 1)
    assert {row.person: row.value > 1500 for row in Rating.objects.all()} == {anne.pk: False, mary.pk: True}


def test_a_table_of_friends_and_one_that_stopped_in_its_first_quarter_are_not_rated(open_table):
    Game.objects.update(open_to_all=False)
    over(open_table, 1, 2)
    Game.objects.update(open_to_all=True, number=7)
    assert rating.note_game(Game.objects.get()) is None
    assert not RatedTable.objects.exists()


def test_an_ended_table_gives_each_of_its_people_one_event_however_often_it_is_noted(open_table):
    over(open_table, 1, 2)
    over(open_table, 1, 2)
    assert RatingEvent.objects.count() == 2
    assert RatedTable.objects.get().is_done
