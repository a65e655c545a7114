"""“Choose when letters come” and “Going away?” in the foot of a letter open pages that need no signing in."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from games.deadlines import absences
from notifications import unsubscribing
from notifications.models import Preference, Stop
from tests.reading import alert, buttons, fields, has, part, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def foot(at, post):
    """`foot("/leave/")`: the path of this link in the foot of Anne's turn letter."""
    letter = post.letters()[-1]
    paths = [urlsplit(link.attributes["href"]).path for link in tree(letter).css(".foot a")]
    return lambda begins: next(path for path in paths if path.startswith(begins))


def test_leave_is_taken_and_ended_from_a_letter_without_signing_in(client, anne, foot):
    path, now = foot("/leave/"), timezone.localtime()
    assert client.get(path).status_code == 200
    assert not absences.absences_of(anne).exists()
    form = {"begin": f"{now + timedelta(hours=3):%Y-%m-%dT%H:%M}", "end": f"{now + timedelta(hours=30):%Y-%m-%dT%H:%M}"}
    page = client.post(path, form, follow=True)
    assert "I am back already" in buttons(page)
    client.post(path, {"back": "yes"})
    assert not absences.absences_of(anne).exists()


def test_days_of_leave_are_those_of_the_reader_s_zone(client, anne, foot):
    path = foot("/leave/")
    anne.time_zone = "Asia/Tokyo"
    anne.save()
    client.post(path, {"begin": "2026-11-20T09:00", "end": "2026-11-22T09:00"})
    assert f"{absences.absences_of(anne).get().begin:%d %H:%M}" == "20 00:00"
    assert "Asia/Tokyo" in part(client.get(path), "main")


def test_leave_that_cannot_be_is_refused_on_that_page(client, anne, foot):
    page = client.post(foot("/leave/"), {"begin": "2026-11-20T09:00", "end": "2026-11-20T10:00"})
    assert page.status_code == 422
    assert alert(page)


def test_when_letters_come_is_chosen_from_a_letter_without_signing_in(client, anne, foot):
    path = foot("/letters/wishes/")
    form = {key: said or "" for key, said in fields(client.get(path)).items()}
    page = client.post(path, form | {"mode": "digest", "quiet_from": "22", "quiet_to": "7", "kinds": ["turns", "results"]}, follow=True)
    assert page.status_code == 200
    wishes = Preference.objects.get(user=anne, topic="")
    assert (wishes.mode, wishes.quiet_from, wishes.quiet_to) == ("digest", 22, 7)
    assert Stop.objects.filter(user=anne, category="reminders").exists()


def test_a_link_of_a_letter_cannot_end_that_answers_are_held_and_shows_no_address(client, anne, foot):
    Preference.objects.create(user=anne, holds_answers=True)
    path = foot("/letters/wishes/")
    page = client.get(path)
    assert not has(page, "[name=holds_answers]")
    assert anne.email not in page.content.decode()
    client.post(path, {"mode": "each", "every": "3", "digest_hour": "8", "kinds": ["turns"]})
    assert Preference.objects.get(user=anne, topic="").holds_answers


def test_these_pages_sign_nobody_in_and_are_not_kept(client, foot):
    for path in (foot("/leave/"), foot("/letters/wishes/")):
        assert "no-store" in client.get(path)["Cache-Control"]
        assert client.get("/my/").status_code == 302


@pytest.mark.parametrize("change", ["password", "address", "age", "forged", "left"])
def test_a_link_ends_with_a_password_an_address_and_two_months(client, anne, foot, time_machine, change):
    path = foot("/leave/")
    if change == "password":
        anne.set_password("a whole new secret")
    elif change == "address":
        anne.email = "new@example.org"
    elif change == "age":
        time_machine.move_to(timezone.now() + timedelta(days=61))
    elif change == "left":
        anne.is_active = False
    else:
        path = path[:-2] + ("a/" if path[-2] != "a" else "b/")
    anne.save()
    page = client.post(path, {"automatic": "yes"})
    assert page["Location"] == "/leave/"
    assert client.get(page["Location"])["Location"].startswith("/account/login/")


def test_a_token_of_one_person_is_none_of_another(anne, mary):
    token = unsubscribing.own_token(anne)
    assert unsubscribing.owner_of(token) == anne
    assert unsubscribing.owner_of(token.replace(str(anne.pk), str(mary.pk), 1)) is None
    assert all(unsubscribing.owner_of(text) is None for text in ("", ".", "x", "9" * 40, "-1.a.b", f"{anne.pk}"))


def test_who_has_signed_in_comes_to_their_own_pages(client, sign_in, anne, mary, foot):
    path = foot("/leave/")
    assert sign_in(client, anne).get(path)["Location"] == "/leave/"
    assert sign_in(client, mary).get(path).status_code == 200
