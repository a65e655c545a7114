"""A question that comes while another one waits unanswered is told in one letter with it, and one that waits alone at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.tables import lobby
from notifications.models import Delivery, Preference, State
from tests.games.conftest import At
from tests.letters import feedback, receipts, tidy

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HOURS = 60


class Desk:
    """Anne's letters, at a table that waits for her and one that waits for Mary."""

    def __init__(self, post, anne, mary):
        self.post, self.anne = post, anne
        self.first, self.second = self.table(anne, mary, "Port Royal"), self.table(mary, anne, "Old Bess")

    def table(self, owner, other, name: str, **more) -> At:
        game = lobby.create(owner, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True, name=name, **more)
        lobby.join(game.pk, other, place="london")
        return At(game)

    def after(self, minutes: int) -> list:
        """Her letters in that time."""
        came = []
        for _ in range(minutes // 5):
            came += [letter for letter in self.post.letters(5) if letter.to == [self.anne.email]]
        return came


@pytest.fixture
def desk(post, anne, mary):
    """The first letter went, and two hours later Mary has played at the other table."""
    desk = Desk(post, anne, mary)
    [desk.letter] = desk.after(2 * HOURS)
    desk.second.turn(0)
    return desk


def test_a_question_beside_one_that_waits_unanswered_comes_in_one_letter_with_it(desk):
    assert desk.after(90) == []
    [letter] = desk.after(2 * HOURS)
    assert all(name in letter.body for name in ("Port Royal", "Old Bess"))
    assert desk.after(8 * HOURS) == []


def test_the_receipt_of_an_answer_asks_what_came_meanwhile_and_no_other_letter_does(desk):
    desk.after(60)
    desk.post.answer(desk.letter, "north\nno")
    [told] = receipts()
    assert "Old Bess" in told.body
    assert desk.after(8 * HOURS) == []
    went = Delivery.objects.filter(notice__user=desk.anne, notice__kind="turn")
    assert set(went.values_list("state", flat=True)) == {State.SENT}


def test_a_question_is_told_soon_once_it_waits_alone(desk):
    assert desk.after(30) == []
    desk.first.turn(0)
    [letter] = desk.after(20)
    assert "Old Bess" in letter.subject


def test_a_question_that_waits_alone_is_told_at_once_however_many_letters_went(desk):
    desk.first.turn(0)
    assert [feedback(letter)[0] for letter in desk.after(5)] == ["turn"]


def test_a_question_whose_time_is_short_does_not_wait_for_others(desk):
    assert desk.after(30) == []
    desk.second.game.waits.filter(closed_at=None).update(due_at=timezone.now() + timedelta(hours=5))
    [letter] = desk.after(20)
    assert "Old Bess" in letter.subject


def test_a_captain_who_has_just_moved_at_a_table_gets_its_next_question_at_once(desk):
    desk.after(4 * HOURS)
    desk.second.turn(1)
    assert desk.after(20) == []
    desk.second.turn(0)
    [letter] = desk.after(5)
    assert "Old Bess" in letter.subject


def test_whoever_chose_the_hours_between_letters_keeps_them(desk):
    Preference.objects.create(user=desk.anne, mode="batched", every=1)
    [letter] = desk.after(5)
    assert "Old Bess" in letter.body


def test_the_most_urgent_table_stands_first_in_the_letter_and_its_subject(desk, anne, mary, golden):
    later = desk.table(anne, mary, "A table with quite a long name", pace=3 * 24 * 3600)
    [letter] = desk.after(4 * HOURS)
    assert golden("letters/turn", letter.subject)
    assert len(letter.subject) <= 72
    names = ["Port Royal", "Old Bess", later.game.name]
    assert sorted(names, key=letter.body.index) == names
    assert tidy(letter).count("Steer?") == 3
