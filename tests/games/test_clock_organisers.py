"""What somebody decides about the clock of a table at which they do not sit."""

import pytest
from django.utils import timezone

from games.agreements import extensions, organiser_acts, votes
from games.announcements import arrangers
from games.editions.errors import NotAllowed
from games.models import ClockEntry, Game, Pause, Vote
from notifications.models import Notice
from tests.games.test_clock_people import friends, hours
from tests.reading import has, part

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(jack):
    jack.is_staff = jack.is_superuser = True
    jack.save()
    return jack


@pytest.fixture
def league(monkeypatch, at, jack):
    """The table is one of a league that Jack organises, so nobody owns it."""
    Game.objects.update(owner=None)
    monkeypatch.setattr(arrangers, "ARRANGERS", {"other": arrangers.Arranger(lambda game: True, lambda game: frozenset({jack.pk}))})


def test_staff_pause_a_table_with_a_reason_and_an_end_and_everyone_is_told(later, at, staff):
    due = at.wait().due_at
    for until, note in [(hours(24), " "), (hours(24 * 15), "Too long."), (hours(-1), "In the past.")]:
        with pytest.raises(NotAllowed):
            organiser_acts.pause(at.pk, staff, timezone.now() + until, note)
    organiser_acts.pause(at.pk, staff, timezone.now() + hours(24), "A dispute is being looked into.")
    assert at.wait().due_at == due + hours(24)
    assert Notice.objects.filter(kind="paused").count() == 2
    assert set(ClockEntry.objects.filter(game=at.pk).values_list("kind", flat=True)) == {"paused", "clock-moved"}


def test_a_pause_that_is_ended_early_leaves_everyone_half_a_day(later, at, staff, golden):
    organiser_acts.pause(at.pk, staff, timezone.now() + hours(200), "A dispute.")
    with golden.refused("refusals/clock", NotAllowed):
        organiser_acts.pause(at.pk, staff, timezone.now() + hours(300), "Another dispute.")
    later(hours=1)
    organiser_acts.resume(at.pk, staff)
    due = timezone.now() + hours(12 + 47) + hours(1)
    assert at.wait().due_at == due
    later(hours=1)
    with golden.refused("refusals/clock", NotAllowed):
        organiser_acts.resume(at.pk, staff)
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, at.game.players.get(seat=0).user, "resume")
    assert at.wait().due_at == due
    later(hours=12)
    with golden.refused("refusals/clock", NotAllowed):
        organiser_acts.resume(at.pk, staff)


def test_nobody_decides_about_a_table_where_they_sit_or_has_no_say(at, anne, jack):
    anne.is_staff = anne.is_superuser = True
    anne.save()
    for user in (anne, jack):
        with pytest.raises(Game.DoesNotExist):
            organiser_acts.pause(at.pk, user, timezone.now() + hours(24), "I want it.")
    assert not Pause.objects.exists()


def test_the_page_of_the_clock_has_the_buttons_for_those_who_decide_alone(anne, mary, client, sign_in, staff, golden):
    at = friends(anne, mary)
    page = sign_in(client, staff).get(f"/games/{at.pk}/clock/")
    assert golden("pages/clock", part(page, "#organise"))
    assert client.get(f"/games/{at.pk}/").status_code == 404  # the table itself stays closed to them
    until = f"{timezone.now() + hours(30):%Y-%m-%dT%H:%M}"
    said = {"what": "pause", "until": until, "note": "<b>A dispute</b>"}
    assert client.post(f"/games/{at.pk}/clock/organise/", said).status_code == 302
    page = client.get(f"/games/{at.pk}/clock/")
    assert golden("pages/clock", part(page, "main button"))
    assert golden("pages/clock", part(page, "[aria-labelledby=lines] li"))
    assert client.post(f"/games/{at.pk}/clock/organise/", {"what": "resume"}).status_code == 302
    assert not has(sign_in(client, anne).get(f"/games/{at.pk}/clock/"), "#organise")
    assert client.post(f"/games/{at.pk}/clock/organise/", said).status_code == 404


@pytest.mark.parametrize("said", [{}, {"what": "burn"}, {"what": "pause", "until": "soon", "note": "x"}, {"what": "consent", "vote": "-1"}])
def test_a_form_that_makes_no_sense_changes_nothing(at, client, sign_in, staff, said):
    assert sign_in(client, staff).post(f"/games/{at.pk}/clock/organise/", said).status_code == 422
    assert not Pause.objects.exists()


# -- leagues ------------------------------------------------------------------------------------------
def test_in_a_league_a_table_does_not_vote_on_pauses_on_giving_up_or_on_the_seats_of_those_who_held_it_no_longer_than_they_may(
    at, anne, mary, league, golden
):
    for kind in ("pause", "resume", "replace", "cancel"):
        with golden.refused("refusals/clock", NotAllowed):
            votes.propose(at.pk, anne, kind, timezone.now() + hours(24), 1)
    with golden.refused("refusals/clock", NotAllowed):
        extensions.give_extension(at.pk, mary, at.wait().pk, at.game.players.get(seat=0).gifts)
    at.turn(0)
    assert votes.propose(at.pk, anne, "takeback").result == ""


def test_a_league_game_ends_as_it_stands_when_all_agree_and_an_organiser_consents(at, anne, mary, jack, league, golden):
    vote = votes.propose(at.pk, anne, "end")
    with golden.refused("refusals/clock", NotAllowed):
        organiser_acts.consent_to_end(at.pk, jack, vote.pk, yes=True)
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert (at.game.status, Vote.objects.get().result) == (Game.Status.RUNNING, "")
    assert [notice.user for notice in Notice.objects.filter(kind="vote-agreed")] == [jack]
    organiser_acts.consent_to_end(at.pk, jack, vote.pk, yes=True)
    assert (at.game.status, at.game.outcome.reason, Vote.objects.get().result) == (Game.Status.OVER, "agreed", "passed")


def test_an_organiser_may_let_the_game_go_on(at, anne, mary, jack, league, client, sign_in, golden):
    vote = votes.propose(at.pk, anne, "end")
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert golden("pages/clock", part(sign_in(client, jack).get(f"/games/{at.pk}/clock/"), "#organise"))
    assert client.post(f"/games/{at.pk}/clock/organise/", {"what": "refuse", "vote": str(vote.pk)}).status_code == 302
    assert (at.game.status, Vote.objects.get().result) == (Game.Status.RUNNING, "failed")
