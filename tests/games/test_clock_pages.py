"""What captains see of time on their pages: questions to the table, days to give, chairs that somebody else has taken."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.agreements import extensions, organiser_acts, votes
from games.announcements import arrangers
from games.deadlines import absences
from games.models import Game, Pause, Player, Wait
from games.queries import reliability
from games.timeouts import seats
from tests.every_letter import write
from tests.games.test_clock_people import friends, hours
from tests.games.test_clock_told import letter_to
from tests.reading import foot, has, headings, opening, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def read(client, sign_in):
    """`read(anne, "/games/1/")`: the page as she reads it."""
    return lambda person, path: " ".join(sign_in(client, person).get(path).content.decode().split())


def asks(page: str) -> set[str]:
    """The questions that a page offers."""
    return {kind for kind in votes.KINDS if f'name="kind" value="{kind}"' in page}


def test_a_page_offers_those_questions_alone_that_the_table_may_be_asked_now(read, anne, mary):
    at = friends(anne, mary)
    path = f"/games/{at.pk}/clock/"
    assert asks(read(anne, path)) == {"pause", "end", "cancel"}
    at.turn(0)
    votes.propose(at.pk, anne, "end")
    assert asks(read(anne, path)) == {"pause", "cancel", "takeback"}
    Pause.objects.create(game=at.game, reason="vote", begin=timezone.now(), end=timezone.now() + hours(20))
    Player.objects.filter(game=at.pk, seat=1).update(mode="away")
    page = read(anne, path)
    assert asks(page) == {"pause", "resume", "replace", "cancel", "takeback"}
    assert '<option value="1">Mary</option>' in page
    assert '<option value="0">' not in page


def test_a_public_table_is_not_offered_a_pause_and_a_league_s_neither_days_nor_seats(read, at, anne, mary, monkeypatch, golden):
    path = f"/games/{at.pk}/clock/"
    page = read(mary, path)
    assert asks(page) == {"end", "cancel"}
    assert golden("pages/clock", part(page, "form[action$='/clock/day/']"))
    Game.objects.update(owner=None)  # nobody owns a table of a league
    monkeypatch.setattr(arrangers, "ARRANGERS", {"other": arrangers.Arranger(lambda game: True, lambda game: frozenset())})
    page = read(mary, path)
    assert asks(page) == {"end"}
    assert not has(page, "form[action$='/clock/day/']")


def test_nobody_is_offered_to_give_a_third_day(read, at, anne, mary):
    for _ in range(2):
        extensions.give_extension(at.pk, mary, at.wait().pk, at.game.players.get(seat=0).gifts)
    assert not has(read(mary, f"/games/{at.pk}/clock/"), "form[action$='/clock/day/']")


def test_a_question_to_the_table_stands_on_its_page_until_one_has_answered_and_then_what_one_said(read, client, anne, mary, jack, golden):
    at = friends(anne, mary, jack)
    vote = votes.propose(at.pk, anne, "end")
    asked = "Anne asks the table: <b>End the game as it stands?</b>"
    assert asked in read(mary, f"/games/{at.pk}/")
    assert asked not in read(anne, f"/games/{at.pk}/")  # she has said yes by asking
    assert golden("pages/clock", part(read(anne, f"/games/{at.pk}/clock/"), "main p.row"))
    read(mary, "/my/")
    assert client.post(f"/games/{at.pk}/clock/vote/{vote.pk}/", {"say": "yes"}).status_code == 302
    assert asked not in read(mary, f"/games/{at.pk}/")
    assert golden("pages/clock", part(read(mary, f"/games/{at.pk}/clock/"), "main button", 1))


def test_what_was_refused_need_not_be_written_again(read, client, anne, mary):
    at = friends(anne, mary)
    read(anne, "/my/")
    late = f"{timezone.now() + timedelta(days=30):%Y-%m-%dT%H:%M}"
    page = client.post(f"/games/{at.pk}/clock/propose/", {"kind": "pause", "until": late})
    assert (page.status_code, f'value="{late}"' in page.content.decode()) == (422, True)
    page = client.post("/leave/", {"begin": late, "end": "2026-01-01T00:00"})
    assert (page.status_code, f'value="{late}"' in page.content.decode()) == (422, True)


def test_who_lost_their_seat_reads_at_the_table_that_they_may_have_it_back(read, at, anne, mary, jack):
    player = at.game.players.get(seat=1)
    seats.open_up(at.game, player, timezone.now())
    player.save()
    seats.substitute(at.pk, 1, jack)
    told = "Jack has taken over your seat and has not played yet."
    assert told in read(mary, f"/games/{at.pk}/")
    assert told not in read(anne, f"/games/{at.pk}/")
    at.turn(0)
    at.turn(1)
    assert told not in read(mary, f"/games/{at.pk}/")


def test_a_letter_about_a_clock_that_was_moved_says_why(post, at, anne, mary, golden):
    post.letters()
    anne.date_joined -= timedelta(days=300)
    anne.save()
    absences.declare_absence(anne, timezone.now() + hours(2), timezone.now() + hours(50))
    absences.end_early(anne)
    letter = letter_to(post, anne)
    assert golden("letters/clock-moved", opening(letter))
    assert golden("letters/clock-moved", part(letter, "p", 1))


def test_a_letter_about_a_pause_says_until_when_and_why(post, at, anne, jack, golden):
    post.letters()
    jack.is_staff = jack.is_superuser = True
    jack.save()
    organiser_acts.pause(at.pk, jack, timezone.now() + hours(40), "A <dispute> is looked into.")
    [letter] = [letter for letter in post.letters() if letter.to == [anne.email]]
    assert golden("letters/paused", opening(letter))
    assert f"{timezone.now() + hours(40):%a %-d %b}" in opening(letter)
    assert not has(letter, "dispute")


def test_a_clock_that_moves_during_a_pause_for_another_reason_has_its_own_letter(post, at, anne, jack, golden):
    jack.is_staff = jack.is_superuser = True
    jack.save()
    organiser_acts.pause(at.pk, jack, timezone.now() + hours(300), "A dispute.")
    post.letters(60)
    anne.date_joined -= timedelta(days=300)
    anne.save()
    absences.declare_absence(anne, timezone.now() + hours(290), timezone.now() + hours(400))
    absences.end_early(anne)
    assert golden("letters/clock-moved", opening(letter_to(post, anne)))


def test_an_open_seat_is_offered_at_the_table_and_shown_to_its_owner_among_their_games(read, at, anne, mary, jack, golden):
    player = at.game.players.get(seat=1)
    seats.open_up(at.game, player, timezone.now())
    player.save()
    assert golden("pages/table", part(read(jack, f"/games/{at.pk}/"), "main p.card"))
    assert not has(read(anne, f"/games/{at.pk}/"), "main p.card")
    assert golden("pages/my-games", part(read(mary, "/my/"), "ul.own-games"))
    at.turn(0)
    assert golden("pages/my-games", headings(read(mary, "/my/")))
    seats.take_back(at.pk, mary)
    page = read(mary, "/my/")
    assert golden("pages/my-games", [*headings(page), part(page, "ul.own-games")])


def test_the_measured_pace_is_that_of_tables_anybody_may_join_and_never_no_time(at, anne, mary):
    practice = friends(anne, mary)
    for table, seconds in ((practice, 0), (at, 7200)):
        turn = {"game": table.game, "seat": 0, "decision": "steer", "since_number": 0, "asked_at": timezone.now(), "allowance": 9}
        Wait.objects.bulk_create(
            Wait(turn_key=f"{n}:9:turn", closed_by="player", used=seconds, closed_at=timezone.now(), **turn) for n in range(20)
        )
    assert reliability.of_table(at.game)[1] == (7200, 7200)
    assert reliability.of_table(practice.game)[1] == (60, 60)


def test_who_sits_at_a_table_no_more_is_not_told_that_they_play_there(at, anne, golden):
    for kind in ("seat-lost", "seated-out", "taken-off", "vote-agreed"):
        letter = write(kind, anne, game=at.pk)
        assert golden(f"letters/{kind}", foot(letter))
        assert golden(f"letters/{kind}", part(letter, ".foot"))
    assert golden("letters/seat-open", foot(write("seat-open", anne, game=at.pk)))
