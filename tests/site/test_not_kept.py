"""No browser, and nothing between it and us, keeps what is one reader's own; a part of a page is never taken for the page."""

import re

import pytest

from accounts import api_keys
from games.history import films
from games.models import Game
from games.play import acting
from games.tables import lobby
from tests.site.test_every_address import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
MAY_BE_KEPT = re.compile(
    r"/lobby/feed/|/games/\d+/feed/|/pictures/[a-z/-]+\.svg|/games/\d+/board/\d+\.svg|(/games/\d+|/ratings/of/\d+|/leagues/.+)?/share\.png"
)
"""What everyone may know, by address; of a board, what everyone at its table may know."""


@pytest.fixture
def harbour(anne, mary) -> Game:
    """A table of Anne and Mary that anybody may watch."""
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    return game


def keep(answer) -> set[str]:
    return set(answer.headers.get("Cache-Control", "").split(", "))


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_nothing_but_feeds_and_pictures_of_games_may_be_kept_and_parts_are_told_apart_from_pages(client, harbour, anne, sign_in, headers):
    sign_in(client, anne)
    for address in addresses(harbour.pk):
        answer = client.get(address, headers=headers)
        assert keep(answer) >= {"private", "no-store"} or (MAY_BE_KEPT.fullmatch(address) and answer.status_code == 200), address
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        assert "HX-Request" in answer.headers.get("Vary", "") or not is_page, address


@pytest.mark.parametrize("part", ["", "history/", "history/0/", "clock/", "story/", "film/", "record/"])
def test_who_only_watches_keeps_nothing_either(client, harbour, part):
    answer = client.get(f"/games/{harbour.pk}/{part}")
    assert keep(answer) == {"private", "no-store"}


def test_refusals_and_what_follows_a_move_are_not_kept_either(client, harbour, anne, sign_in):
    sign_in(client, anne)
    move = f"/games/{harbour.pk}/move/"
    for answer in (
        client.post(move, {"seen": 99}),
        client.post(move, {}, headers={"HX-Request": "true"}),
        client.put(move),
        client.get("/no/"),
    ):
        assert answer.status_code >= 400
        assert keep(answer) == {"private", "no-store"}


@pytest.mark.parametrize("path", ["games", "games/{}", "games/{}/moves", "games/{}/talk", "games/0"])
def test_answers_to_programs_are_not_kept(client, harbour, anne, path):
    answer = client.get(f"/api/{path.format(harbour.pk)}", headers={"Authorization": f"Bearer {api_keys.create_key(anne, 'looks')}"})
    assert keep(answer) == {"private", "no-store"}


def test_films_are_not_kept(client, harbour, anne, sign_in, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    acting.end_as_it_stands(harbour.pk, "agreed")
    films.ask_for(Game.objects.get(pk=harbour.pk), 0)
    answer = sign_in(client, anne).get(f"/games/{harbour.pk}/film.gif")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/gif")
    assert keep(answer) == {"private", "no-store"}


@pytest.mark.parametrize("address", ["/lobby/feed/", "/games/{}/feed/"])
def test_feeds_that_anybody_may_read_may_be_kept_for_a_minute(client, harbour, address):
    answer = client.get(address.format(harbour.pk))
    assert (answer.status_code, keep(answer)) == (200, {"public", "max-age=60"})


def test_files_may_be_kept(client, settings):
    settings.WHITENOISE_USE_FINDERS = True  # in a town files are collected first
    answer = client.get("/static/css/base.css")
    assert answer.status_code == 200
    assert "no-store" not in keep(answer)
