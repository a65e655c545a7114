"""The ready check of a round: captains say that they are ready, by page or by letter; for who keeps silent a substitute is asked."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.deadlines import heartbeat
from games.editions.errors import NotAllowed
from games.models import Heartbeat
from games.timeouts import seats as seats_of_games
from leagues import tasks
from leagues.mail import letters
from leagues.models import Entry, Sanction, Season, SubCall
from leagues.queries import dashboard
from leagues.services import cards, clocks, entries, ready_check, rounds, substitutes
from notifications.models import LetterIn, Notice, Stop
from notifications.telling import Telling
from tests.reading import flash, has, links, opening, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def run(make_run, members):
    """A season of seven whose first round has been opened; its tables wait."""
    run = make_run(members, ready_check=True)
    run.step("close")
    run.step("start")
    return run


def begun(run) -> int:
    """So many tables are being played, now that the site has tried all of them."""
    for pk in rounds.unstarted(run.season.pk):
        tasks.start_fixture(pk)
    return run.fixtures.filter(status="running").count()


def later(**span):
    return time_machine.travel(timezone.now() + timedelta(**span), tick=False)


def page(run, what):
    return reverse(f"leagues:{what}", args=[run.season.league.slug, run.season.number])


def ready(client, run):
    return client.post(reverse("leagues:act", args=[run.season.league.slug, run.season.number, "ready"]))


def test_no_table_begins_before_its_captains_are_ready_and_each_begins_when_all_of_its_are(run, members):
    assert begun(run) == 0
    at_table = {seat.entry.user for seat in run.fixtures.first().seats.all()}
    for person in at_table:
        ready_check.say_ready(run.pk, person)
    assert begun(run) == 1
    for person in set(members) - at_table:
        ready_check.say_ready(run.pk, person)
    assert begun(run) == 7


def test_the_page_of_a_captain_asks_them_and_pressing_twice_is_as_good_as_once(run, members, client, sign_in, golden):
    sign_in(client, members[0])
    asked = f'form[action="{page(run, "me")}ready/"]'
    assert golden("pages/season", part(client.get(page(run, "season")), "p.card"))
    assert has(client.get(page(run, "me")), asked)
    for _ in range(2):
        assert ready(client, run).status_code == 302
    assert not has(client.get(page(run, "me")), asked)
    assert run.season.rounds.get().ready.count() == 1


def test_who_does_not_play_or_is_not_asked_has_nothing_to_say(run, members, jack, client, sign_in, golden):
    run.season.rounds.update(ready_by=None)
    with golden.refused("refusals/leagues", NotAllowed):
        ready_check.say_ready(run.pk, members[0])
    with pytest.raises(Entry.DoesNotExist):
        ready_check.say_ready(run.pk, jack)
    sign_in(client, jack)
    assert ready(client, run).status_code == 404


def test_bots_are_always_ready_and_a_season_without_ready_checks_begins_at_once(make_run, people, organiser):
    members = people(7)
    assert begun(make_run(members, name="Cup without").begin()) == 7
    run = make_run(members[:1], bots=6, name="Cup with bots", ready_check=True)
    run.step("close")
    run.step("start")
    assert begun(run) == 3


def test_who_keeps_silent_gets_a_yellow_card_and_a_substitute_has_all_of_their_seats(run, members, jack):
    substitutes.offer(run.pk, jack, most_games=4)
    for person in members[1:]:
        ready_check.say_ready(run.pk, person)
    assert begun(run) == 3
    with later(hours=49):
        tasks.look_after(run.pk)
        assert [card.kind for card in run.entry(members[0]).cards] == [Sanction.Kind.YELLOW]
        assert SubCall.objects.filter(answer="").count() == 4
        assert begun(run) == 3
        for call in SubCall.objects.all():
            substitutes.answer_call(call.pk, jack, True)
        assert begun(run) == 7
    theirs = run.fixtures.filter(seats__entry__user=members[0])
    assert all(fixture.game.players.filter(user=jack).exists() for fixture in theirs)
    assert all(seat.gone and seat.played_by == jack for fixture in theirs for seat in fixture.seats.filter(entry__user=members[0]))
    assert run.entry(members[0]).status == Entry.Status.ACCEPTED


def test_where_no_substitute_is_found_the_table_begins_without_having_waited_longer(run, members):
    for person in members[1:]:
        ready_check.say_ready(run.pk, person)
    with later(hours=49):
        tasks.look_after(run.pk)
        assert begun(run) == 7
    assert run.fixtures.filter(game__players__user=members[0]).count() == 4


def test_a_table_waits_for_substitutes_one_day_at_most(run, members, make_person):
    for number in range(9):
        substitutes.offer(run.pk, make_person(f"Helper {number}"), most_games=9)
    for person in members[1:]:
        ready_check.say_ready(run.pk, person)
    for hours, waiting in ((49, True), (61.5, True), (74, False)):
        with later(hours=hours):
            tasks.look_after(run.pk)
            assert (begun(run) < 7) is waiting


def test_the_second_no_show_is_out_of_the_season(run, members):
    cards.give_card(run.entry(members[0]).pk, None, "yellow", "insults")
    with later(hours=49):
        tasks.look_after(run.pk)
    assert run.entry(members[0]).status == Entry.Status.EXCLUDED
    theirs = run.fixtures.filter(seats__entry__user=members[0])
    assert "void" not in set(theirs.values_list("status", flat=True))
    assert set(theirs.filter(seats__entry__user=members[0]).values_list("seats__gone", flat=True)) == {True}


def test_who_had_said_that_they_would_be_away_gets_no_card_and_a_substitute_all_the_same(run, members, jack):
    substitutes.offer(run.pk, jack)
    day = timezone.now().date()
    entries.be_away(run.pk, members[0], day, day + timedelta(days=9))
    for person in members[1:]:
        ready_check.say_ready(run.pk, person)
    with later(hours=49):
        tasks.look_after(run.pk)
    assert run.entry(members[0]).cards == []
    assert SubCall.objects.filter(seat__entry__user=members[0]).exists()


def test_who_is_late_but_there_before_a_substitute_has_said_yes_keeps_their_seats(run, members, jack, golden):
    substitutes.offer(run.pk, jack)
    for person in members[1:]:
        ready_check.say_ready(run.pk, person)
    with later(hours=49):
        tasks.look_after(run.pk)
        ready_check.say_ready(run.pk, members[0])
        assert begun(run) == 7
        with golden.refused("refusals/leagues", NotAllowed):
            substitutes.answer_call(SubCall.objects.first().pk, jack, True)


def test_a_pause_of_the_season_puts_the_ready_check_off_and_the_organiser_sees_who_is_missing(run, members, organiser):
    until = run.season.rounds.get().ready_by
    for person in members[1:]:
        ready_check.say_ready(run.pk, person)
    ((opened, names),) = dashboard.ready_checks(run.season)
    assert (opened.number, names) == (1, [members[0].name])
    clocks.pause_season(run.pk, organiser, 3, "a storm")
    assert run.season.rounds.get().ready_by == until + timedelta(days=3)
    with later(days=2.5):
        tasks.look_after(run.pk)
    assert not Sanction.objects.exists()


def test_each_round_has_a_ready_check_of_its_own(make_run, members):
    run = make_run(members, ready_check=True, most_at_once=2)
    run.step("close")
    run.step("start")
    first = run.fixtures.filter(round__number=1)
    for person in {seat.entry.user for fixture in first for seat in fixture.seats.all()}:
        ready_check.say_ready(run.pk, person)
    assert begun(run) == first.count()
    rounds.publish(run.season.rounds.get(number=2).pk)
    assert begun(run) == first.count() < 7
    assert {opened.number for opened, _ in dashboard.ready_checks(run.season)} == {2}


# -- letters --------------------------------------------------------------------------------------------
def letter_to(user):
    """The newest."""
    return [letter for letter in mail.outbox if letter.to == [user.email]][-1]


@pytest.fixture
def ada(make_person):
    return make_person("Ada")


@pytest.fixture
def posted(post, make_run, people, ada):
    """The same for Ada and six more, with letters that leave and are answered."""
    run = make_run([ada, *people(6)], ready_check=True)
    run.step("close")
    run.step("start")
    post.letters()
    return run


def test_the_letter_of_a_round_says_until_when_to_be_ready_and_with_which_word(posted, ada, golden):
    told = letter_to(ada)
    assert golden("letters/league-round", opening(told))
    assert any(link.startswith(f"{settings.SITE_URL}/leagues/answer/") for link in links(told, "body"))


def test_ready_by_letter_is_counted_and_said_back(posted, post, ada, golden):
    kept = post.answer(letter_to(ada), "Ready!\n\nSee you,\nAda")
    assert (kept.state, kept.reason) == (LetterIn.State.APPLIED, "counted")
    assert posted.season.rounds.get().ready.get().user == ada
    assert golden("letters/receipt-league", opening(letter_to(ada)))


@pytest.mark.parametrize("words", ["Who are you?", "not ready", "readyready", "no"])
def test_other_words_by_letter_are_not_counted_and_the_answer_says_what_can_be_said(posted, post, ada, words, golden):
    kept = post.answer(letter_to(ada), words)
    assert kept.state == LetterIn.State.REFUSED
    assert not posted.season.rounds.get().ready.exists()
    assert golden("letters/receipt-league", opening(letter_to(ada)))


def test_a_forged_ready_is_not_counted(posted, post, ada):
    assert post.answer(letter_to(ada), "ready", auth="fail").state != LetterIn.State.APPLIED
    assert not posted.season.rounds.get().ready.exists()


def test_stop_by_letter_stops_letters_about_leagues(posted, post, ada):
    post.answer(letter_to(ada), "stop")
    assert Stop.objects.get().category == "leagues"


def test_who_has_said_nothing_is_asked_once_more_when_half_of_the_time_is_over_and_nobody_else(run, members, golden):
    ready_check.say_ready(run.pk, members[1])
    asked = {notice.user: notice for notice in Notice.objects.filter(kind="league-muster")}
    assert letters.write_ready_check(Telling.of(asked[members[1]])) is None
    assert golden("letters/league-ready-check", opening(letters.write_ready_check(Telling.of(asked[members[0]]))))
    until = run.season.rounds.get().ready_by
    assert abs(asked[members[0]].not_before - (until - timedelta(days=1))) < timedelta(minutes=1)


def test_a_substitute_says_yes_by_letter(post, make_run, members, jack, golden):
    run = make_run(members).begin()
    substitutes.offer(run.pk, jack)
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    substitutes.call_substitutes(Season.objects.select_related("league").get(pk=run.pk))
    post.letters()
    assert post.answer(letter_to(jack), "ready").state == LetterIn.State.APPLIED
    assert fixture.game.players.filter(user=jack, mode="present").exists()
    assert golden("letters/receipt-league", opening(letter_to(jack)))


def test_saying_ready_twice_is_saying_it_once(run, members, sign_in, client):
    sign_in(client, members[0])
    told = [flash(client.get(ready(client, run).url)) for _ in range(2)]
    assert told[0] == told[1]
    assert run.season.rounds.get().ready.count() == 1


# -- the site was down ----------------------------------------------------------------------------------
@pytest.fixture
def down():
    """`down(run, hours)`: nothing is at work for so long; then a worker, the sweep that writes the outage down, and the worker again."""

    def gone(run, hours: float) -> None:
        since = timezone.now()
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": since})
        with time_machine.travel(since + timedelta(hours=hours)):
            tasks.look_after(run.pk)
            heartbeat.beat()
            tasks.look_after(run.pk)

    return gone


def test_nobody_is_a_no_show_because_the_site_was_down_while_they_were_asked(run, down):
    until = run.season.rounds.get().ready_by
    down(run, 50)
    assert not run.season.entries.filter(sanctions__isnull=False).exists()
    assert run.season.rounds.get().ready_by >= until + timedelta(hours=51)
    assert not run.season.rounds.get().ready_check_closed


def test_who_is_asked_to_step_in_has_longer_to_answer_where_the_site_was_down(make_run, members, jack, down):
    run = make_run(members).begin()
    substitutes.offer(run.pk, jack)
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(mode="open", open_until=timezone.now() + timedelta(days=9))
    substitutes.call_substitutes(run.season)
    down(run, 13)
    assert SubCall.objects.get().answer == ""


# -- who steps in before a table begins -----------------------------------------------------------------
def test_nobody_is_put_into_two_seats_of_a_table_that_has_not_begun(make_run, members, jack, organiser):
    run = make_run(members, most_at_once=1, ready_check=True)
    for key in ("close", "start"):
        run.step(key)
    first, second = run.fixtures.filter(status="planned").first().seats.all()[:2]
    substitutes.replace(first.pk, organiser, jack, "is ill")
    with pytest.raises(NotAllowed, match="already"):
        substitutes.replace(second.pk, organiser, jack, "is ill")
    assert jack not in [found.user for found in substitutes.free_substitutes(run.season, second)]


def test_a_substitute_who_has_been_given_a_red_card_since_they_were_asked_does_not_step_in(make_run, people, organiser):
    captains = people(14)
    run = make_run(captains, most_at_once=1, ready_check=True)
    for key in ("close", "start"):
        run.step(key)
    helper = run.season.divisions.get(number=2).entries.first()
    substitutes.offer(run.pk, helper.user)
    silent = run.season.divisions.get(number=1).entries.filter(seats__fixture__round__number=1).first()
    opened = run.season.rounds.first()
    with time_machine.travel(opened.ready_by + timedelta(minutes=1)):
        for person in captains:
            if person != silent.user and ready_check.missing(entry=run.entry(person)):
                ready_check.say_ready(run.pk, person)
        ready_check.close_due(run.season)
        substitutes.call_substitutes(run.season)
        call = SubCall.objects.get(substitute__user=helper.user)
        cards.give_card(helper.pk, organiser, "red", "two accounts")
        with pytest.raises(NotAllowed, match="out of this season"):
            substitutes.answer_call(call.pk, helper.user, True)
    assert call.seat.fixture.seats.get(pk=call.seat_id).played_by is None


def test_two_workers_who_look_after_a_season_at_once_ask_a_substitute_once(make_run, members, jack, monkeypatch):
    run = make_run(members).begin()
    substitutes.offer(run.pk, jack)
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(mode="open", open_until=timezone.now() + timedelta(days=9))
    asking = substitutes.ask_the_next

    def after_another(season_id: int) -> int:
        """The other worker has seen the open seat, too, and is quicker."""
        return asking(season_id) * asking(season_id)

    monkeypatch.setattr(substitutes, "ask_the_next", after_another)
    assert substitutes.call_substitutes(run.season) == 0
    assert SubCall.objects.get().substitute.user == jack


def test_who_is_ready_reads_on_their_page_for_whom_their_tables_wait(run, members, client, sign_in):
    first, *others = members
    sign_in(client, first)
    ready_check.say_ready(run.pk, first)
    waits_for = client.get(page(run, "me")).context["waits_for"]
    assert waits_for == sorted(other.name for other in others)
    for other in others[1:]:
        ready_check.say_ready(run.pk, other)
    assert client.get(page(run, "me")).context["waits_for"] == [others[0].name]
    sign_in(client, others[0])
    assert client.get(page(run, "me")).context["waits_for"] == []


def test_the_page_of_a_silent_captain_names_no_time_that_is_over(run, members, jack, client, sign_in, golden):
    substitutes.offer(run.pk, jack)
    sign_in(client, members[0])
    assert golden("pages/own-part", part(client.get(page(run, "me")), "main .card p"))
    with later(days=2, hours=1):
        tasks.look_after(run.pk)
        sign_in(client, members[0])
        assert golden("pages/own-part", part(client.get(page(run, "me")), "main .card p"))


def test_a_substitute_finds_on_their_page_the_tables_at_which_they_play_on(make_run, members, jack, organiser, client, sign_in, golden):
    run = make_run(members)
    run.begin()
    fixture = run.fixtures.first()
    seat = fixture.seats.first()
    seats_of_games.offer(fixture.game.pk, seat.seat)
    substitutes.replace(seat.pk, organiser, jack, "a wedding")
    sign_in(client, jack)
    shown = client.get(page(run, "me"))
    assert golden("pages/own-part", part(shown, "main > p", -1))
    assert reverse("table", args=[fixture.game.pk]) in shown.content.decode()


def test_an_organiser_reads_that_a_seat_is_not_open_and_no_thanks(make_run, members, jack, organiser, golden):
    run = make_run(members)
    run.begin()
    with golden.refused("refusals/leagues", NotAllowed):
        substitutes.replace(run.fixtures.first().seats.first().pk, organiser, jack, "a wedding")
