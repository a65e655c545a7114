"""Each kind of page whole, for each kind of reader, at a fixed moment and with the same cards: what one reads in its main part."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.services import make_guest
from games.agreements import votes
from games.models import Game, Report, Seek
from games.moderation import blocks, reports
from games.play import acting
from games.tables import chat, lobby
from leagues.models import League, Season
from leagues.pure.presets import Preset
from leagues.services import entries, making, seasons
from tests.every_letter import running_game
from tests.leagues.conftest import Run
from tests.reading import part
from tests.site.test_every_address import addresses

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
NOBODY = "nobody"
ONCE = "[name=time_zone], article.prose, #text-board pre, [aria-labelledby=try] ul"
"""What orders would do, since chance is another each time; hundreds of zones;
the text of the rules, which stands in files of its own; the board in words, which stands in letters."""
FRAME = ".skip, .masthead, .foot"
"""What stands on every page, told of the front page alone."""
CUP = "/leagues/cup-of-tortuga/1/"

PAGES = {
    "home": ("/", "nobody guest anne mary"),
    "my-games": ("/my/", "guest anne mary"),
    "offline": ("/offline/", "nobody anne"),
    "lobby": ("/lobby/", "nobody anne jack"),
    "find-players": ("/find-players/", "nobody guest anne jack"),
    "choose-edition": ("/tables/new/", "anne"),
    "new-table": ("/tables/new/buccaneer/", "nobody guest anne"),
    "room": ("/games/{waiting}/", "nobody guest anne mary jack"),
    "join-by-link": ("/join/{token}/", "nobody jack"),
    "table": ("/games/{running}/", "nobody anne mary jack host"),
    "table-over": ("/games/{ended}/", "nobody anne mary"),
    "table-bounty": ("/games/{bounty}/", "nobody anne mary"),
    "table-trade-winds": ("/games/{trade-winds}/", "nobody anne mary"),
    "table-piracy": ("/games/{piracy}/", "nobody anne mary"),
    "history": ("/games/{running}/history/", "nobody anne"),
    "history-at": ("/games/{running}/history/3/", "nobody anne"),
    "clock": ("/games/{running}/clock/", "nobody anne mary jack host"),
    "orders": ("/games/{running}/orders/", "anne mary"),
    "orders-tried": ("/games/{running}/orders/try/", "anne"),
    "notes": ("/games/{running}/notes/", "anne"),
    "ledger": ("/games/{running}/ledger/", "anne"),
    "ledger-at": ("/games/{running}/ledger/3/", "anne"),
    "what-if": ("/games/{running}/what-if/", "anne mary"),
    "story": ("/games/{ended}/story/", "nobody anne"),
    "film": ("/games/{ended}/film/", "nobody anne"),
    "film-at": ("/games/{ended}/film/15/", "nobody"),
    "record": ("/games/{running}/record/", "anne"),
    "take-in": ("/records/", "anne"),
    "rules": ("/rules/", "nobody"),
    "rules-of-buccaneer": ("/rules/buccaneer/", "nobody"),
    "rules-of-a-table": ("/games/{running}/rules/", "anne"),
    "leave": ("/leave/", "anne"),
    "captain": ("/captains/{mary}/", "nobody anne jack"),
    "own-captain": ("/captains/{anne}/", "anne"),
    "friends": ("/friends/", "nobody guest anne"),
    "report": ("/captains/{mary}/report/", "anne"),
    "blocks": ("/blocks/", "anne jack"),
    "reports": ("/reports/", "host"),
    "shared-signs": ("/reports/signs/", "host"),
    "reported": ("/reports/{report}/", "host"),
    "letters": ("/letters/", "nobody anne"),
    "mailbox": ("/mailbox/", "anne"),
    "sign-up": ("/account/signup/", "nobody"),
    "sign-in": ("/account/login/", "nobody"),
    "sign-out": ("/account/logout/", "anne"),
    "keep": ("/account/keep/", "guest"),
    "profile": ("/account/profile/", "guest anne"),
    "leave-the-site": ("/account/leave/", "guest anne"),
    "keys": ("/account/keys/", "anne"),
    "sessions": ("/account/sessions/", "anne"),
    "passkeys": ("/account/2fa/webauthn/", "anne"),
    "new-passkey": ("/account/2fa/webauthn/add/", "anne"),
    "addresses": ("/account/email/", "anne"),
    "confirm-address": ("/account/confirm-email/", "nobody"),
    "confirm-address-nonsense": ("/account/confirm-email/nonsense/", "nobody"),
    "new-password-nonsense": ("/account/password/reset/key/1-nonsense/", "nobody"),
    "change-password": ("/account/password/change/", "anne"),
    "forgot-password": ("/account/password/reset/", "nobody"),
    "forgot-password-sent": ("/account/password/reset/done/", "nobody"),
    "new-password-done": ("/account/password/reset/key/done/", "nobody"),
    "inactive": ("/account/inactive/", "nobody"),
    "reauthenticate": ("/account/reauthenticate/", "anne"),
    "second-factor": ("/account/2fa/", "anne"),
    "ratings": ("/ratings/", "nobody"),
    "ratings-of-an-edition": ("/ratings/bounty/", "nobody"),
    "ratings-of-a-captain": ("/ratings/of/{anne}/", "nobody"),
    "rating": ("/ratings/bounty/{anne}/", "nobody"),
    "leagues": ("/leagues/", "nobody anne"),
    "new-league": ("/leagues/new/", "anne"),
    "new-tournament": ("/leagues/tournament/", "anne"),
    "league": ("/leagues/cup-of-tortuga/", "nobody olga"),
    "season": (CUP, "nobody anne jack olga"),
    "schedule": (f"{CUP}schedule/", "nobody"),
    "division": (f"{CUP}division/1/", "nobody"),
    "entry": (f"{CUP}player/{{entry}}/", "nobody"),
    "corrections": (f"{CUP}corrections/", "nobody"),
    "own-part": (f"{CUP}me/", "anne jack olga"),
    "organise": (f"{CUP}organise/", "olga"),
    "season-settings": (f"{CUP}organise/settings/", "olga"),
    "decide-table": (f"{CUP}organise/table/{{fixture}}/", "olga"),
    "decide-captain": (f"{CUP}organise/captain/{{entry}}/", "olga"),
    "season-to-come": ("/leagues/cup-of-genoa/1/", "nobody anne jack olga"),
    "organise-season-to-come": ("/leagues/cup-of-genoa/1/organise/", "olga"),
    "new-season": ("/leagues/cup-of-lagos/new/", "mary"),
    "league-without-season": ("/leagues/cup-of-lagos/", "nobody mary"),
    "not-found": ("/nowhere/", "nobody"),
}
"""Kind of page -> its address, and who looks."""
OF_A_TABLE = """
    table-over table-bounty table-trade-winds table-piracy history history-at ledger ledger-at what-if story film film-at room join-by-link
"""
OF_A_SEASON = "season-to-come season-settings new-season schedule division organise organise-season-to-come"
ALIKE = dict.fromkeys(OF_A_TABLE.split(), "table") | dict.fromkeys(OF_A_SEASON.split(), "season")
ALIKE |= {"orders-tried": "orders", "rules-of-a-table": "rules-of-buccaneer", "own-captain": "captain", "league-without-season": "league"}
"""Kind of page -> the kind that it has much in common with, whose file it shares."""


@pytest.fixture(autouse=True)
def noon(numbers_from_one, monkeypatch, settings, time_machine):
    monkeypatch.setattr("secrets.token_hex", lambda size: "5" * 2 * size)  # by which a season draws lots
    time_machine.move_to(NOON, tick=False)
    return time_machine


@pytest.fixture
def people(make_person, anne, mary, jack):
    """Name -> person: Anne hosts and is on turn, Mary sits there too, Jack is a stranger, Olga runs leagues, the host the site."""
    known = {"anne": anne, "mary": mary, "jack": jack, "olga": make_person("Olga")}
    guest = make_guest("Europe/Dublin")
    guest.name = "Stout Heron"
    guest.save()
    return known | {"host": make_person("Host", is_staff=True, is_superuser=True), "guest": guest}


def games(people, clock) -> dict[str, int]:
    """Tables that run, one a game and each begun a minute after the other, one that ended and one that waits."""
    anne, mary, found = people["anne"], people["mary"], {}
    for slug in ("buccaneer", "bounty", "trade-winds", "piracy"):
        found[slug] = running_game(slug, anne, mary).pk
        clock.shift(timedelta(minutes=1))
    ended = running_game("buccaneer", anne, mary).pk
    acting.end_as_it_stands(ended, "agreed")
    waiting = lobby.create(anne, "buccaneer", seats=4, open_to_all=True, place="bombay", bots=("easy",), name="Slow and steady")
    lobby.invite(waiting.pk, anne, "Jack")
    named = {found["buccaneer"]: "The Crossed Keys", found["bounty"]: "Bounty Bay", ended: "Long ago"}
    for pk, name in named.items():
        Game.objects.filter(pk=pk).update(name=name)
    return {**found, "running": found["buccaneer"], "ended": ended, "waiting": waiting.pk, "token": waiting.join_token}


def reports_and_decisions(people, running: int) -> int:
    """What people said and did there; the number of a report."""
    anne, mary, jack = people["anne"], people["mary"], people["jack"]
    line = chat.post_line(running, mary, "You rotten thief!")
    chat.save_notes(running, anne, "Mary owes me a diamond.")
    made = reports.report(anne, mary, "other", "Not the first time.", line=line)
    votes.propose(running, mary, "cancel")
    blocks.block(jack, mary)
    Seek.objects.create(user=jack, rulesets=["bounty"], paces=[86400], least=2)
    return made.pk


def leagues(people, make_person) -> dict[str, int]:
    """A season that has begun, one to which people may still come, a league without any."""
    olga, now = people["olga"], timezone.now()
    others = [make_person(f"Sailor {number}") for number in range(1, 4)]
    for name in ("Cup of Tortuga", "Cup of Genoa"):
        league = making.create_league(olga, name, "bounty")
        season = making.create_season(league.pk, olga, Preset.for_seats(4), now + timedelta(days=2), now + timedelta(days=3))
        seasons.advance(season.pk, "open")
        for person in (people["anne"], *others):
            entries.register(season.pk, person)
    making.create_league(people["mary"], "Cup of Lagos", "bounty")
    run = Run(Season.objects.get(league__slug="cup-of-tortuga")).begin()
    for minute, fixture in enumerate(run.fixtures):  # what began at one moment has no order in lists
        Game.objects.filter(pk=fixture.game_id).update(moved_at=now + timedelta(minutes=minute))
    assert League.objects.count() == 3
    return {"entry": run.entry(people["anne"]).pk, "fixture": run.fixtures.first().pk}


@pytest.fixture
def site(noon, people, make_person) -> dict:
    """What gaps in addresses stand for."""
    tables = games(people, noon)
    report = reports_and_decisions(people, tables["running"])
    assert Report.objects.count() == 1
    return {**{name: person.pk for name, person in people.items()}, **tables, **leagues(people, make_person), "report": report}


@pytest.fixture
def browsers(people, sign_in) -> dict[str, Client]:
    return {NOBODY: Client(), **{name: sign_in(Client(), person) for name, person in people.items()}}


def seen(browser: Client, address: str) -> str:
    """The main part of the page, or whereto one is sent."""
    page = browser.get(address)
    if page.status_code == 302:
        return f"-> {page['Location']}"
    return ("" if page.status_code == 200 else f"({page.status_code})\n") + part(
        page, "body", without=ONCE if address == "/" else f"{ONCE}, {FRAME}"
    )


def test_every_kind_of_page_says_what_it_says_to_each_reader(site, browsers, golden):
    for kind, (address, readers) in PAGES.items():
        for reader in readers.split():
            file, of = (ALIKE[kind], f"{kind}, {reader}") if kind in ALIKE else (kind, reader)
            golden(f"pages/{file}", seen(browsers[reader], address.format(**site)), dated=True, of=of)


def test_every_page_has_golden_words(site, browsers):
    known = {resolve(address.format(**site)).route for address, _ in PAGES.values() if address != "/nowhere/"}
    found = set()
    for address in addresses(site["running"]):
        page = browsers["anne"].get(address)
        if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
            found.add(resolve(address).route)
    assert found - known == set()
