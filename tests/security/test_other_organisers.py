"""Who organises one league decides nothing in another, reads nothing of its organisers' pages, and gives themselves no part in it."""

import pytest
from django.apps import apps
from django.utils import timezone

from games.models import Game
from leagues.models import Entry
from leagues.pure.presets import Preset
from leagues.services import making
from tests.leagues.conftest import make_run, organiser, people, toy  # noqa: F401  fixtures
from tests.site.test_every_address import PLACE, templates

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ACTS = (
    "void", "card", "open", "close", "start", "advance", "extend", "result", "points", "withdraw", "substitute", "appeal", "answer",
    "cancel", "pause", "end", "place", "adjudicate", "organisers", "about", "name", "add", "remove", "announce", "rerun", "delete",
)  # fmt: skip
FORM = {
    "reason": "not mine",
    "kind": "red",
    "sure": "yes",
    "who": "Otto",
    "name": "Otto’s Cup",
    "about": "mine",
    "answer": "no",
    "points": "9",
}


@pytest.fixture
def run(make_run, people):  # noqa: F811
    return make_run(people(7)).begin()


@pytest.fixture
def otto(make_person):
    """Otto organises a league of his own, with a season."""
    otto, now = make_person("Otto"), timezone.now()
    league = making.create_league(otto, "Another Cup", "toy")
    making.create_season(league.pk, otto, Preset.for_seats(4), now + timezone.timedelta(days=2), now + timezone.timedelta(days=3))
    return otto


def rows(run) -> dict:
    models = list(apps.get_app_config("leagues").get_models())
    games = Game.objects.filter(fixture__in=run.fixtures)
    return {model._meta.label: list(model._default_manager.order_by("pk").values()) for model in models} | {"games": list(games.values())}


def addresses_of(run) -> list[str]:
    """Every address of this league, with each act, fixture and entry of its own."""
    gaps = {
        "slug": [run.season.league.slug], "number": [str(run.season.number)], "what": ACTS, "division": ["1"],
        "entry": [str(run.season.entries.first().pk)], "pk": [str(run.fixtures.first().pk), str(run.season.entries.first().pk)],
    }  # fmt: skip
    found = []
    for template in (one for one in templates() if one.startswith("leagues/%(")):
        made = [template]
        for gap in dict.fromkeys(PLACE.findall(template)):
            made = [one.replace(f"%({gap})s", value) for one in made for value in gaps[gap]]
        found += ["/" + one for one in made]
    return found


def test_the_organiser_of_another_league_changes_nothing_by_any_address(run, otto, client, sign_in):
    form = FORM | {"fixture": run.fixtures.first().pk, "entry": run.season.entries.first().pk}
    sign_in(client, otto)
    before, tried = rows(run), addresses_of(run)
    assert len(tried) > 50
    for address in tried:
        assert client.post(address, form).status_code < 500, address
    assert rows(run) == before


@pytest.mark.parametrize("page", ["organise/", "organise/settings/", "organise/table/{fixture}/", "organise/captain/{entry}/", "new/"])
def test_the_pages_of_organisers_are_there_for_their_own_only(run, otto, client, sign_in, organiser, page):  # noqa: F811
    season = "" if page == "new/" else f"{run.season.number}/"
    path = f"/leagues/{run.season.league.slug}/{season}{page}".format(
        fixture=run.fixtures.first().pk, entry=Entry.objects.filter(season=run.season).first().pk
    )
    assert sign_in(client, organiser).get(path).status_code == 200
    assert sign_in(client, otto).get(path).status_code in (403, 404)
