"""A table of the toy edition, and a short way to play on it."""

from datetime import timedelta
from itertools import takewhile

import pytest
import time_machine as clocks
from django.utils import timezone

from games import tasks
from games.engine import Action
from games.models import Game, Heartbeat
from games.play import acting
from games.rulesets import all_rulesets
from games.tables import lobby
from notifications.models import Delivery, State
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
        return acting.act(self.pk, Action(seat, decision, answer), seen, by)

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
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True, **more)
    lobby.join(game.pk, mary, place="london")
    game.refresh_from_db()
    return game


@pytest.fixture
def later():
    """`later(hours=3)`: time goes on while the site is at work, letters leave (unless post=False), the sweep comes by until nothing is due.

    With down=True nothing was at work meanwhile.
    """
    with clocks.travel(timezone.now().replace(microsecond=0), tick=False) as clock:

        def go(sweep=True, post=True, down=False, **span):
            clock.shift(timedelta(**span))
            if not down:
                Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=15)})
            if post:
                letters_leave()
            return sum(takewhile(bool, (tasks.sweep() for _ in range(5)))) if sweep else 0

        yield go


def letters_leave():
    """Every letter that is due went, at the time it was to go."""
    for delivery in Delivery.objects.filter(state=State.PENDING, not_before__lte=timezone.now()):
        delivery.state, delivery.ended_at = State.SENT, delivery.not_before
        delivery.save()


@pytest.fixture
def table(anne, mary, jack):
    """`table(disputes=24)`: Anne in Bombay, Mary in Cadiz and Jack in Bristol; Anne begins."""

    def make(bots: tuple[str, ...] = (), people=(mary, jack), **options):
        game = lobby.create(anne, "buccaneer", options, seats=1 + len(people) + len(bots), bots=bots, place="bombay", name="Port Royal")
        for person in people:  # in the next port that is free, clockwise
            lobby.join(game.pk, person, token=game.join_token)
        return Game.objects.get(pk=game.pk)

    return make
