"""What a breakdown brings: one letter about all clocks; reminders say only what the letter about the turn did not."""

import pytest

from games.announcements import clock_log, notices
from games.mail.letters import turn_letters
from games.models import Wait
from games.timeouts import sweeping
from notifications.models import Notice
from notifications.telling import Telling
from tests.games.conftest import At, two_people
from tests.letters import of_kind, tidy
from tests.reading import tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def told(letter) -> list[str]:
    """What happened, as the letter lists it."""
    return [line.text() for line in tree(letter).css("ul:not(.plain) li")]


def test_after_an_outage_one_letter_tells_of_the_clocks_at_all_tables(post, anne, mary):
    tables = [At(two_people(anne, mary, name=f"Table of {name}")) for name in ("tar", "oak", "hemp", "tin", "salt")]
    post.letters()
    for at in tables:
        Wait.objects.filter(pk=at.wait().pk).update(allowance=at.wait().allowance + 7200)
        entry = clock_log.note(at.game, "clock-moved", 0, reason="outage")
        notices.clock_moved(at.game, at.wait(), anne, entry)
    letters = [letter for letter in post.letters() if letter.to == [anne.email]]
    [letter] = of_kind("clock-moved", letters)
    first, others = f"{letter.subject} ", tidy(letter)
    assert sum(f" {at.game.name}:" in first for at in tables) == 1
    assert sum(others.count(f"“{at.game.name}”") for at in tables) == len(tables) - 1
    assert "four" in letter.subject
    assert of_kind("clock-moved", post.letters(10)) == []


def moved_once(at, post):
    """Anne has moved, Mary too: there is something to tell."""
    at.act(0, "steer", "stay")
    at.act(0, "dig", "no")
    at.act(1, "steer", "stay")
    at.act(1, "dig", "no")
    return post.letters(15)


def reminded(at, post):
    wait = at.wait()
    post.letters(minutes=60 * 37)
    sweeping.do_step(wait.pk, wait.next_at)
    return of_kind("reminder", post.letters(0))[0]


def test_a_reminder_does_not_repeat_what_the_letter_about_the_turn_told(at, post):
    [turn] = [letter for letter in moved_once(at, post) if letter.to == ["anne@example.org"]]
    reminder = reminded(at, post)
    assert (bool(told(turn)), told(reminder)) == (True, [])
    assert len(reminder.body) < len(turn.body)


def test_a_reminder_that_is_the_first_letter_of_a_question_tells_what_happened(at, post, anne):
    anne.preferences.create(topic="", mode="reminders")
    assert not of_kind("turn", moved_once(at, post))
    assert told(reminded(at, post))


def test_the_sentence_for_a_locked_screen_counts_the_tables_of_its_letter(anne, mary, post):
    tables = [At(two_people(anne, mary, name=name)) for name in ("Tar", "Oak", "Hemp")]
    wait = tables[0].wait()
    notice = Notice.objects.get(key=f"turn:{wait.pk}")
    letter = turn_letters.write_turn(Telling.of(notice))
    assert letter.brief.startswith("3 ")
