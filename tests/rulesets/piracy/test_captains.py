"""Hoard is for four or six captains: a table of another number is refused wherever one is made or started, and told why."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.engine import Dice, RulesError
from games.errors import NotAllowed
from games.models import Game
from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy.board import COLOURS
from games.tables import lobby

HOARD = {"mode": "hoard"}
WHY = "“Hoard, in teams of two” is played by 4 or 6 captains, and you would be {}."
others = pytest.mark.parametrize("count", [2, 3, 5])


@others
def test_no_hoard_is_set_out_for_another_number(count):
    assert RULES.unplayable(HOARD, count) == WHY.format(count)
    with pytest.raises(RulesError, match="4 or 6"):
        RULES.setup(COLOURS[:count], 0, HOARD, Dice(b"hoard"))


@pytest.mark.parametrize(("mode", "counts"), [("race", [2, 3, 4, 5, 6]), ("hoard", [4, 6])])
def test_what_can_be_played_is_set_out(mode, counts):
    for count in counts:
        assert RULES.unplayable({"mode": mode}, count) == ""
        state, _ = RULES.setup(COLOURS[:count], 0, {"mode": mode}, Dice(b"hoard"))
        assert len(state.chest) == (count // 2 if mode == "hoard" else count)


@others
def test_a_program_that_plays_games_is_told_as_well(count):
    with pytest.raises(CommandError, match="4 or 6"):
        call_command("playout", "--ruleset", "piracy", "--players", str(count), "--option", "mode=hoard")


@others
@pytest.mark.django_db
def test_the_form_of_a_table_is_sent_back_with_the_sentence(anne, client, sign_in, count):
    said = {"seats": count, "bots": 0, "level": "easy", "open_to_all": "False", "option-mode": "hoard", "pace": 86400}
    page = sign_in(client, anne).post(reverse("new_table", args=["piracy"]), said)
    assert page.status_code == 422
    assert WHY.format(count) in page.content.decode()
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_table_of_six_cannot_start_with_five_but_with_four_it_can(anne, client, sign_in):
    game = lobby.create(anne, "piracy", HOARD, seats=6)
    for _ in range(3):
        lobby.add_bot(game.pk, anne, "easy")
    page = sign_in(client, anne)
    assert "With those who are here" in page.get(f"/games/{game.pk}/").content.decode()
    lobby.add_bot(game.pk, anne, "easy")
    assert WHY.format(5) in page.get(f"/games/{game.pk}/").content.decode()
    assert page.post(f"/games/{game.pk}/start/").status_code == 422
    with pytest.raises(NotAllowed, match="4 or 6"):
        lobby.start(game.pk, anne)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OPEN
    lobby.add_bot(game.pk, anne, "easy")
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


@pytest.mark.django_db
def test_four_of_six_start_a_hoard_of_two_teams(anne):
    game = lobby.create(anne, "piracy", HOARD, seats=6, bots=("easy",) * 3)
    lobby.start(game.pk, anne)
    assert len(Game.objects.get(pk=game.pk).public["chest"]) == 2
