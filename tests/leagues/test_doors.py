"""Rules that one door keeps, every other door keeps too."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services, trust
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed
from games.models import Lapse
from games.tables import lobby, starting
from games.timeouts import seats
from leagues.services import substitutes, withdrawals

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def test_the_host_does_not_begin_before_everyone_has_said_that_they_are_ready(anne, mary, golden):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=3, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary, token=game.join_token)
    lobby.start(game.pk, anne)
    game.refresh_from_db()
    assert (game.status, game.seats, game.ready_by is not None) == ("open", 2, True)
    with golden.refused("refusals/lobby", NotAllowed):
        lobby.start(game.pk, anne)
    assert starting.say_ready(game.pk, mary)


def test_who_takes_over_a_seat_is_as_reliable_as_who_joins(anne, mary, jack, golden):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, clock=Terms(least_on_time=80), open_to_all=True)
    lobby.join(game.pk, mary)
    game.players.filter(user=mary).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    Lapse.objects.bulk_create(Lapse(user=jack) for _ in range(20))
    with golden.refused("refusals/lobby", NotAllowed):
        seats.substitute(game.pk, game.players.get(user=mary).seat, jack)


def test_a_newcomer_takes_over_no_seat_at_a_public_table_when_they_may_not_join_another(anne, mary, jack, monkeypatch):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=3, open_to_all=True)
    lobby.join(game.pk, mary)
    monkeypatch.setitem(trust.HELD, "public tables", replace(trust.HELD["public tables"], most=(0, 0, 1000, 1000)))
    with pytest.raises(NotAllowed) as joining:
        lobby.join(game.pk, jack)
    lobby.start(game.pk, anne)
    game.players.filter(user=mary).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    with pytest.raises(NotAllowed) as stepping_in:
        seats.substitute(game.pk, game.players.get(user=mary).seat, jack)
    assert stepping_in.value.text == joining.value.text


def test_no_guest_sits_down_at_a_table_of_a_league_by_any_way(run, organiser):
    fixture = run.fixtures.first()
    seat = fixture.seats.select_related("entry__user").first()
    withdrawals.withdraw(run.pk, seat.entry.user)
    guest = services.make_guest()
    for way in (
        lambda: substitutes.offer(run.pk, guest),
        lambda: substitutes.replace(seat.pk, organiser, guest, "the only one at hand"),
        lambda: seats.substitute(fixture.game_id, seat.seat, guest),
    ):
        with pytest.raises(NotAllowed) as refused:
            way()
        assert refused.value.code == "guest"
