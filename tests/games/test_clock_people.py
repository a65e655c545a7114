"""Leave, votes and reliability: what people agree on about time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.agreements import extensions, votes
from games.clocks.terms import Terms
from games.deadlines import absences
from games.deadlines.recalculation import clock_of
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.models import ClockEntry, Game, Hand, Move, Pause, Player, Vote, Wait
from games.play import acting
from games.queries import reliability
from games.tables import lobby
from tests.games.conftest import At
from tests.games.test_clock_faults import late
from tests.reading import part

pytestmark = pytest.mark.django_db


def friends(anne, *others, **more) -> At:
    """A running table of friends."""
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=1 + len(others), place="bombay", **more)
    for other in others:
        lobby.join(game.pk, other, token=game.join_token)
    return At(game)


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


@pytest.fixture
def saved_up(anne):
    """Anne has been here for half a year."""
    anne.date_joined = timezone.now() - timedelta(days=183)
    anne.save()


# -- leave, 20 ----------------------------------------------------------------------------------------
def test_on_leave_the_clock_stands_and_the_table_sees_the_dates(later, at, anne, saved_up):
    due, now = at.wait().due_at, timezone.now()
    absences.declare_absence(anne, now + hours(2), now + hours(50))
    assert at.wait().due_at == due + hours(48)
    assert set(ClockEntry.objects.filter(game=at.pk).values_list("kind", flat=True)) == {"leave", "clock-moved"}


def test_leave_is_saved_up_month_by_month_and_never_beyond_thirty_days(anne, saved_up):
    assert timedelta(days=17) < absences.days_left(anne) < timedelta(days=18)
    anne.date_joined -= timedelta(days=3000)
    assert absences.days_left(anne) == timedelta(days=30)


def test_leave_asked_for_when_time_is_out_already_is_refused(later, at, anne, saved_up, golden):
    later(hours=49)
    with golden.refused("refusals/clock", NotAllowed):
        absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(30))


def test_leave_longer_than_what_is_left_or_too_short_or_in_the_past_is_refused(later, at, anne, golden):
    now = timezone.now()
    for begin, end in [(2, 200), (2, 10), (-30, 30), (2, 24 * 20)]:
        with golden.refused("refusals/clock", NotAllowed):
            absences.declare_absence(anne, now + hours(begin), now + hours(end))
    assert not Pause.objects.exists()


def test_leaves_that_overlap_become_one_and_are_charged_once(later, at, anne, saved_up):
    now = timezone.now()
    absences.declare_absence(anne, now + hours(2), now + hours(50))
    before = absences.days_left(anne)
    absences.declare_absence(anne, now + hours(26), now + hours(74))
    row = Pause.objects.get(user=anne)
    assert row.end - row.begin == hours(72)
    assert before - absences.days_left(anne) == hours(24)


def test_leave_in_which_nobody_waited_costs_nothing(later, at, anne, saved_up):
    at.turn(0)
    before = absences.days_left(anne)
    absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(50))
    later(hours=51, sweep=False)
    absences.settle_absences(anne, timezone.now())
    assert Pause.objects.get(user=anne).charged == 0
    assert absences.days_left(anne) > before


def test_leave_is_charged_for_the_time_somebody_waited_in_steps_of_six_hours(later, at, anne, saved_up):
    absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(50))
    later(hours=9, sweep=False)
    at.turn(0)
    later(hours=42, sweep=False)
    absences.settle_absences(anne, timezone.now())
    assert Pause.objects.get(user=anne).charged == 12 * 3600


def test_who_comes_back_early_ends_their_leave_and_has_half_a_day_at_least(later, at, anne, saved_up):
    absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(100))
    later(hours=10)
    absences.end_early(anne)
    assert at.wait().due_at == timezone.now() + hours(12) + hours(46)


def test_a_table_may_honour_no_leave(later, anne, mary, saved_up):
    at = friends(anne, mary, clock=Terms(vacation="none"))
    due = at.wait().due_at
    absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(50))
    assert at.wait().due_at == due


def test_a_table_may_honour_a_week_at_most(later, anne, mary, saved_up):
    at = friends(anne, mary, clock=Terms(vacation="week"))
    due = at.wait().due_at
    absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(2 + 24 * 10))
    assert at.wait().due_at == due + timedelta(days=7)


def test_the_page_of_leave_takes_it_and_says_what_is_wrong(client, sign_in, anne, saved_up, golden):
    sign_in(client, anne)
    assert client.post("/leave/", {"begin": "next week", "end": "<b>"}).status_code == 422
    begin, end = timezone.now() + hours(5), timezone.now() + hours(50)
    said = {"begin": f"{begin:%Y-%m-%dT%H:%M}", "end": f"{end:%Y-%m-%dT%H:%M}"}
    assert client.post("/leave/", said).status_code == 302
    assert golden("pages/clock", part(client.get("/leave/"), "main button"))
    assert client.post("/leave/", {"back": "yes"}).status_code == 302
    assert not Pause.objects.exists()


# -- votes, 24 to 26 ----------------------------------------------------------------------------------
def test_a_pause_needs_everyone_and_ends_by_itself(later, anne, mary):
    at = friends(anne, mary)
    due, end = at.wait().due_at, timezone.now() + hours(72)
    vote = votes.propose(at.pk, anne, "pause", end)
    assert (vote.result, at.wait().due_at) == ("", due)
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert at.wait().due_at == due + hours(72)


def test_bots_and_captains_who_are_away_are_not_counted(later, anne, mary, jack):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=4, place="bombay", bots=("easy",))
    for other in (mary, jack):
        lobby.join(game.pk, other, token=game.join_token)
    at = At(game)
    Player.objects.filter(game=at.pk, user=jack).update(mode="away")
    vote = votes.propose(at.pk, anne, "pause", timezone.now() + hours(72))
    assert votes.cast_vote(at.pk, mary, vote.pk, True).result == "passed"


def test_more_than_half_end_a_pause_early_and_leave_everyone_half_a_day(later, anne, mary, jack):
    at = friends(anne, mary, jack)
    vote = votes.propose(at.pk, anne, "pause", timezone.now() + hours(300))
    votes.cast_vote(at.pk, mary, vote.pk, True)
    votes.cast_vote(at.pk, jack, vote.pk, True)
    later(hours=1)
    vote = votes.propose(at.pk, mary, "resume")
    assert votes.cast_vote(at.pk, jack, vote.pk, True).result == "passed"
    assert at.wait().due_at == timezone.now() + hours(12) + hours(48)


def test_silence_is_no_and_a_vote_that_failed_bars_its_kind_for_two_days(later, anne, mary, golden):
    at = friends(anne, mary)
    votes.propose(at.pk, anne, "end")
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, mary, "end")
    Wait.objects.update(next_at=None)
    later(hours=73)
    assert Vote.objects.get().result == "failed"
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, anne, "end")
    later(hours=48)
    assert votes.propose(at.pk, anne, "end").result == ""


def test_a_table_is_paused_by_vote_twice_at_most(later, anne, mary, golden):
    at = friends(anne, mary)
    for _ in range(2):
        vote = votes.propose(at.pk, anne, "pause", timezone.now() + hours(1))
        votes.cast_vote(at.pk, mary, vote.pk, True)
        later(hours=2)
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, anne, "pause", timezone.now() + hours(1))


def test_a_public_table_cannot_be_paused_by_vote(at, anne, golden):
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, anne, "pause", timezone.now() + hours(72))


def test_a_game_that_ends_voids_its_votes(at, anne):
    votes.propose(at.pk, anne, "end")
    acting.end_as_it_stands(at.pk, "organiser")
    assert Vote.objects.get().result == "void"
    with pytest.raises(RulesError):
        votes.cast_vote(at.pk, anne, Vote.objects.get().pk, True)


def test_all_together_end_the_game_as_it_stands_for_nothing(at, anne, mary):
    vote = votes.propose(at.pk, anne, "end")
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert (at.game.status, at.game.outcome.reason, at.game.is_rated) == (Game.Status.OVER, "agreed", False)


def test_a_young_game_is_given_up_by_more_than_half(anne, mary, jack):
    at = friends(anne, mary, jack)
    vote = votes.propose(at.pk, anne, "cancel")
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert at.game.status == Game.Status.CANCELLED
    assert not Wait.objects.filter(game=at.pk, closed_at=None).exists()


def test_a_move_that_showed_nothing_is_taken_back_when_all_agree(at, anne, mary):
    at.turn(0)
    vote = votes.propose(at.pk, mary, "takeback")
    votes.cast_vote(at.pk, anne, vote.pk, True)
    assert (at.game.turn, at.game.public["phase"], at.wait().seat) == (0, "dig", 0)
    assert Move.objects.filter(game=at.pk, decision="undo").count() == 1
    at.act(0, "dig", "yes")


def test_a_move_that_showed_something_is_not_taken_back(at, mary, golden):
    at.turn(0, dig="yes")
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, mary, "takeback")


@pytest.mark.parametrize("queue", [[], ["steer"]])
def test_whether_a_move_can_be_taken_back_does_not_tell_that_it_was_given_in_advance(at, anne, mary, queue):
    given = [{"decision": name, "answer": "stay", "undisturbed": False, "since": 0} for name in queue]
    Hand.objects.filter(player__game=at.pk, player__seat=1).update(queue=given)
    at.turn(0)
    if not queue:
        at.act(1, "steer", "stay")
    game = at.game
    assert "takeback" in votes.votes_on_offer(clock_of(game), list(game.waits.filter(closed_at=None)), 0)
    vote = votes.propose(at.pk, anne, "takeback")
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert (at.game.turn, at.game.public["phase"], at.wait().seat) == (1, "steer", 1)
    at.turn(1)


def test_an_opponent_may_give_a_day_twice_and_nobody_gives_it_to_themselves(later, at, anne, mary, golden):
    due = at.wait().due_at
    for _ in range(2):
        extensions.give_extension(at.pk, mary, at.wait().pk, at.game.players.get(seat=0).gifts)
    assert at.wait().due_at == due + hours(48)
    with golden.refused("refusals/clock", NotAllowed):
        extensions.give_extension(at.pk, mary, at.wait().pk, at.game.players.get(seat=0).gifts)
    with golden.refused("refusals/clock", NotAllowed):
        extensions.give_extension(at.pk, anne, at.wait().pk, 2)


def test_the_page_of_the_clock_asks_the_table_and_counts_voices(client, sign_in, anne, mary, golden):
    at = friends(anne, mary)
    sign_in(client, anne)
    assert client.post(f"/games/{at.pk}/clock/propose/", {"kind": "end"}).status_code == 302
    assert golden("pages/clock", part(client.get(f"/games/{at.pk}/clock/"), "[aria-labelledby=votes]"))
    assert client.post(f"/games/{at.pk}/clock/propose/", {"kind": "pause", "until": "whenever"}).status_code == 422
    assert client.post(f"/games/{at.pk}/clock/propose/", {"kind": "nonsense"}).status_code == 422
    assert client.post(f"/games/{at.pk}/clock/day/", {"seat": "x"}).status_code == 422


def test_a_stranger_has_no_voice(client, sign_in, jack, at, anne):
    vote = votes.propose(at.pk, anne, "end")
    assert sign_in(client, jack).post(f"/games/{at.pk}/clock/vote/{vote.pk}/", {"say": "yes"}).status_code == 404


# -- reliability --------------------------------------------------------------------------------------
def test_who_is_new_counts_as_reliable_and_lateness_lowers_it(later, at, anne, mary):
    assert reliability.reliability_of(anne).on_time == 0.9
    late(later, at)
    assert reliability.reliability_of(anne).on_time == pytest.approx(9 / 11)
    at.turn(1)
    assert reliability.reliability_of(mary).on_time == pytest.approx(10 / 11)


def test_who_answered_a_few_turns_and_none_late_is_new_still_and_who_was_late_once_is_not(later, at, anne, mary):
    at.turn(0)
    assert reliability.reliability_of(anne).words == "New here"
    late(later, at)
    assert "on time" in reliability.reliability_of(mary).words
    assert not reliability.record([(None, "player", None, None)] * reliability.KNOWN_AFTER, [], []).is_new


def test_a_table_may_ask_for_captains_who_answer_in_time_and_the_lobby_says_so(later, at, anne, mary, jack, client, sign_in, golden):
    late(later, at)
    strict = lobby.create(jack, "toy", seats=3, open_to_all=True, clock=Terms(least_on_time=90))
    assert golden("pages/lobby", part(sign_in(client, anne).get("/lobby/"), "main p"))
    with golden.refused("refusals/clock", NotAllowed):
        lobby.join(strict.pk, anne)
    lobby.join(strict.pk, mary)


def test_a_newcomer_sits_at_five_public_tables_until_they_have_been_here_for_days_and_played_twenty_turns(anne, mary, jack, golden):
    for _ in range(5):
        lobby.join(lobby.create(anne, "toy", seats=3).pk, mary, token=Game.objects.latest("pk").join_token)  # friends do not count
    hosts = [lobby.create(jack, "toy", seats=3, open_to_all=True) for _ in range(5)]
    for game in hosts:
        lobby.join(game.pk, mary)
    sixth = lobby.create(anne, "toy", seats=2, open_to_all=True)
    with golden.refused("refusals/clock", NotAllowed):
        lobby.join(sixth.pk, mary)
    with golden.refused("refusals/clock", NotAllowed):
        lobby.create(mary, "toy", seats=3, open_to_all=True)
    now, seat = timezone.now(), hosts[0].players.get(user=mary)
    seat.seat = 1
    seat.save()
    turn = {"game": hosts[0], "seat": 1, "decision": "steer", "since_number": 0, "asked_at": now, "closed_at": now, "closed_by": "player"}
    Wait.objects.bulk_create(Wait(turn_key=f"{count}:1:turn", **turn) for count in range(20))
    with golden.refused("refusals/clock", NotAllowed):
        lobby.join(sixth.pk, mary)
    mary.date_joined -= timedelta(days=3)
    mary.save()
    lobby.join(sixth.pk, mary)
