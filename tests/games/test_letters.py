"""What letters about games say, and when they are not sent after all."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.announcements import notices
from games.models import Game, Player, Wait
from games.play import acting, standing_orders
from games.tables import chat, lobby
from notifications import notify
from notifications.models import Delivery, Notice, Preference, State
from notifications.tasks import sweep
from tests.letters import CODE, of_kind, relay_is_away
from tests.reading import foot, opening, section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def post(time_machine):
    """`post(minutes)` lets time pass, sweeps, and gives the letters that went. `first` happens just before the sweep."""
    start = timezone.now()
    time_machine.move_to(start, tick=False)

    def post(minutes=3, first=None):
        nonlocal start
        start += timedelta(minutes=minutes)
        time_machine.move_to(start, tick=False)
        mail.outbox.clear()
        if first:
            first()
        sweep()
        return mail.outbox

    return post


def html(letter):
    return letter.alternatives[0].content


def tidy(letter):
    """The text without line breaks, to look for a sentence in."""
    return " ".join(letter.body.split())


def test_whose_turn_it_is_what_for_and_until_when_in_my_zone(post, at, anne, golden):
    anne.time_zone = "Asia/Kolkata"
    anne.save()
    [letter] = post()
    assert letter.to == [anne.email]
    due = at.wait().due_at + timedelta(hours=5, minutes=30)
    text = tidy(letter)
    assert golden("letters/turn", opening(letter))
    assert f"{due:%a %-d %b, %H:%M} (Kolkata)" in text
    assert "/letters/answer/" in text


def test_a_turn_is_told_once(post, at):
    assert len(post()) == 1
    assert len(post()) == 0


def test_who_answers_before_the_letter_leaves_gets_none(post, at, mary):
    at.turn(0)
    assert [letter.to for letter in post()] == [[mary.email]]
    assert Delivery.objects.get(state=State.CANCELLED).last_code == "no-longer-wanted"


def test_what_happened_since_my_last_answer_is_told(post, at, mary, golden):
    at.turn(0, dig="yes")
    [letter] = post()
    assert letter.to == [mary.email]
    assert golden("letters/turn", section(letter, 1))


def test_a_first_letter_does_not_speak_of_an_answer_that_its_reader_never_gave(post, at, mary, anne):
    at.turn(0, dig="yes")
    [letter] = post()
    assert "So far" in letter.body
    assert "Since your last answer" not in letter.body


def test_what_others_found_is_in_no_part_of_my_letter(post, at):
    at.turn(0, dig="yes")
    [letter] = post()
    found = at.game.moves.get(number=2).events
    assert any(event["name"] == "found" for event in found), "there was a secret to keep"
    assert "found" not in letter.message().as_string()


def test_a_long_tale_is_cut_to_twelve_lines(post, at, golden):
    for _ in range(15):
        at.turn(0)
        at.turn(1)
    Game.objects.filter(pk=at.pk).update(last_moves=[0, 0])
    [letter] = post()
    assert sum(line.startswith(("- Anne", "- Mary")) for line in letter.body.splitlines()) == 12
    assert golden("letters/turn", section(letter, 1))


def test_a_question_off_turn_says_that_it_is_one(post, at, mary, golden):
    Player.objects.get(game=at.pk, seat=1).hand.__class__.objects.filter(player__game=at.pk, player__seat=1).update(
        orders={"defend": "ask"}
    )
    at.act(0, "steer", "raid")
    [letter] = post()
    assert letter.to == [mary.email]
    assert golden("letters/turn", opening(letter))


def test_other_games_that_wait_are_named(post, at, anne, mary, golden):
    other = lobby.create(anne, "toy", {"rounds": 100}, seats=2, name="Tortuga", open_to_all=True)
    lobby.join(other.pk, mary)
    [letter] = [letter for letter in post() if letter.to == [anne.email]]
    assert golden("letters/turn", section(letter, 2))
    assert letter.body.count("/letters/answer/") == 2
    assert "[2]" in html(letter)


def test_a_game_of_an_edition_that_is_not_known_here_is_named_beside_others(post, at, anne, mary):
    other = lobby.create(anne, "toy", {"rounds": 100}, seats=2, name="Tortuga", open_to_all=True)
    lobby.join(other.pk, mary)
    Game.objects.filter(pk=other.pk).update(ruleset="tomorrow")
    assert f"Tortuga (table {other.pk})" in next(letter for letter in post() if "Anne’s table" in letter.subject).body


def test_what_was_said_stands_behind_a_bar(post, at, anne, mary):
    chat.post_line(at.pk, mary, "I will get you next time, " * 8)
    chat.post_line(at.pk, anne, "my own words")
    [letter] = post()
    said = [line for line in letter.body.splitlines() if "next time" in line]
    assert len(said) > 1
    assert all(line.startswith("| ") for line in said)
    assert "my own words" not in letter.body


def test_the_lines_of_a_letter_are_short_enough_to_be_quoted(post, at, anne, mary):
    Game.objects.filter(pk=at.pk).update(name="The very long voyage to the end of all the unknown seas")
    chat.post_line(at.pk, mary, "yo ho ho " * 50)
    at.turn(0)
    at.turn(1)
    [letter] = post()
    assert [line for line in letter.body.splitlines() if len(line) > 66 and not line.strip().startswith("http")] == []


def test_names_and_chat_are_never_markup(post, at, mary):
    Game.objects.filter(pk=at.pk).update(name="<script>alert(1)</script>")
    mary.name = "<img src=x onerror=y>"
    mary.save()
    chat.post_line(at.pk, mary, "<b onclick=z>bold</b>")
    at.turn(0)
    at.turn(1)
    page = html(post()[0])
    assert "<script" not in page
    assert "onerror" not in page or "&lt;img src=x onerror=y&gt;" in page
    assert "<b onclick" not in page
    assert "{{" not in page


def test_the_subject_of_a_letter_says_what_it_is_and_all_of_a_game_have_one_thread(post, at, golden):
    first = post()[0]
    at.turn(0)
    at.turn(1)
    at.turn(0)
    Game.objects.filter(pk=at.pk).update(status="over", outcome_data=outcome([0]))
    notices.game_ended(notices.OVER, at.game, at.game.players.all(), timezone.now())
    last = post()
    assert golden("letters/turn", first.subject)
    assert golden("letters/over", {letter.subject for letter in last})
    mine = next(letter for letter in last if letter.to == first.to)
    assert mine.extra_headers["In-Reply-To"] == first.extra_headers["In-Reply-To"]


def outcome(winners):
    return {
        "winners": winners,
        "places": [1, 1 if 1 in winners else 2],
        "scores": [17, 17 if 1 in winners else 9],
        "reason": "rounds",
    }


@pytest.mark.parametrize(
    ("winners", "to_anne", "to_mary"),
    [
        ([0], "You have won!", "Anne has won."),
        ([0, 1], "You and Mary share the victory.", "You and Anne share the victory."),
    ],
)
def test_the_end_is_told_with_the_standings(post, at, anne, winners, to_anne, to_mary, golden):
    Game.objects.filter(pk=at.pk).update(status="over", outcome_data=outcome(winners))
    notices.game_ended(notices.OVER, at.game, at.game.players.all(), timezone.now())
    letters = {letter.to[0]: letter for letter in post()}
    assert golden("letters/over", opening(letters[anne.email]))
    assert golden("letters/over", opening(letters["mary@example.org"]))
    assert "<td" in html(letters[anne.email])


def test_a_letter_of_the_day_has_the_turn_and_a_line_for_each_piece_of_other_news(post, at, anne, mary, golden):
    Preference.objects.create(user=anne, mode="digest", digest_hour=(timezone.now() + timedelta(hours=2)).hour)
    ended = lobby.create(mary, "toy", {}, seats=2, name="Tortuga", open_to_all=True)
    lobby.join(ended.pk, anne)
    Game.objects.filter(pk=ended.pk).update(status="over", outcome_data=outcome([0]))
    notices.game_ended(notices.OVER, ended, ended.players.all(), timezone.now())
    assert [letter for letter in post() if letter.to == [anne.email]] == []
    [letter] = [letter for letter in post(120) if letter.to == [anne.email]]
    news = "“Tortuga” (Tubs): The game is over. Mary has won."
    assert golden("letters/turn", opening(letter))
    assert golden("letters/turn", section(letter, 3))
    assert news in html(letter)
    assert f"/games/{ended.pk}/" not in html(letter)
    assert html(letter).count("/letters/answer/") == letter.body.count("/letters/answer/") == 2


def test_a_reminder_says_how_much_time_is_left(post, at, anne, golden):
    from games.timeouts import sweeping

    post()
    wait = at.wait()
    post(60 * 37)
    sweeping.do_step(wait.pk, wait.next_at)
    [letter] = post(0)
    assert letter.to == [anne.email]
    assert golden("letters/reminder", opening(letter))


def test_a_letter_that_time_is_up_says_until_when_an_answer_counts_and_how_to_give_it(post, at, anne, settings, golden):
    from games.timeouts import sweeping

    settings.REPLY_DOMAIN = "localhost"
    wait = at.wait()
    post()
    post(60 * 48)
    for _ in range(3):
        wait.refresh_from_db()
        sweeping.do_step(wait.pk, wait.next_at)
    [letter] = post(0)
    wait.refresh_from_db()
    assert wait.overdue_at is not None
    assert golden("letters/overdue", opening(letter))
    assert f"{wait.next_at:%a %-d %b, %H:%M} (UTC)" in tidy(letter)
    assert CODE.search(letter.body)
    assert letter.extra_headers["Reply-To"]


def test_a_letter_in_whose_grace_nothing_is_left_names_no_moment_that_is_past(post, at, anne, golden):
    """The sweep was late, or the letter was."""
    wait, ago = at.wait(), timezone.now() - timedelta(minutes=5)
    Wait.objects.filter(pk=wait.pk).update(overdue_at=ago, next_at=ago, due_at=ago)
    letter = post(60)[0]
    assert golden("letters/turn", opening(letter))


def test_no_reminder_follows_right_after_the_letter_it_would_repeat(post, at, anne):
    from games.timeouts import sweeping

    wait = at.wait()
    letters = post(60 * 37, first=lambda: sweeping.do_step(wait.pk, wait.next_at))
    assert Notice.objects.filter(kind="reminder").exists()
    assert letters == of_kind("turn") != []


@pytest.mark.parametrize(("hours", "letters"), [(5, 1), (24, 0)])
def test_a_reminder_that_fell_into_an_outage_is_sent_once_or_not_at_all_when_time_is_up(post, at, anne, monkeypatch, hours, letters):
    from games.timeouts import sweeping

    assert len(post()) == 1
    wait = at.wait()
    relay_is_away(monkeypatch, timedelta(hours=37 + hours))
    assert len(post(60 * 37, first=lambda: sweeping.do_step(wait.pk, wait.next_at))) == 0
    assert Delivery.objects.get(notice__kind="reminder").state == State.PENDING
    sent = [*post(60 * hours), *post(60)]
    assert [letter.to for letter in sent] == [[anne.email]] * letters
    assert Delivery.objects.get(notice__kind="reminder").state == (State.SENT if letters else State.EXPIRED)


def played_for_anne(post, at, anne):
    """Her letter after her time ran out."""
    from games.timeouts import sweeping

    wait = at.wait()
    post()
    post(60 * (48 + 12))
    for _ in range(4):
        wait.refresh_from_db()
        sweeping.do_step(wait.pk, wait.next_at)
    return next(letter for letter in post() if letter.to == [anne.email])


def test_what_was_played_for_me_is_told(post, at, anne, golden):
    letter = played_for_anne(post, at, anne)
    assert golden("letters/played", opening(letter))
    assert golden("letters/played", section(letter, 1))


def test_a_letter_marks_what_was_played_because_time_ran_out_and_nothing_else(post, at, anne, mary):
    at.turn(0)
    at.turn(1)
    told = section(played_for_anne(post, at, anne), 2)
    assert told.count("Anne steered. (played for you)") == 1
    assert "Mary steered.\n" in told


def test_that_a_helmsman_played_for_me_is_told(post, at, anne, golden):
    standing_orders.save_orders(at.pk, 0, {}, "helmsman")
    assert golden("letters/played", opening(played_for_anne(post, at, anne)))


def test_an_answer_in_the_turn_of_another_is_not_told_as_a_turn_of_mine(post, at, anne):
    facts = {"game": at.pk, "seat": 0, "wait": at.wait().pk, "number": at.game.number, "reaction": True}
    notify(notices.PLAYED, anne, "auto", facts)
    letter = next(letter for letter in post() if "ran out" in letter.body)
    assert "so we answered for you. The game goes on." in " ".join(letter.body.split())


def test_a_game_that_is_stuck_is_told_even_when_it_cannot_be_loaded(post, at, monkeypatch, toy):
    def broken(*_):
        raise RuntimeError("a bug")

    monkeypatch.setattr(type(toy), "load", broken)
    Game.objects.filter(pk=at.pk).update(status="stuck")
    notices.game_ended(notices.STUCK, at.game, at.game.players.all(), timezone.now())
    stuck = of_kind("stuck", post())
    assert len(stuck) == 2


def test_an_invitation_says_who_asks_to_which_table(post, anne, mary, golden):
    game = lobby.create(anne, "toy", seats=3, name="Tortuga")
    lobby.invite(game.pk, anne, "Mary")
    lobby.invite(game.pk, anne, "newcomer@example.net")
    letters = {letter.to[0]: letter for letter in post()}
    assert set(letters) == {mary.email, "newcomer@example.net"}
    letter = letters["newcomer@example.net"]
    text = tidy(letter)
    assert golden("letters/invitation", opening(letter))
    assert f"/join/{game.join_token}/" in text
    assert golden("letters/invitation", foot(letter))


@pytest.mark.parametrize("meanwhile", ["declined", "joined", "given up"])
def test_an_invitation_that_came_to_nothing_is_not_sent(post, anne, mary, meanwhile):
    game = lobby.create(anne, "toy", seats=3, open_to_all=True)
    invitation = lobby.invite(game.pk, anne, "Mary")
    if meanwhile == "declined":
        invitation.declined_at = timezone.now()
        invitation.save()
    elif meanwhile == "joined":
        lobby.join(game.pk, mary)
    else:
        lobby.leave(game.pk, anne)
    assert post() == []


def test_a_seat_that_went_to_somebody_else_keeps_its_letters_to_itself(post, at, jack):
    Player.objects.filter(game=at.pk, seat=0).update(user=jack)
    assert post() == []


def test_every_letter_can_be_stopped_from_its_foot(post, at, golden):
    [letter] = post()
    notice = Notice.objects.get(kind="turn")
    assert golden("letters/turn", foot(letter))
    assert letter.extra_headers["List-Unsubscribe"].strip("<>") in letter.body
    assert notice.user.email in letter.to


def test_every_letter_about_a_game_leads_to_leave_for_who_goes_away(post, at, golden):
    [letter] = post()
    assert golden("letters/turn", foot(letter))
    assert html(letter).count("/leave/") == letter.body.count("/leave/") == 1


def test_every_letter_about_a_game_leads_to_its_rules(post, at, golden):
    [letter] = post()
    assert golden("letters/turn", foot(letter))
    assert "/rules/toy/" in letter.body
    assert "/rules/toy/" in html(letter)


def test_resigning_leaves_no_letter_behind(post, at):
    acting.resign(at.pk, 0)
    assert not of_kind("turn", post())


def test_the_picture_says_in_words_whose_turn_it_shows_and_where_the_rest_is(anne, mary, post, golden):
    game = lobby.create(anne, "piracy", seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    [letter] = post()
    says = re.search(r'<img[^>]* alt="([^"]+)"', html(letter))[1]
    assert golden("letters/turn", [". ".join(says.split(". ")[:2]), says.rpartition(". ")[2]])
