"""Names that are written from right to left stand apart from the numbers and dates beside them."""

import pytest

from games.models import Game
from games.tables import chat, lobby
from tests.reading import tree

pytestmark = pytest.mark.one_database

NAME = "قبطان البحر"


@pytest.fixture
def game(make_person, anne) -> Game:
    """Someone with such a name at a table of two."""
    captain = make_person("Captain")
    captain.name = NAME
    captain.save()
    game = lobby.create(captain, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, anne, place="london", token=game.join_token)
    chat.post_line(game.pk, captain, "مرحبا 3-2")
    return game


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("/games/{}/", ".talk bdi b"),
        ("/games/{}/", ".state bdi"),
        ("/games/{}/", ".scores .name[dir=auto]"),
        ("/my/", ".players bdi"),
        ("/games/{}/clock/", "h3 bdi"),
    ],
)
def test_a_name_from_right_to_left_does_not_reorder_what_stands_beside_it(as_anne, game, address, place):
    assert NAME in [found.text(strip=True) for found in tree(as_anne.get(address.format(game.pk))).css(place)]
