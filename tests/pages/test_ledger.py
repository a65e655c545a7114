"""The captain's ledger on its page: what one seat was shown, for its captain alone."""

from dataclasses import replace

import pytest

from games.engine import Action
from games.history import ledger
from games.models import Move
from games.play import acting
from games.rulesets.buccaneer import face
from games.tables import lobby
from tests.reading import has, headings, part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PATHS = ("ledger/", "ledger/0/")


@pytest.fixture
def fought(table):
    """Anne was shown Mary's hand, as the journal has it; Mary and a spectator read other moves."""
    hands = {"0": ["R1"], "1": ["B1", "B3", "B3", "R2"]}
    shown = {"name": "hands-shown", "seat": 0, "facts": {"other": 1, "hands": hands}, "to": [0], "reveals": True}
    game = table.game
    Move.objects.create(game=game, number=game.number + 1, seat=0, decision="attack", events=[shown], by="player", hash="")
    type(game).objects.filter(pk=game.pk).update(number=game.number + 1)
    return table


def test_the_ledger_tells_what_a_fight_has_shown_and_where_the_table_then_is(as_anne, fought, golden):
    page = as_anne.get(f"{fought.address}ledger/")
    assert golden("pages/ledger", headings(page) + parts(page, ".own-ledger > p") + parts(page, ".section")[:2])
    assert "–" in part(as_anne.get(f"{fought.address}ledger/0/"), ".section tbody tr")


def test_another_captain_has_another_ledger_and_nobody_else_has_any(fought, client, mary, jack, sign_in):
    sign_in(client, mary)
    assert "black 3" not in part(client.get(f"{fought.address}ledger/"), ".section")
    sign_in(client, jack)
    assert {client.get(fought.address + path).status_code for path in PATHS} == {404}
    client.logout()
    assert {client.get(fought.address + path).status_code for path in PATHS} == {302}


def test_the_table_has_a_link_to_it_and_loads_it_as_a_part(as_anne, table):
    assert has(as_anne.get(table.address), f'#own-ledger a[href="{table.address}ledger/"][data-hx-get]')
    loaded = as_anne.get(f"{table.address}ledger/", headers={"HX-Request": "true"})
    assert loaded.content.decode().lstrip().startswith('<section class="own-ledger" id="own-ledger"')
    assert has(as_anne.get(f"{table.address}history/0/"), f'a[href="{table.address}ledger/0/"]')


def test_a_spectator_sees_no_link_to_a_ledger(client, anne, mary, jack, sign_in):
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, mary, place="london")
    sign_in(client, jack)
    for path in ("", "history/0/"):
        page = client.get(f"/games/{game.pk}/{path}")
        assert page.status_code == 200
        assert not has(page, 'a[href*="ledger"]')


def test_what_was_taken_back_is_in_no_ledger(as_anne, table):
    table.put(0, hand=("R1", "R2"))
    table.lay("Bombay", ("G", "M"))
    before = [noted.event for noted in ledger.seen_by(table.game, 0, 0)]
    acting.act(table.pk, Action(0, "stow", ((), ("G",))), table.game.number)
    acting.take_back(table.pk, 0, table.game.number)
    assert [noted.event.name for noted in ledger.seen_by(table.game, 0, 1)] == [*(event.name for event in before), "stowed"]
    assert [noted.event for noted in ledger.seen_by(table.game, 0, 2)] == before


def test_beyond_the_newest_move_the_ledger_is_that_of_now(as_anne, table):
    assert as_anne.get(f"{table.address}ledger/99/").url == f"{table.address}ledger/"


def test_where_the_edition_has_no_ledger_there_is_neither_page_nor_link(as_anne, table, monkeypatch):
    monkeypatch.setattr(face, "FACE", replace(face.FACE, ledger=None))
    assert as_anne.get(f"{table.address}ledger/").status_code == 404
    assert not has(as_anne.get(table.address), "#own-ledger")


def test_a_ledger_that_fails_says_so_and_the_table_goes_on(as_anne, table, monkeypatch, golden):
    monkeypatch.setattr(face, "FACE", replace(face.FACE, ledger=lambda *given: 1 / 0))
    page = as_anne.get(f"{table.address}ledger/")
    assert page.status_code == 200
    assert golden("pages/ledger", part(page, ".sections"))
