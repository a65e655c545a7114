"""A table of the toy edition, and a short way to play on it."""

import pytest

from games.engine import Action
from games.models import Game
from games.rulesets import all_rulesets
from games.services import playing, tables
from tests.games.toy import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The toy edition is on offer, in these tests only."""
    monkeypatch.setitem(all_rulesets(), "toy", TOY)
    return TOY


class At:
    """One running game, played by seat."""

    def __init__(self, game: Game):
        self.pk = game.pk

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    def act(self, seat: int, decision: str, answer, seen: int | None = None, by: str = "player"):
        seen = self.game.number if seen is None else seen
        return playing.act(self.pk, Action(seat, decision, answer), seen, by)

    def turn(self, seat: int, dig: str = "no"):
        self.act(seat, "steer", "stay")
        return self.act(seat, "dig", dig)

    def wait(self):
        return self.game.waits.get(closed_at=None)


@pytest.fixture
def at(db, anne, mary):
    """Anne (seat 0, Bombay) and Mary (seat 1, London), two people, running."""
    return At(two_people(anne, mary))


def two_people(anne, mary, **more) -> Game:
    game = tables.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True, **more)
    tables.join(game.pk, mary, place="london")
    game.refresh_from_db()
    return game
