"""Going up and down by one step, pairing only who is there, a hard end that knows outages and grace, and strikes of void tables."""

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from games.deadlines import heartbeat
from games.editions.errors import NotAllowed
from games.models import Heartbeat, Pause, Wait
from leagues import tasks
from leagues.models import Division, Entry, FixtureSeat, Season
from leagues.services import cards, clocks, entries, making, results, rounds, seasons
from leagues.tables import division_tables, promotion
from leagues.tables.promotion import Placed, fill_tiers
from tests.reading import has, part

pytestmark = pytest.mark.one_database

HOUR = timedelta(hours=1)


# -- from season to season ------------------------------------------------------------------------------
def confirmed(tiers: int = 3, size: int = 7) -> list[tuple[str, Placed]]:
    """Who goes where after a season in which one goes up and one goes down: B1 is the winner of the second tier."""
    found = []
    for tier in range(1, tiers + 1):
        for place in range(1, size + 1):
            to = tier - 1 if place == 1 and tier > 1 else tier + 1 if place == size and tier < tiers else tier
            found.append((f"{'ABC'[tier - 1]}{place}", Placed(to, tier)))
    return sorted(found, key=lambda one: (one[1].to, one[1].to - one[1].came_from, int(one[0][1:])))


def drawn(gone: set[str] = frozenset(), newcomers: tuple = (), room: tuple = (7, 7, 7)) -> list[set[str]]:
    ordered = fill_tiers([one for one in confirmed() if one[0] not in gone], newcomers, room)
    return [set(ordered[sum(room[:at]) : sum(room[: at + 1])]) for at in range(len(room))]


def test_where_everyone_comes_back_all_go_where_they_were_sent():
    first, second, third = drawn()
    assert first == {"A1", "A2", "A3", "A4", "A5", "A6", "B1"}
    assert second == {"A7", "B2", "B3", "B4", "B5", "B6", "C1"}
    assert third == {"B7", "C2", "C3", "C4", "C5", "C6", "C7"}


def test_a_free_place_in_the_first_tier_goes_to_the_runner_up_of_the_second_and_not_to_the_winner_of_the_third():
    first, second, _ = drawn({"A3"}, ("new",))
    assert "B2" in first
    assert "C1" in second
    assert "C2" in second


def test_when_all_who_stayed_below_have_gone_up_the_least_bad_of_those_who_came_down_stays():
    first, _, _ = drawn({"A3", "B2", "B3", "B4", "B5", "B6"}, tuple(f"new{number}" for number in range(6)))
    assert "A7" in first
    assert "C1" not in first


def test_newcomers_come_before_anyone_goes_up_by_two_tiers():
    first, second, _ = drawn({"A3", "A7", "B2", "B3", "B4", "B5", "B6"}, tuple(f"new{number}" for number in range(7)))
    assert "new0" in first
    assert "C1" in second


def test_a_tier_that_became_too_small_sends_its_last_ones_down_and_nobody_is_lost():
    first, second, _ = drawn(room=(5, 8, 8))
    assert first == {"B1", "A1", "A2", "A3", "A4"}
    assert {"A5", "A6"} < second


def test_no_matter_who_comes_back_nobody_is_lost_and_none_of_the_third_tier_is_in_the_first_while_others_are_there():
    for seed in range(300):
        chance = Random(seed)
        gone = {who for who, _ in confirmed() if chance.random() < 0.3}
        new = tuple(f"new{number}" for number in range(len(gone)))
        first, second, third = drawn(gone, new)
        assert len(first | second | third) == 21
        if any(who[0] in "BAn" for who in second | third):
            assert not {who for who in first if who[0] == "C"}


@pytest.mark.django_db
def test_the_next_season_is_drawn_so_that_the_runner_up_fills_the_place_of_one_who_stays_away(make_run, people, organiser):
    run = make_run(people(21)).begin()
    run.end_all()
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        by_place = {(one.division.number, one.place): one for one in Entry.objects.select_related("division", "user")}
        stays_away = by_place[1, 3].user
        now = timezone.now()
        following = making.create_season(
            run.season.league_id, organiser, run.season.preset, now + timedelta(days=2), now + timedelta(days=3)
        )  # fmt: skip
        seasons.advance(following.pk, "open")
        for entry in sorted(by_place.values(), key=lambda one: -one.pk):
            if entry.user != stays_away:
                entries.register(following.pk, entry.user)
        seasons.advance(following.pk, "close")
    tiers = {entry.user_id: entry.division.tier for entry in following.entries.select_related("division")}
    assert tiers[by_place[2, 1].user_id] == 1
    assert tiers[by_place[2, 2].user_id] == 1
    assert tiers[by_place[3, 1].user_id] == 2
    assert tiers[by_place[1, 7].user_id] == 2


def next_season(run, organiser, captains) -> Season:
    """The season after this one, with these captains."""
    now = timezone.now()
    following = making.create_season(
        run.season.league_id, organiser, run.season.preset, now + timedelta(days=2), now + timedelta(days=3)
    )  # fmt: skip
    seasons.advance(following.pk, "open")
    for person in captains:
        entries.register(following.pk, person)
    return following


@pytest.mark.django_db
def test_a_cancelled_season_in_between_takes_nobody_s_promotion_nor_serves_a_red_card(make_run, people, organiser):
    captains = people(15)
    run = make_run(captains[:14]).begin()
    run.end_all()
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        cards.give_card(run.entry(captains[0]).pk, organiser, "red", "two accounts")
        sent = {moved["key"]: moved["to"] for moved in run.season.moved}
        seasons.cancel(next_season(run, organiser, captains[1:]).pk, organiser, "too hot to sail")
        following = next_season(run, organiser, captains[1:])
        with pytest.raises(NotAllowed, match="sit out"):
            entries.register(following.pk, captains[0])
        seasons.advance(following.pk, "close")
    tiers = {f"user:{entry.user_id}": entry.division.tier for entry in following.entries.select_related("division")}
    went_up = [key for key, to in sent.items() if to == 1]
    assert all(tiers[key] == 1 for key in went_up if key in tiers)


@pytest.mark.django_db
def test_a_season_is_not_drawn_before_it_is_settled_who_goes_up_and_down(make_run, people, organiser):
    captains = people(14)
    run = make_run(captains).begin()
    run.end_all()
    while run.season.status != Season.Status.FINAL:
        seasons.move_on(run.pk)
    following = next_season(run, organiser, captains)
    with pytest.raises(NotAllowed, match="not confirmed"):
        seasons.advance(following.pk, "close")
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        seasons.advance(following.pk, "close")
    tiers = {f"user:{entry.user_id}": entry.division.tier for entry in following.entries.select_related("division")}
    assert tiers == {moved["key"]: moved["to"] for moved in run.season.moved}


# -- open events ----------------------------------------------------------------------------------------
@pytest.fixture
def event(make_run, people):
    return make_run(people(9), shape="swiss", rounds=2, most_at_once=1).begin()


def end_round(run, number: int) -> None:
    for fixture in list(run.fixtures.filter(round__number=number)):
        run.end(fixture)


@pytest.mark.django_db
def test_an_open_event_pairs_no_captain_who_said_that_they_would_be_away(event):
    day = timezone.now().date()
    away = event.season.entries.order_by("pk").first()
    entries.be_away(event.pk, away.user, day, day + timedelta(days=5))
    end_round(event, 1)
    seasons.move_on(event.pk)
    paired = set(event.fixtures.filter(round__number=2).values_list("seats__entry", flat=True))
    assert len(paired) == 8
    assert away.pk not in paired


@pytest.mark.django_db
def test_an_open_event_pairs_by_points_with_what_is_made_up_for_void_tables(make_run, people, organiser):
    run = make_run(people(8), shape="swiss", rounds=3, most_at_once=1).begin()
    end_round(run, 1)
    seasons.move_on(run.pk)
    run.start_games()
    void, over = run.fixtures.filter(round__number=2)
    results.void(void.pk, organiser, "the rules had a fault")
    run.end(over)
    rows = division_tables.table_of(run.season.divisions.get())
    captains = {entry.label: entry for entry in run.season.entries.all()}
    known = rounds.contestants(run.season, captains, 3)
    assert {captains[one.label].pk: one.points for one in known.values()} == {row.entry: row.points + row.made_up for row in rows}
    assert sum(row.owed for row in rows) == 4


@pytest.mark.django_db
def test_a_round_waits_while_too_many_are_away_and_the_organiser_reads_how_many(event, golden):
    day = timezone.now().date()
    for entry in event.season.entries.order_by("pk")[:6]:
        entries.be_away(event.pk, entry.user, day, day + timedelta(days=5))
    end_round(event, 1)
    seasons.move_on(event.pk)
    second = event.season.rounds.get(number=2)
    assert second.status == "planned"
    assert golden("pages/organising", rounds.blockers_of(second))
    with time_machine.travel(timezone.now() + timedelta(days=6)):
        seasons.move_on(event.pk)
    second.refresh_from_db()
    assert second.status == "running"


# -- the hard end ---------------------------------------------------------------------------------------
def outage(begin, end) -> Pause:
    return Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=begin, end=end)


@pytest.mark.django_db
def test_an_outage_across_the_hard_end_puts_it_off_by_all_of_the_outage_once(run):
    end = run.season.hard_end
    with time_machine.travel(end + 3 * HOUR):
        outage(end - 2 * HOUR, end + 4 * HOUR)
        for _ in range(2):
            tasks.look_after(run.pk)
        assert run.season.hard_end == end + 6 * HOUR
        assert set(run.fixtures.values_list("status", flat=True)) == {"running"}
    with time_machine.travel(end + 6 * HOUR + timedelta(minutes=1)):
        tasks.look_after(run.pk)
    assert set(run.fixtures.values_list("status", flat=True)) == {"adjudicated"}
    assert run.season.acts.filter(reason="the site was down").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("begin", "hours", "counts"), [(24, 30, 0), (-10, 20, 10), (60, 20, 8), (-5, 90, 18)])
def test_an_outage_inside_a_pause_of_the_season_puts_the_hard_end_off_once(run, organiser, begin, hours, counts):
    now, end = timezone.now(), run.season.hard_end
    clocks.pause_season(run.pk, organiser, 3, "a storm")
    outage(now + begin * HOUR, now + (begin + hours) * HOUR)
    Season.objects.filter(pk=run.pk).update(starts=now - 40 * HOUR)
    with time_machine.travel(now + 100 * HOUR):
        tasks.look_after(run.pk)
    assert abs(run.season.hard_end - end - (72 + counts) * HOUR) < timedelta(seconds=2)


@pytest.mark.django_db
def test_after_a_pause_that_was_ended_outages_count_again_and_those_in_it_do_not(run, organiser):
    now, end = timezone.now(), run.season.hard_end
    clocks.pause_season(run.pk, organiser, 3, "a storm")
    with time_machine.travel(now + 10 * HOUR):
        clocks.resume_season(run.pk, organiser, "it is over")
        outage(now + 5 * HOUR, now + 14 * HOUR)
        tasks.look_after(run.pk)
        clocks.pause_season(run.pk, organiser, 1, "another storm")
        tasks.look_after(run.pk)
    assert abs(run.season.hard_end - end - (72 + 24 + 4) * HOUR) < timedelta(seconds=2)


@pytest.mark.django_db
def test_an_outage_before_the_season_or_after_its_end_changes_nothing(run):
    end, now = run.season.hard_end, timezone.now()
    outage(run.season.starts - 5 * HOUR, run.season.starts - HOUR)
    outage(end + HOUR, end + 2 * HOUR)
    tasks.look_after(run.pk)
    assert run.season.hard_end == end > now


@pytest.mark.django_db
def test_nothing_is_adjudicated_while_an_outage_has_not_been_written_down(run):
    end = run.season.hard_end
    Heartbeat.objects.create(pk=1, at=end - HOUR)
    with time_machine.travel(end + HOUR):
        tasks.look_after(run.pk)
        assert set(run.fixtures.values_list("status", flat=True)) == {"running"}


@pytest.mark.django_db
def test_no_step_of_a_season_is_taken_by_a_clock_that_was_put_forward(make_run, people):
    run = make_run(people(7))
    Heartbeat.objects.create(pk=1, at=timezone.now())
    with time_machine.travel(timezone.now() + timedelta(days=9)):
        tasks.look_after(run.pk)
        assert run.season.status == Season.Status.REGISTRATION
        heartbeat.trust_this_clock()
        tasks.look_after(run.pk)
        assert run.season.status == Season.Status.RUNNING


@pytest.mark.django_db
@pytest.mark.parametrize("is_over", [False, True])
def test_a_seat_within_its_grace_is_not_overdue_when_its_game_is_adjudicated(make_run, people, organiser, is_over):
    run = make_run(people(7), adjudication="shared").begin()
    fixture = run.fixtures.first()
    wait = fixture.game.waits.get(closed_at=None)
    assert wait.patience
    late = timedelta(seconds=wait.patience + 60) if is_over else timedelta(seconds=60)
    asked_at = timezone.now() - timedelta(seconds=wait.allowance) - late
    Wait.objects.filter(pk=wait.pk).update(asked_at=asked_at, due_at=timezone.now() - late)
    results.adjudicate(fixture.pk, organiser, "the season is over")
    assert len({seat.points for seat in fixture.seats.all()}) == 1 + is_over


# -- strikes --------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_the_strikes_of_a_void_table_go_with_it_and_come_back_with_a_correction(run, members, organiser):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(strikes=2)
    run.end(fixture)

    def strikes() -> int:
        rows = division_tables.table_of(Division.objects.select_related("season").get(season=run.pk))
        return next(row.strikes for row in rows if row.person.user_id == members[0].pk)

    assert strikes() == 2
    results.void(fixture.pk, organiser, "the rules had a fault")
    assert strikes() == 0
    results.correct(fixture.pk, organiser, [1, 2, 3, 4], "the rules had none")
    assert strikes() == 2


@pytest.mark.django_db
def test_a_table_that_is_played_again_begins_without_strikes(run, members, organiser):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(strikes=2)
    run.end(fixture)
    results.replay(fixture.pk, organiser, "the rules had a fault")
    assert fixture.seats.get(entry__user=members[0]).strikes == 0
    assert run.season.status == Season.Status.RUNNING
    assert promotion.preview(run.season)


@pytest.mark.django_db
def test_the_organiser_reads_who_is_away_before_opening_a_round(make_run, members, organiser, client, sign_in, golden):
    run = make_run(members, most_at_once=2).begin()
    coming = run.season.rounds.filter(status="planned").first()
    captain = FixtureSeat.objects.filter(fixture__round=coming).order_by("pk").first().entry
    address = f"/leagues/{run.season.league.slug}/{run.season.number}/organise/"
    page = sign_in(client, organiser).get(address).content.decode()
    assert has(page, "input[name='round']")
    assert not has(page, "p.warning")
    day = timezone.now().date()
    entries.be_away(run.pk, captain.user, day, day + timedelta(days=2))
    assert golden("pages/organising", part(client.get(address).content.decode(), "p.warning"))


@pytest.mark.django_db
def test_a_round_that_cannot_be_opened_yet_has_its_reason_in_place_of_its_button(event, organiser, client, sign_in, golden):
    page = sign_in(client, organiser).get(f"/leagues/{event.season.league.slug}/{event.season.number}/organise/").content.decode()
    assert not has(page, "input[name='round']")
    assert golden("pages/organising", part(page, ".card p.soft", 2))
