"""Who leaves the site is gone also while some of their games can be opened by newer code only; a helmsman plays when that is back."""

import pytest

from accounts import account_deletion, tasks
from accounts.models import User
from games.deadlines import holding
from games.models import Game, Player, Wait
from games.tables import lobby
from tests.games.releases import release  # noqa: F401  a fixture

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
TOO_NEW = pytest.mark.parametrize("change", [{"version": 9}, {"format": 9}, {"ruleset": "chess"}])


def back(at) -> None:
    Game.objects.filter(pk=at.pk).update(version=1, format=1, ruleset="toy")


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


@TOO_NEW
def test_an_account_can_be_deleted_while_one_of_its_games_waits_for_newer_code(at, anne, later, release, change):  # noqa: F811
    Game.objects.filter(pk=at.pk).update(**change)
    release.older()
    later(minutes=1)
    account_deletion.leave(anne)
    assert not User.objects.filter(pk=anne.pk).exists()
    assert Player.objects.get(game=at.pk, seat=0).name == "A bot"
    for _ in range(12):
        later(hours=6)
    wait = Wait.objects.get(game=at.pk, closed_at=None)
    assert (wait.next_step, wait.due_at, wait.failures, at.game.number, at.game.status) == ("bot", None, 0, 0, "running")


@TOO_NEW
def test_a_helmsman_plays_for_who_has_left_as_soon_as_the_newer_code_is_back(at, anne, mary, later, release, change, commits):  # noqa: F811
    Game.objects.filter(pk=at.pk).update(**change)
    release.older()
    later(minutes=1)
    account_deletion.leave(anne)
    back(at)
    later(minutes=10)
    with commits(execute=True):
        later(minutes=10)
    assert at.game.number > 0
    assert Wait.objects.get(game=at.pk, closed_at=None).seat == mary.players.get(game=at.pk).seat


def test_one_guest_at_a_game_of_newer_code_does_not_keep_the_others_from_being_forgotten(at, anne, make_person, later):
    Game.objects.filter(pk=at.pk).update(version=9)
    User.objects.filter(pk=anne.pk).update(is_guest=True, last_seen="2020-01-01")
    make_person("Ghost", is_guest=True)
    User.objects.filter(name="Ghost").update(last_seen="2020-01-01")
    assert tasks.forget_guests() == 2


@TOO_NEW
def test_a_table_of_an_edition_that_is_not_known_here_is_left_too(anne, change):
    game = lobby.create(anne, "bounty", seats=2, open_to_all=True)
    Game.objects.filter(pk=game.pk).update(**change)
    account_deletion.leave(anne)
    assert Game.objects.get(pk=game.pk).status == "cancelled"


def test_who_has_left_is_not_written_to_about_the_game_that_is_held(at, anne):
    Game.objects.filter(pk=at.pk).update(version=9)
    account_deletion.leave(anne)
    assert holding.hold_all() == 1
    assert Wait.objects.get(game=at.pk, closed_at=None).next_step == "bot"
