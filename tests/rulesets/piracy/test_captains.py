"""Hoard is for four or six captains: a table of another size is refused wherever one is made or started, with the reason."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.editions.errors import NotAllowed
from games.engine import Dice, RulesError
from games.models import Game
from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy.board import COLOURS
from games.tables import lobby
from tests.reading import has, part

HOARD = {"mode": "hoard"}

others = pytest.mark.parametrize("count", [2, 3, 5])


@others
def test_no_hoard_is_set_out_for_another_number(count, golden):
    assert golden("refusals/piracy", RULES.unplayable(HOARD, count))
    with golden.refused("refusals/piracy", RulesError):
        RULES.setup(COLOURS[:count], 0, HOARD, Dice(b"hoard"))


@pytest.mark.parametrize(("mode", "counts"), [("race", [2, 3, 4, 5, 6]), ("hoard", [4, 6])])
def test_what_can_be_played_is_set_out(mode, counts):
    for count in counts:
        assert RULES.unplayable({"mode": mode}, count) == ""
        state, _ = RULES.setup(COLOURS[:count], 0, {"mode": mode}, Dice(b"hoard"))
        assert len(state.chest) == (count // 2 if mode == "hoard" else count)


@others
def test_a_program_that_plays_games_is_told_as_well(count, golden):
    with golden.refused("refusals/piracy", CommandError):
        call_command("playout", "--ruleset", "piracy", "--players", str(count), "--option", "mode=hoard")


@others
@pytest.mark.django_db
def test_the_form_of_a_table_is_sent_back_with_the_sentence(anne, client, sign_in, count):
    answer = {"seats": count, "bots": 0, "level": "easy", "open_to_all": "False", "option-mode": "hoard", "pace": 86400}
    page = sign_in(client, anne).post(reverse("new_table", args=["piracy"]), answer)
    assert page.status_code == 422
    assert RULES.unplayable(HOARD, count) in part(page, ".errorlist")
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_table_of_six_cannot_start_with_five_but_with_four_it_can(anne, client, sign_in, golden):
    game = lobby.create(anne, "piracy", HOARD, seats=6)
    for _ in range(3):
        lobby.add_bot(game.pk, anne, "easy")
    page = sign_in(client, anne)
    start = f'form[action="/games/{game.pk}/start/"] button:not([disabled])'
    assert has(page.get(f"/games/{game.pk}/"), start)
    lobby.add_bot(game.pk, anne, "easy")
    assert not has(page.get(f"/games/{game.pk}/"), start)
    assert RULES.unplayable(HOARD, 5) in part(page.get(f"/games/{game.pk}/"), "#live")
    assert page.post(f"/games/{game.pk}/start/").status_code == 422
    with golden.refused("refusals/piracy", NotAllowed):
        lobby.start(game.pk, anne)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OPEN
    lobby.add_bot(game.pk, anne, "easy")
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


@pytest.mark.django_db
def test_four_of_six_start_a_hoard_of_two_teams(anne):
    game = lobby.create(anne, "piracy", HOARD, seats=6, bots=("easy",) * 3)
    lobby.start(game.pk, anne)
    assert len(Game.objects.get(pk=game.pk).public["chest"]) == 2
