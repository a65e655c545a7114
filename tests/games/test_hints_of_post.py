"""What one's own page says when letters do not arrive, or machines answer them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.deadlines import absences
from notifications import bounces
from notifications.models import LetterIn
from tests.letters import codes
from tests.reading import has, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def page(client, sign_in, anne):
    """The text of Anne's own page."""
    sign_in(client, anne)
    return lambda: client.get("/my/").content.decode()


def test_who_gets_no_letters_because_they_came_back_reads_it_on_their_own_page(page, at, anne, mary, golden):
    bounces.mark_address(mary.email, "dead")
    assert not has(page(), "aside.banner")
    bounces.mark_address(anne.email, "dead")
    assert golden("pages/my-games", part(page(), "aside.banner"))
    bounces.revive(anne.email)
    assert not has(page(), "aside.banner")


def test_who_wants_no_letters_is_not_told_that_they_come_back(page, at, anne):
    bounces.mark_address(anne.email, "complained")
    anne.letters = "off"
    anne.save()
    assert not has(page(), "aside.banner")


def test_who_was_answered_for_by_machines_three_times_a_day_is_asked_whether_they_are_away(page, post, at, anne, golden):
    [letter] = post.letters()
    post.answer(letter, "I am away.", Auto_Submitted="auto-replied")
    post.answer(letter, "I am away.", sent_by="")
    assert not has(page(), "aside.banner")
    letter.subject = "Out of office"
    assert post.answer(letter, "I am away.").reason == "absent"
    assert golden("pages/my-games", part(page(), "aside.banner"))
    absences.declare_absence(anne, timezone.now() + timedelta(hours=2), timezone.now() + timedelta(hours=26))
    assert not has(page(), "aside.banner")


def test_who_is_not_waited_for_or_wrote_themselves_is_not_asked(page, post, at, golden):
    [letter] = post.letters()
    for _ in range(3):
        post.answer(letter, "hello")
    assert not has(page(), "aside.banner")
    LetterIn.objects.update(state="ignored", reason="precedence")
    assert golden("pages/my-games", part(page(), "aside.banner"))
    post.answer(letter, f"{codes(letter)['stay']}\nno")
    assert not has(page(), "aside.banner")
