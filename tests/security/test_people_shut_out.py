"""A host shuts somebody out, or silences them: every way in is shut, and no other way leads round."""

import json
import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts import api_keys
from accounts.models import User
from games.editions.errors import NotAllowed
from games.matchmaking import seeks
from games.models import ChatLine, Game, Seek
from games.tables import chat, lobby
from notifications import calendar
from notifications.models import LetterIn
from tests.games.test_clock_people import friends
from tests.leagues.conftest import letters_can_be_answered, toy  # noqa: F401  fixtures
from tests.letters import codes
from tests.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def shut_out(person) -> None:
    """As a host does in /admin/: no longer active."""
    User.objects.filter(pk=person.pk).update(is_active=False)


@pytest.fixture
def letter(post, anne, mary):
    """Anne's letter: she is asked. Then she is shut out."""
    at = friends(anne, mary)
    [found] = [one for one in post.letters() if one.to == [anne.email]]
    shut_out(anne)
    return at, found


def test_an_answer_by_letter_of_somebody_who_was_shut_out_plays_nothing(post, letter):
    at, found = letter
    assert post.answer(found, next(iter(codes(found).values()))).state != LetterIn.State.APPLIED
    assert at.game.number == 0


def test_a_link_in_an_older_letter_plays_nothing_either(client, letter):
    at, found = letter
    links = re.findall(r'href="http://[^/"]+(/letters/do/[^"]+)"', found.alternatives[0].content)
    assert links
    for link in links:
        client.post(link, {"what": "play"})
    assert at.game.number == 0


def test_a_key_a_calendar_and_a_session_of_theirs_open_nothing(client, sign_in, anne, mary):
    table = friends(anne, mary)
    calendar.renew_feed(anne)
    key, feed = api_keys.create_key(anne, "x"), urlsplit(calendar.link_of(anne)).path
    assert feed.endswith(".ics")
    sign_in(client, anne)
    assert client.get(feed).status_code == 200
    shut_out(anne)
    assert client.get(f"/games/{table.pk}/").status_code != 200
    assert Client().get(feed).status_code == 404
    assert client.get("/api/games", headers={"Authorization": f"Bearer {key}"}).status_code == 401


def test_they_do_not_sign_in_again_nor_by_a_new_password(client, anne):
    shut_out(anne)
    client.post("/account/login/", {"login": anne.email, "password": PASSWORD})
    assert client.get("/account/profile/").status_code == 302
    client.post("/account/password/reset/", {"email": anne.email})
    assert client.get("/my/").status_code == 302


def test_they_are_found_no_company_and_get_no_chair_from_others(anne, mary, post):
    seeks.seek(anne, ["buccaneer"], [86400], 2)
    shut_out(anne)
    assert seeks.seek(mary, ["buccaneer"], [86400], 2) is None
    table = lobby.create(mary, "buccaneer", seats=2)
    post.letters()
    with pytest.raises(NotAllowed):
        lobby.invite(table.pk, mary, "Anne")
    assert not [one for one in post.letters(minutes=20) if one.to == [anne.email]]


@pytest.fixture
def silent(mary):
    User.objects.filter(pk=mary.pk).update(silent_until=timezone.now() + timedelta(days=3), silent_because="Insults")
    mary.refresh_from_db()
    return mary


def test_silenced_people_say_nothing_by_page_by_program_and_among_spectators(client, sign_in, silent, anne, jack):
    own = friends(anne, silent)
    public = lobby.create(anne, "buccaneer", seats=2, open_to_all=True)
    lobby.join(public.pk, jack)
    sign_in(client, silent)
    said = [
        client.post(f"/games/{own.pk}/say/", {"text": "Thief!"}),
        client.post(f"/games/{public.pk}/spectators/say/", {"text": "Thief!"}),
    ]
    headers = {"Authorization": f"Bearer {api_keys.create_key(silent, 'x')}"}
    said.append(client.post(f"/api/games/{own.pk}/talk", json.dumps({"text": "Thief!"}), content_type="application/json", headers=headers))
    assert [answer.status_code for answer in said] == [422, 422, 422]
    assert not ChatLine.objects.exists()


def test_who_signs_in_as_a_guest_of_before_or_takes_another_name_stays_silent(silent, anne):
    table = friends(anne, silent)
    User.objects.filter(pk=silent.pk).update(name="Molly")
    with pytest.raises(NotAllowed, match="cannot write to other players"):
        chat.post_line(table.pk, User.objects.get(pk=silent.pk), "Thief!")


def test_looking_for_company_again_and_again_is_one_wish_and_writes_to_nobody(post, anne, mary):
    for _ in range(20):
        seeks.seek(anne, ["buccaneer"], [86400], 3)
    assert Seek.objects.count() == 1
    assert post.letters() == []
    assert not Game.objects.exists()


def test_who_is_paired_has_to_ask_again_before_another_game_begins(post, anne, mary):
    seeks.seek(mary, ["buccaneer"], [86400], 2)
    for _ in range(5):
        seeks.seek(anne, ["buccaneer"], [86400], 2)
    assert Game.objects.count() == 1
