"""Play each edition to its end: Anne uses the forms of the page, Mary replies to her letters, and a bot plays, too.

The first rounds are played in memory, which saves time and loses nothing: they repeat the later ones.
"""

import random
from datetime import timedelta

import pytest
from django.core import mail

from games.engine import Deal, Dice, Pick
from games.engine.play import play
from games.engine.random_play import next_action
from games.models import Game
from games.play import bots
from games.queries import table_view
from games.rulesets import get_ruleset
from games.storage.snapshots import stored
from games.tables import lobby
from harness.simulation.letters import reply
from tests.letters import CODE
from tests.positions import go_on, store
from tests.reading import has

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_cards", "no_pictures"), pytest.mark.one_database]
MOST_ANSWERS = 300


class Captains:
    """Two players at one table, who both choose like a strong captain."""

    def __init__(self, slug: str, anne, mary, web, post):
        self.rules, self.web, self.post, self.chance = get_ruleset(slug), web, post, random.Random(slug)
        game = lobby.create(anne, slug, seats=3, bots=("strong",), place="cadiz", name="Port Royal")
        lobby.join(game.pk, mary, place="london", token=game.join_token)
        self.pk, self.mary = game.pk, mary
        self.people = {player.seat: player.user for player in game.players.all() if player.user}

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    def begin_late(self, points: int) -> None:
        """Start from the position of a game of three strong captains in which one of them first has so many points at home."""
        state, dice = self.rules.load(stored(self.game)), Dice(self.rules.slug.encode())
        while max(self.rules.scores(state)) < points:
            state = play(
                self.rules, state, next_action(self.rules, state, [self.rules.bots["strong"]] * 3, self.chance.randrange), dice
            ).state
        store(self.game, state)
        go_on(self.game)

    def play(self) -> Game:
        """Play to the end; return the game."""
        for _ in range(MOST_ANSWERS):
            bots.play_on(self.pk)
            game = self.game
            if game.status == Game.Status.OVER:
                return game
            seat = game.waits.filter(closed_at=None).first().seat
            table = table_view.table(game, self.people[seat])
            action = self.rules.bots["strong"](table.view, table.decisions, self.chance.randrange)
            decision = next(asked for asked in table.decisions if asked.name == action.decision)
            if self.people[seat] == self.mary:
                self.by_mail(decision, action, table.names)
            else:
                self.by_web(game, decision, action)
        raise AssertionError("the game did not end")

    def by_web(self, game: Game, decision, action) -> None:
        """Send the form of the page."""
        said = decision.check(action.answer)
        answer = dict(zip(("give", "take"), said, strict=True)) | {"kind": "deal"} if isinstance(decision, Deal) else {"answer": said}
        if isinstance(decision, Pick):
            answer = {"answer": list(said)}
        sent = self.web.post(f"/games/{self.pk}/move/", {"seen": game.number, "decision": decision.name} | answer)
        assert sent.status_code == 302, sent.content

    def by_mail(self, decision, action, names: list[str]) -> None:
        """Send one line as a reply to the newest letter, which may be the receipt for the previous reply."""
        letter = self.newest(mail.outbox) or self.newest(self.post.letters())
        self.post.now += timedelta(minutes=5)  # no player writes faster
        line = reply(self.rules, letter, decision, action, names)
        received = self.post.answer(letter, line)
        assert received.state == "applied", (line, received.reason)

    def newest(self, letters):
        """Return the newest letter to Mary that can be answered."""
        return next((letter for letter in reversed(letters) if letter.to == [self.mary.email] and CODE.search(letter.body)), None)


@pytest.mark.parametrize(("slug", "points"), [("buccaneer", 11), ("buccaneer-classic", 11), ("buccaneer-family", 16)])
def test_a_game_is_played_to_its_end_over_web_and_mail(slug, points, anne, mary, client, sign_in, post):
    captains = Captains(slug, anne, mary, sign_in(client, anne), post)
    captains.begin_late(points)
    game = captains.play()
    assert game.outcome.reason == "treasure"
    ways = list(game.moves.values_list("by", flat=True))
    assert min(ways.count("player"), ways.count("mail"), ways.count("bot")) > 4
    told = [letter for letter in (*mail.outbox, *post.letters()) if "is over" in letter.body]
    assert {letter.to[0] for letter in told} == {anne.email, mary.email}
    assert has(client.get(f"/games/{game.pk}/"), "section.result")
