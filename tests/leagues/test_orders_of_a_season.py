"""Where the tables of a season ask for orders first, everybody is asked as they register or offer to step in."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.editions.errors import NotAllowed
from games.models import Hand, Player
from leagues.models import FixtureSeat, League, SeasonOrders
from leagues.services import entries, substitutes
from tests.games.disputes import of_version_1
from tests.reading import fields, flash, has, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
TOLD = {"order-dispute": "certain", "order-dispute_ratio": "25"}
KEPT = {"dispute": "certain", "dispute_ratio": 25}


@pytest.fixture
def cup(make_run):
    """A season of Buccaneer, for two at a table, with registration open."""
    run = make_run(seats=2)
    League.objects.update(ruleset="buccaneer", options={})
    return run


def address(run, what: str) -> str:
    return f"/leagues/{run.season.league.slug}/{run.season.number}/{what}"


def of(run, person) -> dict:
    return Hand.objects.get(player__game__fixture__round__season=run.pk, player__user=person).orders


def test_who_registers_is_asked_and_their_table_begins_with_it(cup, people, client, sign_in, golden):
    first, second = people(2)
    page = sign_in(client, first).get(address(cup, ""))
    assert has(page, 'select[name="order-dispute"]')
    assert golden("pages/season", part(page, f'form[action="{address(cup, "me/register/")}"]'))
    client.post(address(cup, "me/register/"), TOLD)
    entries.register(cup.pk, second)
    cup.begin()
    assert (of(cup, first), of(cup, second)) == (KEPT, {})


def test_who_has_registered_may_change_it_for_the_tables_to_come(cup, people, client, sign_in, golden):
    first, second = people(2)
    entries.register(cup.pk, first, {"dispute": "always"})
    entries.register(cup.pk, second)
    page = sign_in(client, first).get(address(cup, "me/"))
    asked = f'form[action="{address(cup, "me/orders/")}"]'
    assert fields(page, asked)["order-dispute"] == "always"
    assert golden("pages/own-part", part(page, "section.narrow"))
    client.post(address(cup, "me/orders/"), TOLD)
    cup.begin()
    assert of(cup, first) == KEPT


def test_a_substitute_begins_with_what_they_said_when_they_offered(cup, people, client, sign_in):
    first, second, third = people(3)
    for person in (first, second):
        entries.register(cup.pk, person)
    assert has(sign_in(client, third).get(address(cup, "me/")), 'select[name="order-dispute"]')
    client.post(address(cup, "me/offer/"), TOLD)
    cup.step("close")
    cup.step("start")
    FixtureSeat.objects.filter(entry__user=second).update(played_by=third)
    cup.start_games()
    assert of(cup, third) == KEPT


def test_an_answer_that_is_not_offered_registers_nobody(cup, people, golden):
    [person] = people(1)
    with golden.refused("refusals/leagues", NotAllowed):
        entries.register(cup.pk, person, {"dispute": "sometimes"})
    assert not cup.season.entries.filter(user=person).exists()


def test_a_season_of_other_tables_asks_nobody(cup, people, client, sign_in):
    [person] = people(1)
    League.objects.update(options={"disputes": 24})
    assert not has(sign_in(client, person).get(address(cup, "")), '[name="order-dispute"]')
    client.post(address(cup, "me/register/"), TOLD)
    assert not SeasonOrders.objects.exists()
    assert entries.orders_of(cup.season, person) == {}


@pytest.mark.parametrize("older", [False, True])
def test_a_substitute_who_takes_a_seat_in_a_running_game_brings_what_they_said_when_they_offered(cup, people, older):
    first, second, third = people(3)
    for person in (first, second):
        entries.register(cup.pk, person)
    substitutes.offer(cup.pk, third, orders={"dispute": "always"})
    cup.begin()
    seat = FixtureSeat.objects.get(entry__user=second)
    game = seat.fixture.game
    if older:
        of_version_1(game)
    Player.objects.filter(game=game, user=second).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    substitutes.take_seat(cup.season, FixtureSeat.objects.get(pk=seat.pk), third)
    assert of(cup, third) == ({} if older else {"dispute": "always"})


def test_who_offered_to_step_in_or_waits_for_a_place_may_change_their_orders(cup, people, client, sign_in):
    person, other = people(2)
    substitutes.offer(cup.pk, person, orders={"dispute": "always"})
    entries.register(cup.pk, other)
    cup.season.entries.filter(user=other).update(status="waiting")
    for one in (person, other):
        assert has(sign_in(client, one).get(address(cup, "me/")), f'form[action="{address(cup, "me/orders/")}"]')
        client.post(address(cup, "me/orders/"), TOLD)
        assert entries.orders_of(cup.season, one) == KEPT


def test_who_has_no_part_in_a_season_is_told_so_and_nothing_is_kept(cup, people, client, sign_in, golden):
    [person] = people(1)
    answer = sign_in(client, person).post(address(cup, "me/orders/"), TOLD, follow=True)
    assert golden("pages/own-part", flash(answer))
    assert not has(answer, f'form[action="{address(cup, "me/orders/")}"]')
    assert not SeasonOrders.objects.exists()
