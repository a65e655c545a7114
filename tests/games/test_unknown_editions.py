"""Games of an edition that this code does not have: a newer release brought it, and they wait for that one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.clocks.terms import Terms
from games.models import Game, Lapse, Pause
from games.rulesets import all_rulesets, get_ruleset
from games.tables import housekeeping, lobby
from tests.games.releases import release  # noqa: F401  a fixture
from tests.reading import part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
HALF_A_DAY = timedelta(hours=12)


def test_a_game_of_an_edition_that_this_code_does_not_have_is_held_and_not_set_aside(later, at, release, monkeypatch):  # noqa: F811
    with monkeypatch.context() as patch:
        patch.delitem(all_rulesets(), "toy")
        get_ruleset.cache_clear()
        tasks.play_bots(at.pk)
        for _ in range(40):
            later(hours=6)
        game = Game.objects.get(pk=at.pk)
        assert (game.is_too_new, game.status, Pause.objects.get(game=at.pk).reason) == (True, Game.Status.RUNNING, "newer")
    get_ruleset.cache_clear()
    assert at.wait().due_at - timezone.now() >= HALF_A_DAY


def test_nobody_is_seated_out_and_no_table_closed_while_its_edition_is_unknown(later, anne, mary, release, monkeypatch):  # noqa: F811
    full = lobby.create(anne, "toy", seats=2, open_to_all=True, clock=Terms(ready_check=True))
    lobby.join(full.pk, mary)
    empty = lobby.create(anne, "toy", seats=2, open_to_all=True)
    with monkeypatch.context() as patch:
        patch.delitem(all_rulesets(), "toy")
        get_ruleset.cache_clear()
        for _ in range(40):
            later(days=1)
        assert housekeeping.close_idle_tables() == 0
    get_ruleset.cache_clear()
    full.refresh_from_db()
    empty.refresh_from_db()
    assert (full.status, empty.status, full.players.count(), Lapse.objects.count()) == ("open", "open", 2, 0)
    assert full.ready_by - timezone.now() >= HALF_A_DAY


def test_pages_of_a_table_whose_edition_is_unknown_say_that_it_waits_and_lists_show_it(
    at,
    release,  # noqa: F811
    client,
    sign_in,
    anne,
    monkeypatch,
    golden,
):
    sign_in(client, anne)
    monkeypatch.delitem(all_rulesets(), "toy")
    get_ruleset.cache_clear()
    for address in ("", "history/", "clock/"):
        answer = client.get(f"/games/{at.pk}/{address}")
        assert (address, answer.status_code) == (address, 503)
        assert golden("pages/503", part(answer, "main p"))
    assert client.get("/lobby/").status_code == 200
    assert at.game.name in client.get("/my/").content.decode()
    assert client.get("/rules/toy/").status_code == 404
