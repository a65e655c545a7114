"""Names from ten scripts and more, wherever people type one: nothing refuses them, and everything shows them whole."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import Game
from games.play import acting
from games.tables import chat, lobby
from leagues.models import League
from leagues.pure.presets import Preset
from leagues.services import entries, making, seasons
from tests.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NAMES = [
    "Анна Петрова", "Ελένη Μπότσαρη", "山田タロウ", "مريم علي", "משה כהן", "김철수", "प्रीति शर्मा", "นก้อง", "Հայկ Սարյան", "გიორგი", "ቅዱስ",
    "தமிழ்",
    "علی\u200cرضا", "ශ්\u200dරී", "Nguyễn Việt", "⚓ Ñandú",
]  # fmt: skip


def named(person, name):
    person.name = name
    person.save()
    return person


@pytest.mark.parametrize("name", NAMES)
def test_a_person_signs_up_and_is_found_by_such_a_name_in_any_case(client, anne, name):
    form = {"email": "new@example.org", "username": name, "password1": PASSWORD, "time_zone": "UTC"}
    assert client.post("/account/signup/", form).status_code == 302
    person = User.objects.get(email="new@example.org")
    assert person.name == name
    assert lobby.find_person(name.upper()) == (person, "")


@pytest.mark.parametrize("name", NAMES)
def test_a_league_may_have_such_a_name(client, sign_in, anne, name):
    sign_in(client, anne)
    answer = client.post("/leagues/new/", {"name": f"{name} 2027", "ruleset": "buccaneer", "about": f"{name}, {name}."})
    assert answer.status_code == 302
    league = League.objects.get()
    assert re.fullmatch(r"[a-z][a-z0-9-]+", league.slug)
    page = client.get(f"/leagues/{league.slug}/").content.decode()
    assert f"{name} 2027" in page
    assert f"{name}, {name}." in page


def test_leagues_whose_names_have_no_latin_letter_do_not_take_each_others_address(anne):
    leagues = [making.create_league(anne, name, "buccaneer") for name in ("Лига 2027", "Кубок 2027")]
    assert [league.slug for league in leagues] == ["league-2027", "league-2027-2"]


@pytest.mark.parametrize(("name", "other"), [("Лига 2027", "лига-2027"), ("Pirate Cup", "PIRATE ÇUP"), ("New", "NEW")])
def test_a_league_does_not_look_like_another(anne, name, other, golden):
    making.create_league(anne, name, "buccaneer")
    with golden.refused("refusals/leagues", NotAllowed):
        making.create_league(anne, other, "buccaneer")


@pytest.mark.parametrize("name", ["", "⚓⚓⚓", "..."])
def test_a_league_has_a_letter_or_a_digit_in_its_name(anne, name, golden):
    with golden.refused("refusals/leagues", NotAllowed):
        making.create_league(anne, name, "buccaneer")


@pytest.mark.parametrize("name", NAMES)
def test_pages_files_and_letters_show_such_a_name_whole(client, sign_in, anne, make_person, post, name):
    other = named(make_person("Mary"), name)
    game = lobby.create(other, "buccaneer", seats=2, place="bombay", name=f"{name} 5", open_to_all=True)
    lobby.invite(game.pk, other, "stranger@example.org")
    lobby.join(game.pk, anne, place="london")
    chat.post_line(game.pk, other, f"Ahoy, {name}!")
    sign_in(client, anne)
    for page in ("", "history/", "clock/", "orders/", "notes/", "feed/", "what-if/"):
        answer = client.get(f"/games/{game.pk}/{page}")
        assert answer.status_code in (200, 302), page
        assert answer.status_code == 302 or name in answer.content.decode(), page
    assert client.get(f"/games/{game.pk}/share.png").status_code == 200
    post.letters(30)
    assert any(name in letter.subject.replace("\u2068", "").replace("\u2069", "") for letter in mail.outbox)
    acting.end_as_it_stands(game.pk, "agreed")
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
    assert name in client.get(f"/games/{game.pk}/story/").content.decode()
    record = client.get(f"/games/{game.pk}/record/")
    assert (record.status_code, record["Content-Disposition"].isascii()) == (200, True)


@pytest.mark.parametrize("name", NAMES)
def test_downloads_of_a_season_hold_such_names_whole(client, anne, make_person, name):
    league = making.create_league(anne, f"{name} and everyone who sails with them"[:60], "buccaneer")
    now = timezone.now()
    season = making.create_season(league.pk, anne, Preset.for_seats(2), now + timedelta(days=2), now + timedelta(days=3))
    seasons.advance(season.pk, "open")
    for person in (named(make_person("Mary"), name), make_person("Jack")):
        entries.register(season.pk, person)
    for step in ("close", "start"):
        seasons.advance(season.pk, step)
    base = f"/leagues/{league.slug}/1/"
    calendar = client.get(f"{base}rounds.ics").content
    assert all(len(line) <= 75 for line in calendar.split(b"\r\n"))
    assert name in calendar.replace(b"\r\n ", b"").decode()
    sheet = client.get(f"{base}standings.csv")
    assert sheet["Content-Disposition"].isascii()
    assert name in sheet.content.decode()
    assert name in {row["name"] for row in client.get(f"{base}standings.json").json()["standings"]}
    assert name in client.get(base).content.decode()
