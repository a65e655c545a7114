"""Whole games: Anne uses the forms of the page, Mary replies to her letters, and bots sail the other ships."""

import random
from datetime import timedelta

import pytest
from django.core import mail

from games.models import Game
from games.play import bots
from games.queries import table_view
from games.rulesets.piracy import RULESET as RULES
from games.tables import lobby
from harness.simulation.letters import CODE
from tests.reading import has

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_cards", "no_pictures"), pytest.mark.one_database]
MOST_ANSWERS = 400


class Captains:
    """The players at one table; `by_letter` are those who answer by mail."""

    def __init__(self, game: Game, by_letter, web, post):
        self.pk, self.by_letter, self.web, self.post, self.chance = game.pk, by_letter, web, post, random.Random(1)
        self.people = {player.seat: player.user for player in game.players.all() if player.user}
        self.turns = 0

    def play(self) -> Game:
        """Play to the end; return the game."""
        for _ in range(MOST_ANSWERS):
            bots.play_on(self.pk)
            game = Game.objects.get(pk=self.pk)
            if game.status == Game.Status.OVER:
                return game
            user = self.people[game.waits.filter(closed_at=None).first().seat]
            if user in self.by_letter:
                self.write(user, self.order(game, user))
            else:
                self.click(game, user)
        raise AssertionError("the game did not end")

    def order(self, game: Game, user) -> str:
        """Return the rest of the turn in one line."""
        table = table_view.table(game, user)
        return RULES.bots["strong"](table.view, table.decisions, self.chance.randrange).answer

    def click(self, game: Game, user) -> None:
        """Play by the page: a typed order, in every third turn each square separately, and then the end."""
        asked = table_view.table(game, user).decisions
        self.turns += asked[0].name == "end"
        if self.turns % 3 == 2 or asked[0].name == "end":
            answer = {"decision": asked[0].name, "answer": asked[0].default}
        elif any(one.name == "order" for one in asked):
            answer = {"decision": "order", "answer": self.order(game, user).removesuffix("; END")}
        else:
            answer = {"decision": asked[0].name, "answer": asked[0].default}
        sent = self.web.post(f"/games/{self.pk}/move/", {"seen": game.number} | answer)
        assert sent.status_code == 302, sent.content

    def write(self, user, line: str) -> None:
        """Reply with the line after the code of the newest letter, which may be the receipt for the previous reply."""
        letters = (*self.post.letters(), *mail.outbox)
        letter = next(one for one in reversed(letters) if one.to == [user.email] and CODE.search(one.body))
        code = next(code for code, label in CODE.findall(letter.body) if "orders in words" in label)
        self.post.now += timedelta(minutes=5)  # no player writes faster
        received = self.post.answer(letter, f"{code}: {line}")
        assert received.state == "applied", (line, received.reason)


def by_whom(game: Game) -> set[str]:
    return set(game.moves.values_list("by", flat=True))


@pytest.mark.parametrize("letters", [False, True], ids=["by the page", "by letters"])
def test_a_race_of_two_against_a_bot_comes_to_its_end(letters, anne, client, sign_in, post):
    game = lobby.create(anne, "piracy", seats=2, bots=("middle",), place="red")
    game = Captains(game, [anne] if letters else [], sign_in(client, anne), post).play()
    assert game.outcome.reason == "coins"
    assert {"mail" if letters else "player", "bot"} <= by_whom(game)
    assert has(client.get(f"/games/{game.pk}/"), "section.result")


@pytest.mark.parametrize("mode", ["race", "hoard"])
def test_a_game_of_four_is_played_to_its_end_over_web_and_mail(mode, anne, mary, client, sign_in, post):
    game = lobby.create(anne, "piracy", {"mode": mode}, seats=4, bots=("middle", "strong"), place="red")
    lobby.join(game.pk, mary, place="yellow", token=game.join_token)
    game = Captains(game, [mary], sign_in(client, anne), post).play()
    assert game.outcome.reason in ("coins", "decided")
    assert len(game.outcome.winners) == (2 if mode == "hoard" else 1)
    assert {"player", "mail", "bot"} <= by_whom(game)
    told = [letter for letter in (*mail.outbox, *post.letters()) if "is over" in letter.body]
    assert {letter.to[0] for letter in told} == {anne.email, mary.email}
    assert has(client.get(f"/games/{game.pk}/"), "section.result")
