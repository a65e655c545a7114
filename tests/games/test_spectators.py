"""Spectators' talk: apart from the players', who learn nothing of it before the game is over."""

import pytest

from accounts.services import make_guest
from games.announcements import live
from games.editions.errors import NotAllowed
from games.models import ChatLine, ClockEntry, Game
from games.moderation import blocks, reports
from games.play import acting
from games.tables import chat, lobby
from notifications.models import Notice
from tests.games.test_nothing_leaks import lasting
from tests.reading import alert, has, part, parts

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, sign_in):
    """`page(jack, at)`: the table as this person, or for None a visitor, sees it."""

    def read(user, at):
        client.logout()
        return lasting((sign_in(client, user) if user else client).get(f"/games/{at.pk}/"))

    return read


@pytest.fixture
def say(client, sign_in):
    return lambda user, at, text: sign_in(client, user).post(f"/games/{at.pk}/spectators/say/", {"text": text})


def end(at) -> None:
    acting.end_as_it_stands(at.pk, "agreed")


def test_spectators_talk_among_themselves(page, say, at, jack, make_person, golden):
    assert golden("pages/table", part(page(jack, at), "[aria-labelledby=spectators]"))
    assert say(jack, at, "She bluffs").status_code == 302
    assert golden("pages/table", part(page(make_person("Grace"), at), "[aria-labelledby=spectators]"))


def test_players_visitors_and_guests_find_the_page_as_it_was(page, at, anne, mary, jack):
    readers = (anne, mary, None, make_guest())
    before = [page(reader, at) for reader in readers]
    chat.post_as_spectator(at.pk, jack, "She bluffs")
    assert [page(reader, at) for reader in readers] == before
    assert not Notice.objects.filter(kind="talk").exists()


def test_no_socket_of_a_player_is_told(at, jack, monkeypatch, django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr(live, "_tell", lambda name, number, kind: told.append((name, number)))
    with django_capture_on_commit_callbacks(execute=True):
        chat.post_as_spectator(at.pk, jack, "She bluffs")
    assert told == [(live.group_of_spectators(at.pk), at.game.number)]


def test_programs_and_turn_letters_tell_the_players_talk_only(post, client, at, anne, mary, jack):
    from accounts import api_keys

    key, _ = api_keys.create_key(jack, "app"), at.turn(0)
    chat.post_line(at.pk, anne, "Ahoy")
    chat.post_as_spectator(at.pk, jack, "She bluffs")
    found = client.get(f"/api/v1/games/{at.pk}/talk", headers={"Authorization": f"Bearer {key}"})
    letters = post.letters(minutes=20)
    assert letters
    assert "She bluffs" not in found.content.decode() + "".join(letter.body for letter in letters)


def test_after_the_end_everyone_reads_it(page, at, anne, jack, golden):
    chat.post_as_spectator(at.pk, jack, "She bluffs")
    end(at)
    for reader in (anne, None):
        assert golden("pages/table", part(page(reader, at), "[aria-labelledby=spectators]"))
    assert has(page(jack, at), "[aria-labelledby=spectators] form")


@pytest.mark.parametrize("who", ["anne", "guest", "former"])
def test_who_plays_who_may_come_back_and_who_has_no_account_cannot_speak(say, at, anne, jack, who):
    person = {"anne": anne, "guest": make_guest(), "former": jack}[who]
    if who == "former":
        at.game.players.filter(seat=1).update(former=jack)
    assert say(person, at, "She bluffs").status_code == 404
    assert not ChatLine.objects.exists()


def test_nobody_speaks_so_at_a_private_table_or_before_the_game(say, at, anne, jack):
    Game.objects.filter(pk=at.pk).update(open_to_all=False)
    waiting = lobby.create(anne, "toy", seats=3, open_to_all=True)
    assert [say(jack, table, "Ahoy").status_code for table in (at, waiting)] == [404, 404]


def test_a_players_own_link_to_such_a_line_finds_nothing_while_the_game_runs(client, sign_in, at, anne, mary, jack):
    line = chat.post_as_spectator(at.pk, jack, "She bluffs")
    address = f"/captains/{jack.pk}/?line={line.pk}"
    for person in (anne, make_guest()):
        assert sign_in(client, person).get(address).status_code == 404
        assert client.post(f"/captains/{jack.pk}/report/?line={line.pk}", {"reason": "insult"}).status_code == 404
    end(at)
    assert sign_in(client, anne).get(address).status_code == 200


def test_it_obeys_silence_blocks_and_the_limits_of_talk(page, say, at, anne, jack, make_person, monkeypatch, time_machine):
    from datetime import timedelta

    from django.utils import timezone

    grace = make_person("Grace")
    blocks.block(grace, jack)
    for _ in range(2):
        chat.post_as_spectator(at.pk, jack, "She bluffs")
    assert ChatLine.objects.count() == 1
    assert has(page(grace, at), "[aria-labelledby=spectators] li.kept-away")
    assert [say(jack, at, text).status_code for text in ("", "x" * 501)] == [422, 422]
    monkeypatch.setattr(chat, "MOST_A_MINUTE", 1)
    assert alert(say(jack, at, "And again"))
    reports.silence_user(grace, timezone.now() + timedelta(days=1), "Shouts")
    with pytest.raises(NotAllowed):
        chat.post_as_spectator(at.pk, grace, "Ahoy")
    assert not has(page(grace, at), "[aria-labelledby=spectators] form")


def test_a_reported_line_stands_among_what_spectators_said_and_players_are_not_told_when_it_goes(at, anne, jack, make_person):
    host, grace = make_person("Host", is_staff=True, is_superuser=True), make_person("Grace")
    chat.post_line(at.pk, anne, "Ahoy")
    line = chat.post_as_spectator(at.pk, jack, "You fools")
    made = reports.report(grace, jack, "insult", line=line)
    assert list(reports.talk_around(made)) == [line]
    reports.decide(made.pk, host, "line", "An insult")
    assert ChatLine.objects.get(pk=line.pk).text == ""
    assert not ClockEntry.objects.filter(game=at.pk, kind="line-taken").exists()


# -- the waiting room -------------------------------------------------------------------------------
def test_those_who_wait_at_a_table_talk_and_others_read_it(client, sign_in, anne, mary, jack, golden):
    game = lobby.create(anne, "toy", seats=3, open_to_all=True)
    sign_in(client, anne)
    assert client.post(f"/games/{game.pk}/say/", {"text": "Who else comes?"}).url == f"/games/{game.pk}/"
    assert golden("pages/room", part(client.get(f"/games/{game.pk}/"), ".talk"))
    refused = client.post(f"/games/{game.pk}/say/", {"text": "x" * 501})
    assert (refused.status_code, golden("pages/room", alert(refused))) == (422, True)
    assert golden("pages/room", part(sign_in(client, jack).get(f"/games/{game.pk}/"), ".talk"))
    assert client.post(f"/games/{game.pk}/say/", {"text": "I do"}).status_code == 404


def test_the_link_of_a_private_table_shows_strangers_no_talk(client, anne):
    game = lobby.create(anne, "toy", seats=3)
    chat.post_line(game.pk, anne, "Who else comes?")
    assert parts(client.get(f"/join/{game.join_token}/"), ".talk") == []
