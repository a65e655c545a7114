"""Captains report to those who run the site, who read it with what belongs to it, and decide."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts import account_deletion, services, trust
from accounts.models import User
from games import tasks
from games.editions.errors import NotAllowed
from games.models import ChatLine, ClockEntry, Report
from games.moderation import blocks, reports
from games.queries import journal
from games.tables import chat
from notifications.models import LetterIn, Notice
from tests.games.conftest import two_people
from tests.games.test_clock_people import friends
from tests.letters import codes, of_kind, tidy
from tests.reading import alert, foot, links, opening, part

pytestmark = pytest.mark.django_db
Resolution = Report.Resolution


@pytest.fixture
def host(make_person):
    """Hal runs the site."""
    return make_person("Hal", is_staff=True, is_superuser=True)


@pytest.fixture
def line(at, mary):
    return chat.post_line(at.pk, mary, "You rotten thief!")


@pytest.fixture
def reported(line, anne, mary, host):
    """Anne has reported Mary's line."""
    return reports.report(anne, mary, "insult", "She shouts at everyone.", line=line)


def decide(client, report, **said):
    return client.post(f"/reports/{report.pk}/decide/", said)


# -- reporting ------------------------------------------------------------------------------------
def test_a_line_is_reported_with_a_copy_of_it_and_the_reporter_reads_that_it_came_in(client, sign_in, anne, mary, line, golden):
    sign_in(client, anne)
    sent = {"reason": "insult", "words": "She shouts.\n\nAt everyone."}
    for _ in range(2):
        assert client.post(f"/captains/{mary.pk}/report/?line={line.pk}", sent).url == "/blocks/"
    report = Report.objects.get()
    assert (report.user, report.about, report.game_id, report.said) == (anne, mary, line.game_id, "You rotten thief!")
    assert report.words == "She shouts. At everyone."
    page = client.get("/blocks/")
    assert golden("pages/blocks", part(page, "blockquote.said"))
    assert golden("pages/blocks", part(page, "main p.soft", 1))


def test_a_captain_is_reported_from_the_table_where_that_was_seen(client, sign_in, at, anne, mary):
    sign_in(client, anne).post(f"/captains/{mary.pk}/report/?table={at.pk}", {"reason": "unfair"})
    assert (Report.objects.get().game_id, Report.objects.get().line, Report.objects.get().said) == (at.pk, None, "")


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Say which of these it is."),
        ({"reason": "ugly"}, "Say which of these it is."),
        ({"reason": "insult", "words": "x" * 1001}, "That is longer than 1000 characters."),
    ],
)
def test_a_report_that_cannot_be_taken_is_refused_with_why_and_what_was_written_stays(client, sign_in, anne, mary, sent, sentence):
    reply = sign_in(client, anne).post(f"/captains/{mary.pk}/report/", sent)
    assert (reply.status_code, sentence in reply.content.decode()) == (422, True)
    assert sent.get("words", "")[:900] in reply.content.decode()
    assert not Report.objects.exists()


def test_nobody_reports_themselves_nor_a_line_of_somebody_else_nor_one_they_cannot_read(client, sign_in, anne, mary, jack, line):
    assert sign_in(client, mary).post(f"/captains/{mary.pk}/report/", {"reason": "other"}).status_code == 422
    assert sign_in(client, anne).post(f"/captains/{jack.pk}/report/?line={line.pk}", {"reason": "other"}).status_code == 404
    private = friends(anne, mary)
    unseen = chat.post_line(private.pk, mary, "Among us")
    assert sign_in(client, jack).post(f"/captains/{mary.pk}/report/?line={unseen.pk}", {"reason": "other"}).status_code == 404
    assert not Report.objects.exists()


def test_so_many_reports_a_day_and_no_more(anne, make_person, time_machine, golden):
    time_machine.move_to(timezone.now(), tick=False)
    others = [make_person(f"Captain{number}") for number in range(trust.DONE["report"].most[trust.Trust.NEW] + 1)]
    for other in others[:-1]:
        reports.report(anne, other, "advert")
    with golden.refused("refusals/reports", NotAllowed):
        reports.report(anne, others[-1], "advert")
    time_machine.shift(timedelta(days=1, minutes=1))
    assert reports.report(anne, others[-1], "advert").about == others[-1]


def test_markup_in_a_report_is_words(client, sign_in, anne, mary, host):
    made = reports.report(anne, mary, "other", "<script>alert(1)</script>")
    assert "&lt;script&gt;alert(1)" in sign_in(client, host).get(f"/reports/{made.pk}/").content.decode()
    assert "<script>alert(1)" not in client.get("/reports/").content.decode()


# -- letters to hosts -----------------------------------------------------------------------------
def test_hosts_get_one_letter_at_the_full_hour_about_all_that_came_in(post, anne, mary, jack, host, golden):
    at = two_people(anne, mary)
    reports.report(anne, mary, "insult", line=chat.post_line(at.pk, mary, "Thief!"))
    reports.report(jack, mary, "other")
    letters = [letter for minute in range(13) for letter in of_kind("reports", post.letters(minutes=5))]
    [letter] = letters
    assert letter.to == [host.email]
    assert golden("letters/reports", opening(letter))
    assert "/reports/" in letter.body
    assert golden("letters/reports", foot(letter))


def test_no_letter_goes_about_what_was_decided_in_time_and_none_to_whom_it_is_about(post, anne, mary, host, make_person):
    other = make_person("Hob", is_staff=True, is_superuser=True)
    about_host = reports.report(anne, host, "insult")
    assert set(Notice.objects.filter(kind="reports").values_list("user", flat=True)) == {other.pk}
    reports.decide(about_host.pk, other, Resolution.NOTHING)
    assert [letter for letter in post.letters(minutes=61) if "Reports" in letter.subject] == []


def test_who_is_host_no_longer_gets_no_letter_about_reports(post, anne, mary, host):
    reports.report(anne, mary, "insult")
    User.objects.filter(pk=host.pk).update(is_staff=False, is_superuser=False)
    assert [letter for letter in post.letters(minutes=61) if letter.to == [host.email]] == []


def test_a_silence_that_was_taken_back_in_time_is_not_told(post, anne, mary, host):
    report = reports.report(anne, mary, "insult")
    reports.decide(report.pk, host, Resolution.SILENCE, "Threats", 3)
    reports.take_back(report.pk, host)
    assert [letter for letter in post.letters() if letter.to == [mary.email]] == []


# -- who may --------------------------------------------------------------------------------------
def test_for_everyone_but_hosts_there_are_no_such_pages(client, sign_in, reported, anne, mary):
    for user in (anne, mary):
        sign_in(client, user)
        assert [client.get(page).status_code for page in ("/reports/", f"/reports/{reported.pk}/")] == [404, 404]
        assert decide(client, reported, resolution="line").status_code == 404
        assert decide(client, reported, **{"take-back": ""}).status_code == 404
        with pytest.raises(Report.DoesNotExist):
            reports.decide(reported.pk, user, Resolution.NOTHING)
    client.logout()
    assert client.get("/reports/").status_code == 302
    assert ChatLine.objects.get().text == "You rotten thief!"


def test_a_host_sees_and_decides_no_report_about_themselves(client, sign_in, anne, host, golden):
    report = reports.report(anne, host, "insult")
    sign_in(client, host)
    assert f"/reports/{report.pk}/" not in links(client.get("/reports/"))
    assert golden("pages/reports", part(client.get("/reports/"), "main"))
    assert client.get(f"/reports/{report.pk}/").status_code == 404
    assert decide(client, report, resolution="nothing").status_code == 404


def test_a_host_reads_a_report_with_the_talk_around_it_and_what_was_reported_before(client, sign_in, at, anne, mary, jack, host, golden):
    said = [chat.post_line(at.pk, (anne, mary)[number % 2], f"Line {number:02}") for number in range(20)]
    reports.decide(reports.report(jack, mary, "advert").pk, host, Resolution.NOTHING)
    report = reports.report(anne, mary, "insult", line=said[11])
    page = sign_in(client, host).get(f"/reports/{report.pk}/").content.decode()
    assert [number for number in range(20) if f"Line {number:02}" in page] == list(range(6, 17))
    assert golden("pages/report", part(page, "main h2", 2))
    assert golden("pages/report", part(page, "main li", 11))


def test_the_pages_of_reports_need_few_queries(client, sign_in, reported, jack, mary, host, django_assert_max_num_queries):
    for _ in range(3):
        reports.report(jack, mary, "other")
    sign_in(client, host).get("/reports/")
    for page in ("/reports/", f"/reports/{reported.pk}/", "/blocks/"):
        with django_assert_max_num_queries(12):
            client.get(page)


# -- deciding -------------------------------------------------------------------------------------
def test_a_line_that_is_taken_away_is_read_by_nobody_any_more(client, sign_in, reported, anne, mary, host, golden):
    assert decide(sign_in(client, host), reported, resolution="line", why="An insult").status_code == 302
    for user in (anne, mary):
        page = sign_in(client, user).get(f"/games/{reported.game_id}/").content.decode()
        assert golden("pages/table", part(page, "ol.lines li"))
        assert reported.said not in page
    assert golden("pages/clock", part(client.get(f"/games/{reported.game_id}/clock/"), "[aria-labelledby=lines] li"))
    assert ClockEntry.objects.get(kind="line-taken").game_id == reported.game_id


def test_no_letter_tells_a_line_that_was_taken_away(post, anne, mary, jack, host):
    private = friends(anne, mary, jack)
    post.letters()
    line = chat.post_line(private.pk, mary, "You rotten thief!")
    reports.decide(reports.report(anne, mary, "insult", line=line).pk, host, Resolution.LINE)
    assert [letter for letter in post.letters(minutes=20) if "thief" in letter.body or "was said" in letter.body] == []


def test_anyone_who_may_not_speak_is_told_why_and_until_when_by_page_and_letter_and_plays_on(
    client, sign_in, post, anne, mary, host, make_person
):
    at = friends(anne, mary)
    reported = reports.report(anne, mary, "insult", line=chat.post_line(at.pk, mary, "Thief!"))
    assert decide(sign_in(client, host), reported, resolution="silence", days="7", why="Insults at two tables").status_code == 302
    mary.refresh_from_db()
    assert mary.silent_until == post.now + timedelta(days=7)
    until = f"{mary.silent_until:%a} {mary.silent_until.day} {mary.silent_until:%b %Y, %H:%M}"
    sentence = f"You cannot write to other players until {until}. The reason: Insults at two tables."
    [letter] = [letter for letter in post.letters() if letter.to == [mary.email]]
    assert sentence in tidy(letter)
    page = sign_in(client, mary).get(f"/games/{at.pk}/").content.decode()
    assert (sentence in page, 'name="text"' in page) == (True, False)
    assert sentence in client.get("/blocks/").content.decode()
    reply = client.post(f"/games/{at.pk}/say/", {"text": "Let me speak!"})
    assert (reply.status_code, sentence in reply.content.decode()) == (422, True)
    at.turn(0)
    at.turn(1)
    assert ChatLine.objects.count() == 1


def test_a_line_of_theirs_by_letter_is_refused_with_the_reason(post, anne, mary, host, golden):
    at = friends(anne, mary)
    post.letters()
    chat.post_line(at.pk, anne, "Ahoy!")
    [letter] = [letter for letter in post.letters(minutes=20) if letter.to == [mary.email]]
    reports.decide(reports.report(anne, mary, "insult").pk, host, Resolution.SILENCE, "Threats", 3)
    kept = post.answer(letter, "Ahoy yourself!")
    assert (kept.state, kept.reason) == (LetterIn.State.REFUSED, "silenced")
    assert golden("letters/receipt-talk", opening(mail.outbox[-1]))


def test_a_move_by_letter_is_not_hindered(post, anne, mary, host):
    at = friends(anne, mary)
    [letter] = [letter for letter in post.letters() if letter.to == [anne.email]]
    reports.decide(reports.report(mary, anne, "insult").pk, host, Resolution.SILENCE, "Threats", 3)
    assert post.answer(letter, next(iter(codes(letter).values()))).state == LetterIn.State.APPLIED
    assert at.game.number > 0


def test_when_the_time_is_over_they_speak_again(time_machine, at, anne, mary, host, golden):
    time_machine.move_to(timezone.now(), tick=False)
    reports.decide(reports.report(anne, mary, "insult").pk, host, Resolution.SILENCE, "Threats", 1)
    mary.refresh_from_db()
    with golden.refused("refusals/reports", NotAllowed):
        chat.post_line(at.pk, mary, "Ahoy!")
    time_machine.shift(timedelta(days=1))
    assert chat.post_line(at.pk, mary, "Ahoy!").text == "Ahoy!"


def test_a_shorter_silence_does_not_end_a_longer_one(anne, mary, jack, host):
    reports.decide(reports.report(anne, mary, "insult").pk, host, Resolution.SILENCE, "Threats", 30)
    long = User.objects.get(pk=mary.pk).silent_until
    reports.decide(reports.report(jack, mary, "insult").pk, host, Resolution.SILENCE, "Insults", 1)
    assert User.objects.get(pk=mary.pk).silent_until == long


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "Say what is to be done."),
        ({"resolution": "hang"}, "Say what is to be done."),
        ({"resolution": "silence", "days": "7"}, "Say why: the captain is told so, in your words."),
        ({"resolution": "silence", "days": "8", "why": "Insults"}, "Say what is to be done."),
        ({"resolution": "silence", "days": "-1", "why": "Insults"}, "Say what is to be done."),
        ({"resolution": "both", "days": "7", "why": "\u202e "}, "Say why: the captain is told so, in your words."),
    ],
)
def test_a_decision_that_cannot_be_made_is_refused_with_why_and_nothing_is_done(client, sign_in, reported, mary, host, said, sentence):
    reply = decide(sign_in(client, host), reported, **said)
    assert (reply.status_code, sentence in reply.content.decode()) == (422, True)
    reported.refresh_from_db()
    mary.refresh_from_db()
    assert (reported.resolution, mary.silent_until, ChatLine.objects.get().text) == ("", None, "You rotten thief!")


def test_what_is_not_about_a_line_takes_none_away(client, sign_in, anne, mary, host, golden):
    report = reports.report(anne, mary, "other")
    reply = decide(sign_in(client, host), report, resolution="line")
    assert reply.status_code == 422
    assert golden("pages/report", alert(reply))


def test_a_report_is_decided_once_and_with_it_all_others_about_the_same_line(client, sign_in, reported, jack, mary, line, host, golden):
    other = reports.report(jack, mary, "insult", line=line)
    decide(sign_in(client, host), reported, resolution="both", days="3", why="Insults")
    other.refresh_from_db()
    assert (other.resolution, other.decided_by, other.why) == ("both", host, "Insults")
    reply = decide(client, other, resolution="nothing")
    assert reply.status_code == 422
    assert golden("pages/report", alert(reply))
    assert golden("pages/blocks", part(sign_in(client, jack).get("/blocks/"), "main p.soft", 1))
    assert "Insults" not in client.get("/blocks/").content.decode()


def test_the_reporter_reads_when_nothing_was_done(client, sign_in, reported, anne, host, golden):
    reports.decide(reported.pk, host, Resolution.NOTHING, "A joke among friends")
    page = sign_in(client, anne).get("/blocks/")
    assert golden("pages/peace", part(page, "main p.soft", 1))
    assert "A joke among friends" not in page.content.decode()


def test_a_mistake_is_taken_back_whole(client, sign_in, reported, at, mary, host):
    sign_in(client, host)
    decide(client, reported, resolution="both", days="30", why="Insults")
    assert decide(client, reported, **{"take-back": ""}).status_code == 302
    reported.refresh_from_db()
    assert (reported.resolution, ChatLine.objects.get().text) == ("", "You rotten thief!")
    assert chat.post_line(at.pk, User.objects.get(pk=mary.pk), "Thank you.").text == "Thank you."
    assert ClockEntry.objects.filter(kind="line-back").count() == 1


def test_a_report_is_forgotten_a_year_after_it_was_decided_and_never_while_it_waits(time_machine, anne, jack, mary, host):
    time_machine.move_to(timezone.now(), tick=False)
    reports.decide(reports.report(anne, mary, "insult").pk, host, Resolution.NOTHING)
    waiting = reports.report(jack, mary, "insult")
    assert tasks.forget_reports() == 0
    time_machine.shift(timedelta(days=366))
    assert tasks.forget_reports() == 1
    assert Report.objects.get() == waiting


# -- people who go, and guests who come -----------------------------------------------------------
def test_when_the_reporter_leaves_their_report_stays_without_their_name(client, sign_in, reported, anne, host, golden):
    account_deletion.leave(anne)
    assert Report.objects.get().user is None
    page = sign_in(client, host).get(f"/reports/{reported.pk}/")
    assert golden("pages/report", part(page, "main p", 1))


def test_when_the_reported_captain_leaves_the_report_and_its_copy_of_their_words_go_with_them(reported, mary):
    account_deletion.leave(mary)
    assert not Report.objects.exists()


def test_a_report_outlives_the_host_who_decided_it(reported, host):
    reports.decide(reported.pk, host, Resolution.NOTHING)
    account_deletion.leave(host)
    assert (Report.objects.get().resolution, Report.objects.get().decided_by) == ("nothing", None)


def test_reports_by_and_about_a_guest_and_their_silence_come_along_to_their_account(anne, mary, jack, host):
    guest = services.make_guest()
    by = reports.report(guest, mary, "insult")
    about = reports.report(jack, guest, "insult")
    reports.decide(about.pk, host, Resolution.SILENCE, "Insults", 30)
    guest.refresh_from_db()
    until = guest.silent_until
    account_deletion.move_to_account(guest, anne)
    anne.refresh_from_db()
    by.refresh_from_db()
    about.refresh_from_db()
    assert (by.user, about.about, anne.silent_until, anne.silent_because) == (anne, anne, until, "Insults")


def test_nobody_becomes_the_reporter_of_themselves_by_signing_in(anne):
    guest = services.make_guest()
    reports.report(guest, anne, "other")
    reports.report(anne, guest, "other")
    account_deletion.move_to_account(guest, anne)
    assert [(report.user, report.about) for report in Report.objects.all()] == [(None, anne)]


def test_keeping_away_and_reporting_go_together(at, anne, mary, host):
    line = chat.post_line(at.pk, mary, "Thief!")
    blocks.block(anne, mary)
    reports.decide(reports.report(anne, mary, "insult", line=line).pk, host, Resolution.LINE)
    [read] = journal.chat(at.game, anne.pk)
    assert (read.is_hidden, read.is_taken_away, read.is_shown) == (True, True, False)
