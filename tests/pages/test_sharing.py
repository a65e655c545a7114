"""A link in a chat shows what everyone may see of a public table, and nothing of a private one."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from threading import BoundedSemaphore, Thread

import pytest
from django.test import RequestFactory
from PIL import Image

from games.drawing import share_picture, share_process
from games.drawing.share_card import Card, Line
from games.engine import Dice
from games.models import Game
from games.play import acting
from games.queries.past import state_at
from games.tables import lobby
from games.web import sharing
from tests.reading import tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def public(anne, mary) -> Game:
    """A game of Anne and Mary that anyone may watch."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", open_to_all=True, name='Rum & "Bones" <b>')
    lobby.join(game.pk, mary, place="london")
    return Game.objects.get(pk=game.pk)


def told(page) -> dict[str, str]:
    """What a page says to programs that show links."""
    return {tag.attributes["property"]: tag.attributes["content"] for tag in tree(page).css("meta[property]")}


def size(answer) -> tuple[int, int]:
    return Image.open(BytesIO(answer.content)).size


@pytest.mark.parametrize("what", ["", "history/", "film/"])
def test_a_public_table_tells_its_name_how_it_stands_and_a_picture(client, public, golden, what):
    said = told(client.get(f"/games/{public.pk}/{what}"))
    assert public.name in said["og:title"]
    assert what or golden("pages/sharing", said["og:description"])
    picture = client.get(said["og:image"].removeprefix("http://testserver"))
    assert (picture["Content-Type"], size(picture)) == ("image/png", (1200, 630))
    assert len(picture.content) < 200_000


def test_an_ended_one_tells_who_won_and_so_does_its_story(client, public, golden):
    acting.resign(public.pk, 1)
    said = told(client.get(f"/games/{public.pk}/story/"))
    assert golden("pages/sharing", [said["og:title"], said["og:description"]])


def test_a_table_that_waits_tells_how_many_seats_are_free(client, anne, golden):
    game = lobby.create(anne, "bounty", seats=4, open_to_all=True, name="The Crossed Keys")
    said = told(client.get(f"/games/{game.pk}/"))
    assert golden("pages/sharing", said["og:description"])
    assert size(client.get(f"/games/{game.pk}/share.png")) == (1200, 630)


def test_a_private_table_and_none_at_all_have_the_sites_own_picture(client, table):
    site = client.get("/share.png")
    assert size(site) == (1200, 630)
    for pk in (table.pk, table.pk + 1000):
        assert client.get(f"/games/{pk}/share.png").url == "/share.png"


def test_a_link_of_invitation_to_a_private_table_tells_no_names(client, anne):
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", name="Our secret table")
    said = told(client.get(f"/join/{game.join_token}/"))
    assert "og:title" in said
    assert all(name not in " ".join(said.values()) for name in (game.name, anne.name, game.join_token))
    assert said["og:image"].endswith("/share.png")


def test_those_who_have_signed_in_do_not_load_it(as_anne, public):
    assert told(as_anne.get(f"/games/{public.pk}/")) == {}


def test_the_picture_is_the_same_whatever_is_hidden(public, monkeypatch):
    before, state = sharing.card_of(public), state_at(public, public.number)
    other = public.rules.redeal_hidden(state, None, Dice(b"other"))
    monkeypatch.setattr("games.queries.table_view.state_of", lambda game, snapshot=None: other)
    assert repr(sharing.card_of(public)) == repr(before)
    assert public.rules.dump(other) != public.rules.dump(state)


def test_long_words_stay_in_the_picture():
    card = Card("W" * 60, "w" * 300, [Line("W" * 40, "#ff0000", "1000")] * 9)
    drawn = share_picture.drawn(card)
    blank = Image.new("RGB", drawn.size, share_picture.PAPER)
    edge = share_picture.EDGE - 8
    for box in ((0, 0, edge, 630), (1200 - edge, 0, 1200, 630), (0, 620, 1200, 630)):
        assert drawn.crop(box).tobytes() == blank.crop(box).tobytes()


# -- drawn elsewhere ------------------------------------------------------------------------------
CARD, NEWER = Card("Pirate board games", "", []), Card("Pirate board games", "round 2", [])
ICON = "/static/app/icon-512"


def asked(card=CARD, address="192.0.2.1"):
    """The answer to a request from this address for the picture of one page."""
    return sharing.as_png(RequestFactory().get("/share.png", REMOTE_ADDR=address), card)


def is_icon(answer) -> bool:
    return (answer.status_code, answer["Cache-Control"]) == (302, "no-store") and answer.url.startswith(ICON)


def test_a_picture_that_several_people_want_at_once_is_drawn_once(monkeypatch):
    drawn, answers = [], []

    def slowly(card, files):
        """Wait until another thread wants it, too."""
        drawn.append(card)
        second.start()
        second.join(0.05)
        return b"a picture"

    monkeypatch.setattr(share_process, "png", slowly)
    second = Thread(target=lambda: answers.append(asked()))
    answers.append(asked())
    second.join()
    assert len(drawn) == 1
    assert answers[0].content == answers[1].content == b"a picture"


def test_those_who_would_wait_long_for_a_picture_hold_up_no_page(monkeypatch):
    monkeypatch.setattr(sharing, "ROOM", BoundedSemaphore(1))
    with sharing.ROOM:
        assert is_icon(asked())
    assert size(asked()) == (1200, 630)


def test_one_network_has_few_pictures_drawn_and_gets_the_old_one_meanwhile(monkeypatch, time_machine):
    drawn = []
    monkeypatch.setattr(share_process, "png", lambda card, files: drawn.append(card) or card.beneath.encode() or b"old")
    assert asked(address="198.51.100.7").content == b"old"
    monkeypatch.setattr(sharing, "DRAWINGS_A_MINUTE", 3)
    answers = [asked(CARD._replace(beneath=f"round {number}")) for number in range(10)]
    assert len(drawn) == 4
    assert [answer.content for answer in answers[3:]] == [b"round 2"] * 7
    assert answers[-1]["Cache-Control"] == "public, max-age=60"
    assert asked(NEWER._replace(beneath="round 11"), "198.51.100.7").content == b"round 11", "others are not held up"
    time_machine.move_to(datetime.now(UTC) + timedelta(seconds=61))
    assert asked(CARD._replace(beneath="round 12")).content == b"round 12"


def test_a_picture_that_is_there_counts_for_no_limit(monkeypatch):
    monkeypatch.setattr(sharing, "DRAWINGS_A_MINUTE", 1)
    assert [size(asked()) for _ in range(3)] == [(1200, 630)] * 3


def test_the_limit_of_pictures_is_no_error_in_the_log(client, public, monkeypatch, caplog):
    monkeypatch.setattr(sharing, "DRAWINGS_A_MINUTE", 0)
    assert is_icon(client.get(f"/games/{public.pk}/share.png"))
    assert not caplog.records


def test_a_picture_that_cannot_be_drawn_is_told_in_the_log_and_tried_again_later(monkeypatch, caplog, time_machine):
    tried = []

    def fails(card, files):
        tried.append(card)
        raise share_process.NotDrawn("1: out of ink")

    before = asked(NEWER).content
    monkeypatch.setattr(share_process, "png", fails)
    assert [asked().content for _ in range(3)] == [before] * 3
    assert len(tried) == 1
    assert "out of ink" in caplog.text
    monkeypatch.undo()
    time_machine.move_to(datetime.now(UTC) + timedelta(seconds=61))
    assert size(asked()) == (1200, 630)
    assert asked().content != before
