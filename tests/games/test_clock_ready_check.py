"""The ready check: everybody says ready before the first turn (fault 33)."""

import pytest

from games.clocks.terms import Terms
from games.queries import reliability
from games.tables import lobby, removing, starting
from notifications.models import Notice
from tests.games.conftest import At
from tests.reading import has, part

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(later, anne, mary):
    """A full table with a ready check."""
    game = lobby.create(anne, "toy", seats=2, open_to_all=True, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary)
    return At(game)


def test_a_table_with_a_ready_check_begins_when_everyone_is_ready(full, anne, mary):
    assert (full.game.status, Notice.objects.filter(kind="muster").count()) == ("open", 4)
    assert starting.say_ready(full.pk, anne) is False
    assert starting.say_ready(full.pk, mary) is True
    assert full.game.status == "running"
    assert full.wait().allowance == 72 * 3600


def test_who_keeps_silent_makes_room_and_the_table_is_listed_again(full, later, anne, mary, jack):
    starting.say_ready(full.pk, anne)
    later(hours=49)
    assert list(full.game.players.values_list("user__name", flat=True)) == ["Anne"]
    assert full.game.ready_by is None
    lobby.join(full.pk, jack)
    assert full.game.ready_by is not None
    assert reliability.reliability_of(mary).on_time == pytest.approx(0.85)  # half a trouble
    assert reliability.reliability_of(anne).on_time == 0.9


def test_who_leaves_breaks_the_ready_check_off(full, anne, mary):
    starting.say_ready(full.pk, anne)
    lobby.leave(full.pk, mary)
    assert (full.game.ready_by, full.game.players.get().ready) == (None, False)


def test_the_page_of_the_chairs_lets_one_say_ready(full, client, sign_in, anne, golden):
    sign_in(client, anne)
    assert golden("pages/room", part(client.get(f"/games/{full.pk}/"), "#live button.main"))
    assert client.post(f"/games/{full.pk}/ready/").status_code == 302
    assert full.game.players.get(user=anne).ready


def test_a_table_at_which_nobody_says_ready_is_closed_like_one_that_everybody_left(full, later):
    later(hours=49)
    assert (full.game.status, full.game.owner, full.game.ended_at is not None) == ("cancelled", None, True)


def test_the_host_is_not_offered_to_begin_with_those_who_are_here_while_they_are_asked_whether_they_are_ready(full, client, sign_in, anne):
    """It was refused each time."""
    sign_in(client, anne)
    button = f'form[action="/games/{full.pk}/start/"] button'
    assert not has(client.get(f"/games/{full.pk}/"), button)
    removing.take_off(full.pk, anne, full.game.players.exclude(user=anne).get().pk)
    assert has(client.get(f"/games/{full.pk}/"), button)
