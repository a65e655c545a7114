"""A busy site: however much there is to show, no page asks the database more than twenty questions, and its markup has no fault."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.agreements import votes
from games.models import Counted, Game, Pause, Report
from games.moderation import blocks, reports
from games.play import acting
from games.rulesets import on_offer
from games.tables import chat, lobby
from leagues.models import Fixture
from tests.leagues.conftest import Run
from tests.site.markup import faults
from tests.site.test_every_address import PLACE, templates

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.one_database]
MOST = 20
MANY = 8


@pytest.fixture
def olga(organiser):
    """Who organises, plays everywhere and looks after the site."""
    User.objects.filter(pk=organiser.pk).update(is_staff=True, is_superuser=True)
    organiser.refresh_from_db()
    return organiser


@pytest.fixture
def busy(olga, people, make_run) -> tuple[Run, list[Game]]:
    """A season all of whose games were played, one that runs, and many tables: running, waiting, over, with much talk and some quarrel."""
    members = [olga, *people(11)]
    for name in ("Cup of Nassau", "Cup of Tortuga"):
        run = make_run(members, name=name).begin()
        if name == "Cup of Nassau":
            run.end_all()
    games = []
    for number in range(MANY):
        game = lobby.create(olga, "buccaneer", seats=4)
        for person in members[1:4]:
            lobby.join(game.pk, person, token=game.join_token)
        games.append(game)
        lobby.create(members[number + 1], "bounty", seats=6, open_to_all=True)
    now = timezone.now()
    for game in games:
        for person in members[:4]:
            chat.post_line(game.pk, person, "Ahoy")
        votes.propose(game.pk, members[1], "pause", now + timedelta(days=2))
    for person in members[2:4]:
        Pause.objects.create(user=person, begin=now, end=now + timedelta(days=1), reason=Pause.Reason.VACATION)
    for game, person in zip(games, members[2:], strict=False):
        reports.report(person, members[1], "insult", "Shouts at everybody", line=game.chat.filter(user=members[1]).first())
    reports.decide(Report.objects.first().pk, olga, Report.Resolution.LINE, "Insults")
    for person in members[1:]:
        blocks.block(olga, person)
    acting.end_as_it_stands(games[-1].pk, "agreed")
    return run, games


def a_fixture(run: Run) -> Fixture:
    """A table of the season, at sea."""
    return run.fixtures.filter(status="running").first()


def addresses(run: Run, games: list[Game]) -> list[str]:
    """Every address of a page of ours with what is there: running tables, the season's too, one that is over, a captain of the season."""
    season, fixture, entry = run.season, a_fixture(run), run.season.entries.first()
    of_moderation = {"captains/": run.season.entries.last().user_id, "reports/": Report.objects.last().pk}
    ours, found = [template for template in templates() if not template.startswith("admin/")], []
    for game in (games[0], games[-1], fixture.game):
        for template in ours:
            words = {"slug": "buccaneer", "number": "1", "pk": str(game.pk), "object_id": str(game.pk), "token": game.join_token}
            if template.startswith("leagues/"):
                own = {"organise/table": fixture.pk, "organise/captain": entry.pk}
                pk = next((pk for part, pk in own.items() if part in template), game.pk)
                words |= {"slug": season.league.slug, "entry": str(entry.pk), "pk": str(pk)}
            words["pk"] = next((str(pk) for part, pk in of_moderation.items() if template.startswith(part)), words["pk"])
            found.append("/" + PLACE.sub(lambda place, words=words: words.get(place[1], "1"), template))
    return list(dict.fromkeys(found))


def captain(game: Game, on_turn: bool):
    """A person who sits at this table."""
    asked = game.waits.filter(closed_at=None).values("seat")
    players = game.players.exclude(user=None)
    return (players.filter(seat__in=asked) if on_turn else players.exclude(seat__in=asked)).first().user


def test_no_page_asks_the_database_more_than_twenty_questions_though_nothing_is_cached_or_counted(busy, olga, client, sign_in):
    waits, on_turn = (captain(a_fixture(busy[0]).game, on_turn) for on_turn in (False, True))
    found = {}
    for who, reader in {"organiser": olga, "captain on turn": on_turn, "captain who waits": waits}.items():
        sign_in(client, reader)
        client.get("/")  # the first page of a day also notes the day
        asked, shown = {}, 0
        for address in addresses(*busy):
            cache.clear()
            Counted.objects.all().delete()
            with CaptureQueriesContext(connection) as queries:
                shown += client.get(address).status_code == 200
            asked[address] = sum(query["sql"].startswith(("SELECT", "(")) for query in queries)
        assert shown > 50, who
        found |= {(who, address): count for address, count in asked.items() if count > MOST}
    assert found == {}


def test_however_many_captains_are_away_the_page_of_the_clock_asks_as_much(people, client, sign_in):
    members = people(8)
    game = lobby.create(members[0], "bounty", seats=8)
    for person in members[1:]:
        lobby.join(game.pk, person, token=game.join_token)
    sign_in(client, members[0])
    client.get("/")
    game.players.exclude(user=members[0]).update(mode="away")
    with CaptureQueriesContext(connection) as queries:
        page = client.get(f"/games/{game.pk}/clock/").content.decode()
    assert page.count("<option") >= 7
    assert len(queries) <= MOST


def is_page(answer) -> bool:
    """Is it a page, not a file or a part of one?"""
    return answer.get("Content-Type", "").startswith("text/html") and answer.content.startswith(b"<!doctype html>")


def test_no_page_has_a_fault_in_its_markup(busy, olga, client, sign_in):
    found: dict[str, set[str]] = {}
    for person in (None, olga):
        if person:
            sign_in(client, person)
        for address in [*addresses(*busy), *(f"/rules/{edition}/" for edition in on_offer()), "/nothing/"]:
            answer = client.get(address)
            if is_page(answer):
                found.setdefault(address, set()).update(faults(answer.content.decode()))
    assert len(found) > 80
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
