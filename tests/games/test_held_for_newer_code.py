"""A game that only newer code can open is held: nobody loses time however long that code is away, and one pause says so."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.agreements import votes
from games.clocks.paces import DAY, HOUR, Bank, Steady, Untimed
from games.clocks.terms import Terms
from games.deadlines import absences, holding, recalculation
from games.models import ClockEntry, Game, Pause, Player, Vote, Wait
from games.tables import housekeeping, lobby
from notifications.models import Notice
from tests.depth import DEPTH
from tests.games.conftest import At, two_people
from tests.games.disputes import sail_too_far, windows_of
from tests.games.releases import release  # noqa: F401  a fixture
from tests.games.test_clock_faults import late
from tests.reading import opening, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
HALF_A_DAY = timedelta(hours=12)
MINUTES = timedelta(minutes=10)
LONG = 8 if DEPTH == 1 else 20
"""Days without newer code: more than twice as long as a captain has, and longer by night."""
STEADY = Terms(Steady(3 * DAY))
BANK = Terms(Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR))


@pytest.fixture
def hold(release, later):  # noqa: F811
    """`hold(game.pk, days=20)`: a release that cannot open the game runs for so long; then one that can is back."""

    def held(*games: int, days: float, after=lambda: None) -> None:
        Game.objects.filter(pk__in=games).update(version=9)
        release.older()
        later(minutes=1)
        for _ in range(int(days * 4)):
            later(hours=6)
        after()
        Game.objects.filter(pk__in=games).update(version=1)

    return held


def left(wait: Wait) -> timedelta:
    """What this captain has not used of their time."""
    clock = recalculation.clock_of(Game.objects.get(pk=wait.game_id))
    return timedelta(seconds=wait.allowance - clock.used(wait, timezone.now()))


def newer(game_id: int):
    return Pause.objects.filter(game=game_id, reason=Pause.Reason.NEWER)


# -- turns --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("clock", [STEADY, BANK], ids=["steady", "bank"])
@pytest.mark.parametrize("passed", [1, 24, 70])
def test_nobody_loses_time_while_the_site_cannot_open_their_game(later, hold, anne, mary, clock, passed):
    at = At(two_people(anne, mary, clock=clock))
    later(hours=passed)
    before = left(at.wait())
    hold(at.pk, days=LONG)
    wait = at.wait()
    assert abs(left(wait) - before) < MINUTES
    assert wait.due_at - timezone.now() >= HALF_A_DAY + before - MINUTES
    assert (newer(at.pk).count(), wait.overdue_at, Player.objects.filter(game=at.pk, strikes__gt=0).count()) == (1, None, 0)
    later(hours=1)
    assert newer(at.pk).count() == 1


def test_grace_stands_still_while_the_site_cannot_open_the_game(later, hold, anne, mary):
    at = At(two_people(anne, mary, clock=STEADY))
    later(hours=20)
    later(hours=52)
    later(hours=1)
    assert at.wait().overdue_at is not None
    ahead = at.wait().next_at - timezone.now()
    hold(at.pk, days=20)
    assert at.wait().next_at - timezone.now() >= HALF_A_DAY + ahead - MINUTES
    assert (newer(at.pk).count(), at.game.number) == (1, 0)


def test_a_turn_whose_time_ran_out_before_anybody_looked_has_half_a_day(later, hold, anne, mary):
    at = At(two_people(anne, mary, clock=STEADY))
    later(hours=73, sweep=False)
    hold(at.pk, days=3)
    assert at.wait().due_at - timezone.now() >= HALF_A_DAY


def test_a_window_for_disputes_stays_as_long_as_it_was(table, later, hold, settings):
    game = table(disputes=24)
    sail_too_far(game)
    later(hours=10)
    hold(game.pk, days=20)
    assert {wait.closed_at for wait in windows_of(game)} == {None}
    assert windows_of(game).first().due_at - timezone.now() >= timedelta(hours=14) + HALF_A_DAY - MINUTES
    assert newer(game.pk).count() == 1


def test_a_table_without_a_clock_is_not_closed_for_weeks_in_which_nobody_could_open_it(later, hold, anne, mary):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, clock=Terms(Untimed()))
    lobby.join(game.pk, mary, token=game.join_token)
    later(days=10)
    hold(game.pk, days=25)
    for _ in range(18):
        later(days=1)
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
    for _ in range(5):
        later(days=1)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER


def test_a_table_that_sleeps_is_not_closed_for_days_in_which_nobody_could_wake_it(later, hold, at):
    late(later, at)
    late(later, at)
    assert at.game.stalled_at is not None
    ahead = at.wait().next_at - timezone.now()
    hold(at.pk, days=20)
    assert at.game.status == Game.Status.RUNNING
    assert at.wait().next_at - timezone.now() >= HALF_A_DAY + ahead - MINUTES
    assert timezone.now() - at.game.stalled_at < timedelta(days=1)


def test_an_outage_on_the_way_back_to_the_older_release_costs_no_time_either(later, hold, anne, mary):
    at = At(two_people(anne, mary, clock=STEADY))
    later(hours=24)
    before = left(at.wait())
    Game.objects.filter(pk=at.pk).update(version=9)
    later(days=2, down=True)
    hold(at.pk, days=3)
    assert abs(left(at.wait()) - before) < MINUTES
    assert at.wait().due_at - timezone.now() >= HALF_A_DAY + before - MINUTES


# -- what people decide -------------------------------------------------------------------------------
def test_a_vote_does_not_fail_while_nobody_can_answer_it(later, hold, at, mary):
    vote = votes.propose(at.pk, mary, "cancel")
    hold(at.pk, days=5)
    vote.refresh_from_db()
    assert (vote.result, vote.expires_at - timezone.now() > timedelta(days=3)) == ("", True)
    later(days=4)
    vote.refresh_from_db()
    assert vote.result == "failed"


def test_a_seat_stays_open_to_substitutes_for_as_long_as_was_said(later, hold, at):
    Player.objects.filter(game=at.pk, seat=1).update(mode=Player.Mode.OPEN, open_until=timezone.now() + timedelta(days=1))
    hold(at.pk, days=5)
    seat = Player.objects.get(game=at.pk, seat=1)
    assert (seat.mode, seat.open_until - timezone.now() > timedelta(days=1)) == (Player.Mode.OPEN, True)


@pytest.mark.parametrize("act", [lambda at: votes.close_expired(), lambda at: housekeeping.close_open_seats(timezone.now())])
def test_nothing_is_closed_at_a_game_that_is_too_new_even_before_it_is_held(later, at, mary, act):
    vote = votes.propose(at.pk, mary, "cancel")
    Player.objects.filter(game=at.pk, seat=1).update(mode=Player.Mode.OPEN, open_until=timezone.now() + timedelta(days=1))
    later(days=4, sweep=False)
    Game.objects.filter(pk=at.pk).update(version=9)
    assert act(at) == 0
    assert (Vote.objects.get(pk=vote.pk).result, Player.objects.get(game=at.pk, seat=1).mode) == ("", Player.Mode.OPEN)


def test_an_agreed_end_waits_for_the_code_that_can_open_the_game_and_no_sweep_complains(later, hold, at, caplog):
    Game.objects.filter(pk=at.pk).update(ends_at=timezone.now() + timedelta(days=2))
    hold(at.pk, days=5, after=lambda: [housekeeping.call_due_last_rounds(timezone.now())])
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert at.game.last_round is None
    later(minutes=1)
    assert at.game.last_round == at.game.round


def test_no_leave_is_taken_for_a_game_that_only_newer_code_can_open(later, at, anne):
    anne.date_joined -= timedelta(days=300)
    anne.save()
    absences.choose_automatic(anne, True)
    Game.objects.filter(pk=at.pk).update(version=9)
    later(days=5, sweep=False)
    assert absences.take_a_day(anne.pk) is False


def test_a_game_that_cannot_be_opened_keeps_nobody_from_going_on_leave(later, hold, anne, mary):
    at = At(two_people(anne, mary, clock=STEADY))
    anne.date_joined -= timedelta(days=300)
    anne.save()
    later(hours=72)
    later(minutes=5)
    assert at.wait().overdue_at is not None
    hold(
        at.pk, days=1, after=lambda: absences.declare_absence(anne, timezone.now() + timedelta(hours=2), timezone.now() + timedelta(days=2))
    )
    assert absences.absences_of(anne).count() == 1


def test_tables_that_have_not_begun_are_no_concern_of_it(later, hold, anne):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, open_to_all=True)
    hold(game.pk, days=1)
    assert (newer(game.pk).count(), Game.objects.get(pk=game.pk).status) == (0, "open")


# -- what is told -------------------------------------------------------------------------------------
def test_anyone_who_is_waited_for_gets_one_letter_about_it_and_no_more(later, hold, at, anne):
    Notice.objects.all().delete()
    hold(at.pk, days=LONG)
    assert [notice.kind for notice in Notice.objects.all()] == ["newer-code"]
    assert Notice.objects.get().user == anne
    assert list(ClockEntry.objects.filter(game=at.pk).values_list("kind", flat=True)) == ["held"]


def test_the_letter_says_what_is_so_and_does_not_go_when_the_newer_code_is_back_within_the_hour(post, at, release, golden):  # noqa: F811
    post.letters()
    Game.objects.filter(pk=at.pk).update(version=9)
    release.older()
    housekeeping.housekeeping(timezone.now())
    [letter] = post.letters(minutes=61)
    assert golden("letters/newer-code", opening(letter))
    assert Notice.objects.filter(kind="newer-code").count() == 1
    Game.objects.filter(pk=at.pk).update(version=1)
    Notice.objects.filter(kind="newer-code").delete()
    Pause.objects.all().delete()
    Game.objects.filter(pk=at.pk).update(version=9)
    release.older()
    housekeeping.housekeeping(timezone.now())
    Game.objects.filter(pk=at.pk).update(version=1)
    assert post.letters(minutes=61) == []


def test_the_page_of_the_clock_says_that_the_table_was_held(hold, at, client, sign_in, anne, golden):
    hold(at.pk, days=2)
    page = sign_in(client, anne).get(f"/games/{at.pk}/clock/")
    assert golden("pages/clock", part(page, "[aria-labelledby=lines] li"))


# -- how often, and what it costs ---------------------------------------------------------------------
def test_where_every_game_can_be_opened_three_questions_to_the_database_say_so(at, django_assert_num_queries):
    with django_assert_num_queries(3):  # one is about ready checks, one about the newest game
        assert holding.hold_all() == 0


def test_games_that_are_held_for_long_enough_cost_nothing_more_to_hold(at, later, django_assert_num_queries, anne, mary):
    ids = [at.pk, two_people(anne, mary).pk]
    Game.objects.filter(pk__in=ids).update(version=9)
    assert holding.hold_all() == 2
    ends = sorted(newer(pk).get().end for pk in ids)
    with django_assert_num_queries(3):
        assert holding.hold_all() == 0
    later(hours=2)
    assert sorted(newer(pk).get().end for pk in ids) == ends
    later(hours=3)
    assert min(newer(pk).get().end for pk in ids) > ends[-1]


@pytest.mark.parametrize("change", [{}, {"version": 2}, {"format": 2}, {"ruleset": "bounty", "format": 1}, {"ruleset": "chess"}])
def test_what_is_looked_for_is_what_cannot_be_opened(at, change):
    Game.objects.filter(pk=at.pk).update(**change)
    assert holding.too_new().exists() == at.game.is_too_new
    assert at.game.is_too_new == (change not in ({}, {"ruleset": "bounty", "format": 1}))


def test_one_game_that_cannot_be_held_does_not_keep_the_others_from_it(at, anne, mary, monkeypatch, caplog):
    other = two_people(anne, mary)
    Game.objects.filter(pk__in=[at.pk, other.pk]).update(version=9)
    Game.objects.filter(pk=at.pk).update(clock={"pace": "broken"})
    assert holding.hold_all() == 1
    assert (newer(at.pk).count(), newer(other.pk).count()) == (0, 1)
    assert f"the clocks of game {at.pk} could not be held" in caplog.text


def test_games_are_looked_for_at_once_and_then_once_an_hour(later, at, release):  # noqa: F811
    later(minutes=1)
    Game.objects.filter(pk=at.pk).update(version=9)
    later(minutes=30)
    assert newer(at.pk).count() == 0
    later(minutes=31)
    assert newer(at.pk).count() == 1


def test_a_release_holds_no_game_that_it_can_open(later, at, anne, release):  # noqa: F811
    lobby.create(anne, "bounty", seats=2, bots=("easy",))
    release.older()
    later(minutes=1)
    assert not Pause.objects.filter(reason="newer").exists()
