"""A league of the toy edition: people, bots, a season that has been begun, and games that end when a test says so."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import Outcome
from games.models import Game
from games.play import acting
from games.rulesets import all_rulesets
from leagues import tasks
from leagues.models import Fixture, Season
from leagues.pure.presets import Preset
from leagues.services import entries, making, rounds, seasons
from tests.games.toy import TOY
from tests.leagues.buttons import press

LOTS = "5" * 32
"""What lots are drawn from, the same in each run."""


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The toy edition is on offer, in these tests only; bots wait, so that a test decides how games end."""
    monkeypatch.setitem(all_rulesets(), "toy", TOY)
    monkeypatch.setattr("games.tasks.bots.play_on", lambda game_id: False)
    return TOY


@pytest.fixture(autouse=True)
def letters_can_be_answered(settings):
    """As on one machine, also where the tests run for a town."""
    settings.REPLY_DOMAIN, settings.DESK = "localhost", "play@localhost"


class Run:
    """One season under way."""

    def __init__(self, season: Season):
        self.pk = season.pk

    @property
    def season(self) -> Season:
        return Season.objects.select_related("league").get(pk=self.pk)

    @property
    def fixtures(self):
        return Fixture.objects.filter(round__season=self.pk).select_related("game", "division", "round").order_by("pk")

    def entry(self, user):
        return self.season.entries.get(user=user)

    def step(self, key: str, by=None):
        return seasons.advance(self.pk, key, by)

    def begin(self) -> "Run":
        for key in ("close", "start"):
            self.step(key)
        self.start_games()
        return self

    def start_games(self) -> None:
        """What the tasks do after the commit."""
        for pk in rounds.unstarted(self.pk):
            assert tasks.start_fixture(pk)

    def end(self, fixture: Fixture, places: list[int] | None = None, scores: list[int] | None = None) -> None:
        """The game of this fixture ends with these places by seat; without them seat 0 wins, seat 1 is second, and so on."""
        fixture.refresh_from_db()
        count = fixture.game.seats
        places = places or list(range(1, count + 1))
        scores = scores or [10 * (count + 1 - place) for place in places]
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        Game.objects.filter(pk=fixture.game_id).update(number=100)
        outcome = Outcome(winners, tuple(places), tuple(scores), "rounds")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(TOY), "outcome", lambda self, state: outcome if state.closed else None)
            acting.end_as_it_stands(fixture.game_id, "rounds")
        tasks.renew_standings(self.pk)
        fixture.refresh_from_db()

    def end_all(self) -> None:
        """By the order of entries: who registered first wins."""
        while True:
            running = list(self.fixtures.filter(status="running"))
            if not running:
                break
            for fixture in running:
                order = sorted(fixture.seats.all(), key=lambda seat: seat.entry_id)
                places = [0] * len(order)
                for place, seat in enumerate(order, start=1):
                    places[seat.seat] = place
                self.end(fixture, places)
            seasons.move_on(self.pk)
            self.start_games()
        tasks.rate("toy")


@pytest.fixture
def organiser(make_person):
    return make_person("Olga")


@pytest.fixture
def people(make_person):
    """Makes so many people."""
    return lambda count: [make_person(f"Sailor {number}") for number in range(1, count + 1)]


@pytest.fixture
def make_run(organiser):
    """Makes a season with registration open: `make_run(people, bots=3, shape=…)`."""

    def make(members=(), bots=0, name="Cup of Tortuga", **preset) -> Run:
        league = making.create_league(organiser, name, "toy", {"rounds": 100})
        now = timezone.now()
        season = making.create_season(
            league.pk, organiser, Preset.for_seats(preset.pop("seats", 4), **preset), now + timedelta(days=2), now + timedelta(days=3)
        )
        Season.objects.filter(pk=season.pk).update(seed=LOTS)
        seasons.advance(season.pk, "open")
        for person in members:
            entries.register(season.pk, person)
        if bots:
            entries.add_bots(season.pk, organiser, bots, "easy")
        return Run(season)

    return make


@pytest.fixture
def decide():
    """An organiser's button, read and confirmed."""
    return press


@pytest.fixture
def members(people):
    """Seven captains."""
    return people(7)


@pytest.fixture
def run(make_run, members):
    """Their season, begun."""
    return make_run(members).begin()
