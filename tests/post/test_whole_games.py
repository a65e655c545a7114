"""One person plays whole games with nothing but a mail program: from the invitation to the result, never opening the site."""

import pytest

from games.models import Game
from games.tables import lobby
from games.tables.account_changes import hand_over

from .conftest import tidy
from .reader import Reader

pytestmark = pytest.mark.post

GAMES = [("piracy", {"chart": "two", "target": 1}, ()), ("buccaneer", {"round_limit": 60}, ("north", "end the turn"))]


@pytest.mark.parametrize(("edition", "options", "habits"), GAMES)
def test_a_whole_game_is_played_from_the_inbox(edition, options, habits, clock, member):
    anne, mary = member("Anne"), member("Mary")
    table = lobby.create(mary.user, edition, options, seats=3, bots=("strong",), name="Tortuga")
    lobby.invite(table.pk, mary.user, "Anne")

    anne.reply(anne.take(saying("would like to play")), "join")
    assert "The game has begun." in tidy(anne.take(saying("You have a chair")))
    hand_over(table.pk, table.players.get(user=mary.user).pk)  # the host leaves; from here it is Anne against bots
    reader = Reader(anne, clock, habits)
    result = reader.play(reader.next_letter())

    table.refresh_from_db()
    mine = table.moves.filter(seat=table.players.get(user=anne.user).seat)
    assert table.status == Game.Status.OVER
    assert set(mine.values_list("by", flat=True)) == {"mail"}
    assert mine.count() >= 20
    assert "has won" in tidy(result)
    assert result["References"].split()[0] == reader.receipts[0]["References"].split()[0]
    assert {receipt["Subject"].partition(":")[0] for receipt in reader.receipts} == {result["Subject"].partition(":")[0]}
    anne.user.refresh_from_db()
    assert anne.user.last_login is None


def saying(*words: str):
    return lambda letter: all(word in tidy(letter) for word in words)
