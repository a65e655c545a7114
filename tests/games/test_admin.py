"""Staff look after tables without seeing what is secret."""

import pytest
from django.contrib import admin
from django.urls import reverse

from games.models import Checkpoint, Deck, Game, Hand, LaidAside, Move, Seed, Undo


@pytest.fixture
def staff(client, make_person, sign_in):
    return sign_in(client, make_person("Harbourmaster", is_staff=True, is_superuser=True))


@pytest.mark.parametrize("model", [Hand, Deck, Seed, Checkpoint, Undo, Move, LaidAside])
def test_rows_that_hold_secrets_are_not_registered(model):
    assert not admin.site.is_registered(model)


def test_a_table_is_shown_without_its_seed_its_link_or_its_piles(at, staff):
    game = at.game
    seed = bytes(Seed.objects.get(game=game).secret)
    for name, args in (
        ("games_game_changelist", []),
        ("games_game_change", [game.pk]),
        ("games_player_changelist", []),
        ("games_wait_changelist", []),
    ):
        page = staff.get(reverse(f"admin:{name}", args=args))
        assert page.status_code == 200
        assert seed.hex() not in page.text
        assert game.join_token not in page.text


def test_nothing_of_a_game_can_be_changed_by_hand(at, staff):
    staff.post(reverse("admin:games_game_change", args=[at.pk]), {"name": "Mine now", "status": "over"})
    assert at.game.name == "Anne’s table"


def test_staff_let_a_game_go_on_that_was_set_aside(at, staff):
    Game.objects.filter(pk=at.pk).update(status="stuck")
    staff.post(reverse("admin:games_game_changelist"), {"action": "take_up_again", "_selected_action": [at.pk]})
    assert at.game.status == "running"
    at.turn(0)
