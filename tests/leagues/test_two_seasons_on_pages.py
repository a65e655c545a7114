"""Two seasons played through on the pages: withdrawals, late players, an outage across the hard end, and the season after it."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games.models import Pause
from leagues import tasks
from leagues.models import Entry, SubCall
from leagues.services import making

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def at():
    return lambda season, page, *more: reverse(f"leagues:{page}", args=[season.league.slug, season.number, *more])


@pytest.fixture
def says(client, sign_in, at):
    """Somebody presses one of the buttons of their own part."""

    def say(person, season, what, **more):
        assert sign_in(client, person).post(at(season, "act", what), more).status_code == 302

    return say


def sweep(run) -> None:
    tasks.look_after(run.pk)
    run.start_games()
    tasks.renew_standings(run.pk)


def by_order(fixture) -> list[int]:
    """The one who registered first wins."""
    order = sorted(fixture.seats.all(), key=lambda seat: seat.entry_id)
    return [order.index(seat) + 1 for seat in fixture.seats.all()]


def first_days(run, jack, says):
    """One table of a captain is over when they leave; a substitute takes one of their seats, bots play the others."""
    leaver = run.season.divisions.get(number=1).entries.order_by("pk").first().user
    over = run.fixtures.filter(seats__entry__user=leaver).first()
    run.end(over, by_order(over))
    says(jack, run.season, "offer")
    says(leaver, run.season, "withdraw", sure="yes")
    sweep(run)
    call = SubCall.objects.filter(answer="").first()
    says(jack, run.season, "yes", call=call.pk)
    run.end(call.seat.fixture, by_order(call.seat.fixture))
    call.seat.refresh_from_db()
    assert (call.seat.played_by, call.seat.points) == (jack, 0)
    assert not run.fixtures.filter(status="void").exists()
    return leaver


def last_days(run, clock):
    """All but two tables end. The outage lies across the hard end: one of the two comes to its end after it, the other is too late."""
    late, later, *others = run.fixtures.filter(status="running").order_by("-pk")
    for fixture in others:
        run.end(fixture, by_order(fixture))
    end, hour = run.season.hard_end, timedelta(hours=1)
    clock.move_to(end + 2 * hour)
    Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=end - 5 * hour, end=end + 3 * hour)
    sweep(run)
    assert run.season.hard_end == end + 8 * hour
    run.end(late, by_order(late))
    clock.move_to(end + 9 * hour)
    sweep(run)
    later.refresh_from_db()
    assert (late.status, later.status, run.season.status) == ("finished", "adjudicated", "final")


def season_after(run, organiser, client, sign_in, decide):
    """Made with the same settings, and opened by its organiser."""
    now = timezone.now()
    made = making.create_season(run.season.league_id, organiser, run.season.preset, now + timedelta(days=2), now + timedelta(days=3))
    decide(sign_in(client, organiser), made, "step", step="open")
    following = type(run)(made)
    assert following.season.status == "registration"
    return following


def test_a_season_with_a_withdrawal_and_an_outage_ends_fairly_and_the_next_one_begins_with_it(
    make_run, people, organiser, jack, client, sign_in, says, at, decide
):
    members, run = people(14), make_run()
    for person in members:
        says(person, run.season, "register")
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)) as clock:
        sweep(run)
        leaver = first_days(run, jack, says)
        last_days(run, clock)
        page = client.get(at(run.season, "season")).context
        first, second = ([line["row"] for line in lines] for _, lines, _ in page["tables"])
        assert [row.person.user == leaver for row in first] == [not row.is_ranked for row in first] == [False] * 6 + [True]
        assert page["movers"]

        clock.shift(timedelta(days=3))
        sweep(run)
        assert run.season.status == "archived"
        league = client.get(reverse("leagues:league", args=[run.season.league.slug])).context
        assert [entry.pk for entry in league["champions"][0][1]] == [first[0].entry]

        following = season_after(run, organiser, client, sign_in, decide)
        for person in [*members, jack]:
            if person != leaver:
                says(person, following.season, "register")
        clock.shift(timedelta(days=3, minutes=1))
        sweep(following)
        risen = set(following.season.divisions.get(number=1).entries.values_list("user", flat=True))
        assert {row.person.user_id for row in second[:2]} <= risen
        assert Entry.objects.get(season=following.pk, user=jack).division.number == 2
