"""Hints at practice tables: for a person alone against bots, and nowhere else."""

from dataclasses import replace

import pytest
from django.core.cache import cache

from games.engine import commitment
from games.kit.parts import face_of
from games.models import Game, Player, Seed
from games.play import bots, hints
from games.queries import table_view
from games.rulesets import on_offer
from games.rulesets.buccaneer import face
from games.tables import arranged, lobby
from tests.reading import has, part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


SECRET = bytes(range(32))
WITH_ADVICE = [slug for slug, rules in sorted(on_offer().items()) if face_of(rules).advise]


@pytest.fixture
def same_cards(monkeypatch):
    """Every game that is begun is dealt from one seed."""
    monkeypatch.setattr(Seed, "draw", staticmethod(lambda: (SECRET, commitment(SECRET))))


def practice(person, slug: str = "buccaneer") -> Game:
    """A table of one person against bots, who have played until the person is asked."""
    game = lobby.play_now(person, slug)
    bots.play_on(game.pk)
    return Game.objects.get(pk=game.pk)


def address(game: Game) -> str:
    return f"/games/{game.pk}/hint/"


@pytest.mark.parametrize("slug", WITH_ADVICE)
def test_against_bots_a_captain_learns_the_best_answers_and_why(slug, as_anne, anne, golden, same_cards):
    game = practice(anne, slug)
    page = as_anne.get(address(game))
    assert golden("pages/hint", [part(page, "#hint h2"), *parts(page, "#hint li")])
    assert has(as_anne.get(f"/games/{game.pk}/"), f'a#hint[href="{address(game)}"][data-hx-get]')
    loaded = as_anne.get(address(game), headers={"HX-Request": "true"})
    assert loaded.content.decode().lstrip().startswith('<section class="hints" id="hint"')


def test_a_hint_has_a_button_that_plays_it(as_anne, anne, same_cards):
    game = practice(anne)
    [first, *_] = hints_of(game)
    sent = {"seen": game.number, "decision": first.action.decision, "answer": first.action.answer}
    assert as_anne.post(f"/games/{game.pk}/move/", sent).status_code == 302
    assert Game.objects.get(pk=game.pk).number > game.number


def hints_of(game: Game) -> list[hints.Hint]:
    """The hints as the page shows them."""
    seen = table_view.table(game, game.owner)
    return hints.hints(game, seen.seat, seen.view, seen.decisions, seen.names)


@pytest.mark.parametrize("slug", sorted(on_offer()))
def test_hints_are_the_same_each_time(slug, anne):
    game = practice(anne, slug)
    first = hints_of(game)
    cache.clear()
    assert hints_of(game) == first


def test_where_two_people_play_there_are_no_hints(as_anne, table, client, mary, sign_in):
    for path in ("hint/", ""):
        page = as_anne.get(table.address + path)
        assert not has(page, "#hint")
        assert page.status_code == (404 if path else 200)


@pytest.mark.parametrize(
    "change",
    [{"bot": ""}, {"bot": "", "own_name": "Gone"}, {"bot": "", "mode": "bot"}],
    ids=["left the site", "with a name", "in a helmsman’s hands"],
)
def test_a_seat_in_which_a_person_sat_is_no_practice(as_anne, anne, mary, change):
    game = practice(anne)
    Player.objects.filter(pk=game.players.exclude(user=anne).first().pk).update(**change)
    assert as_anne.get(address(game)).status_code == 404


def test_a_table_that_is_not_ones_own_or_is_over_has_no_hints(as_anne, anne, mary):
    game = practice(anne)
    Game.objects.filter(pk=game.pk).update(owner=None)
    assert as_anne.get(address(game)).status_code == 404
    Game.objects.filter(pk=game.pk).update(owner=anne, status=Game.Status.STUCK)
    assert as_anne.get(address(game)).status_code == 404


def test_a_lesson_has_none(as_anne, anne):
    game = arranged.open_lesson(anne, "buccaneer")
    assert as_anne.get(address(game)).status_code == 404


def test_strangers_and_guests_of_other_tables_find_no_such_page(client, anne, jack, sign_in):
    game = practice(anne)
    assert client.get(address(game)).status_code == 302
    sign_in(client, jack)
    assert client.get(address(game)).status_code == 404


def test_a_bot_that_fails_gives_no_hint_and_stops_nothing(as_anne, anne, monkeypatch, golden):
    game = practice(anne)
    monkeypatch.setattr(face, "FACE", replace(face.FACE, advise=lambda *given: 1 / 0))
    page = as_anne.get(address(game))
    assert page.status_code == 200
    assert golden("pages/hint", parts(page, "#hint p"))
    assert as_anne.get(f"/games/{game.pk}/").status_code == 200
