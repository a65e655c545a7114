"""A season of two tiers and three divisions on the site, from the first form to the next season, with the clock turned.

Everything goes through pages and sweeps. Most seats have bots; Anne plays, Nora never comes, Will goes home, Sam steps in.
"""

import random
from datetime import datetime, timedelta
from itertools import count

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import tasks as clock
from games.deadlines import heartbeat
from games.engine import Deal, commitment
from games.models import Game, Heartbeat, Seed, Wait
from games.queries.past import state_at
from games.queries.table_view import table
from leagues import tasks
from leagues.models import Entry, FixtureSeat, Sanction, Season, SubCall
from leagues.pure.standings import POINT
from notifications import tasks as post
from notifications.models import Notice
from tests.leagues.buttons import press
from tests.reading import part, parts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.one_database]
SEED = "00000000000000000000000000000014"
BACKEND = "accounts.backends.AuthenticationBackend"


class Site:
    """The site, its people at their browsers, and its clock."""

    def __init__(self, people: dict, hands):
        self.people, self.hands, self.chance = people, hands, random.Random(5)

    def at(self, name: str) -> Client:
        """This person's browser; signed in anew, as sessions end when weeks go by."""
        client = Client()
        client.force_login(self.people[name], backend=BACKEND)
        return client

    @property
    def season(self) -> Season:
        return Season.objects.select_related("league").get(number=1)

    def entry(self, name: str) -> Entry:
        return self.season.entries.get(user=self.people[name])

    def page(self, name: str, page: str, *more, **said):
        """Somebody looks at a page of the season, or sends its form."""
        address = reverse(f"leagues:{page}", args=[self.season.league.slug, self.season.number, *more])
        client = self.at(name)
        return client.post(address, said) if said else client.get(address)

    def turn(self, **span) -> None:
        """Time goes by; the sweeps come round, as an operator's machine has been at work all the while."""
        self.hands.shift(timedelta(**span))
        Heartbeat.objects.filter(pk=1).update(at=timezone.now(), ticks=heartbeat.uptime().seconds)
        post.sweep()
        while clock.sweep():
            post.sweep()
        tasks.sweep()

    def turn_to(self, moment: datetime) -> None:
        self.turn(seconds=(moment - timezone.now()).total_seconds() + 1)

    def play(self, name: str) -> int:
        """Everything that waits for this person is answered on its page, as an easy bot would. How many answers."""
        person, client, count = self.people[name], self.at(name), 0
        while wait := waiting_for(person):
            game = Game.objects.get(pk=wait.game_id)
            found = table(game, person)
            said = game.rules.bots["easy"](game.rules.view(state_at(game, game.number), wait.seat), found.decisions, self.chance.randrange)
            decision = next(one for one in found.decisions if one.name == said.decision)
            answer = client.post(f"/games/{game.pk}/move/", form(game, decision, said.answer))
            assert answer.status_code in (200, 302), answer.content.decode()[:500]
            count += 1
        return count


def waiting_for(person) -> Wait | None:
    mine = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, game__players__user=person)
    return next((wait for wait in mine.order_by("pk") if wait.game.players.filter(seat=wait.seat, user=person).exists()), None)


def form(game: Game, decision, said) -> dict:
    if isinstance(decision, Deal):
        values = {"give": list(said[0]), "take": list(said[1])}
    else:
        values = {"answer": list(said) if isinstance(said, tuple) else said}
    return {"seen": game.number, "decision": decision.name, **values}


@pytest.fixture
def known_dice(monkeypatch):
    """The first game has one secret, the second another, and each the same whenever this is run."""
    numbers = count(1)

    def draw() -> tuple[bytes, str]:
        secret = next(numbers).to_bytes(32, "big")
        return secret, commitment(secret)

    monkeypatch.setattr(Seed, "draw", draw)


@pytest.fixture
def site(make_person, known_dice):
    people = {name: make_person(name) for name in ("Olga", "Otto", "Anne", "Nora", "Will", "Sam")}
    with time_machine.travel(datetime.fromisoformat("2026-03-02T08:00:00+00:00"), tick=False) as hands:
        yield Site(people, hands)


def as_filled_in(form) -> dict:
    """What a browser sends when nothing of a form is touched."""
    return {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}


def found_a_league(site: Site) -> None:
    """Olga fills in two forms, asks Otto to help, and opens registration."""
    client = site.at("Olga")
    made = client.post(reverse("leagues:new_league"), {"name": "Main League", "ruleset": "piracy", "is_public": "on"}, follow=True)
    usual = as_filled_in(made.context["form"])
    chosen = {"shape": "pyramid", "seats": 3, "size": 4, "pace": 43200, "option-target": 1, "option-chart": "two"}
    page = client.post(made.redirect_chain[-1][0], usual | chosen, follow=True)
    assert page.redirect_chain, page.context["form"].errors
    assert page.redirect_chain[-1][0].endswith("/organise/")
    client.post(reverse("leagues:edit_league", args=["main-league", "organisers"]), {"who": "Otto"})
    Season.objects.update(seed=SEED)
    assert press(client, site.season, "step", step="open").status_code == 302


def people_register(site: Site) -> None:
    for name in ("Anne", "Nora", "Will"):
        assert site.page(name, "act", "register", go="on").status_code == 302
    site.page("Sam", "act", "offer", go="on")
    press(site.at("Olga"), site.season, "bots", count=9, level="easy")


def test_a_season_goes_from_registration_to_promotion_whatever_people_do(site):
    found_a_league(site)
    people_register(site)
    site.turn_to(site.season.registration_to)
    assert [(each.tier, each.entries.count()) for each in site.season.divisions.all()] == [(1, 4), (2, 4), (2, 4)]
    assert [site.entry(name).division.tier for name in ("Will", "Anne", "Nora")] == [1, 2, 2]
    site.turn_to(site.season.starts)
    assert site.season.status == "running"
    everyone_is_ready_but_nora(site)
    will_goes_home(site)
    the_weeks_go_by(site)
    nobody_missed_nora_for_long(site)
    anne_appeals_and_is_right(site)
    site.turn(hours=49)
    assert site.season.status == "archived"
    everyone_goes_where_the_table_says(site)


def everyone_is_ready_but_nora(site: Site) -> None:
    """Tables without her begin at once; of hers each waits until Sam sits there, or nobody else is left to ask."""
    for name in ("Anne", "Will"):
        site.page(name, "act", "ready", go="on")
    assert Game.objects.count() == 9
    site.turn(hours=25)
    calls = SubCall.objects.filter(answer="", substitute__user=site.people["Sam"])
    assert len(calls) == 2
    assert Game.objects.count() == 10
    for call in calls:
        site.page("Sam", "act", "yes", call=call.pk)
    site.turn(minutes=5)
    assert Game.objects.count() == 12


def will_goes_home(site: Site) -> None:
    """Nobody but bots sat with them, so bots play their tables to the end; for them they score nothing."""
    assert site.page("Will", "act", "withdraw", sure="yes").status_code == 302
    theirs = FixtureSeat.objects.filter(entry=site.entry("Will"))
    assert {(seat.fixture.status, seat.gone, seat.points) for seat in theirs} == {("finished", True, 0)}


def the_weeks_go_by(site: Site) -> None:
    """Half a day at a time, until all games are over. Sam says yes whenever they are asked."""
    for _ in range(80):
        for call in SubCall.objects.filter(answer="", substitute__user=site.people["Sam"]):
            site.page("Sam", "act", "yes", call=call.pk)
        for name in ("Anne", "Sam"):
            site.play(name)
        if site.season.status == "final":
            break
        site.turn(hours=12)
    assert site.season.status == "final"
    assert {fixture.status for division in site.season.divisions.all() for fixture in division.fixtures.all()} == {"finished"}


def nobody_missed_nora_for_long(site: Site) -> None:
    """She has a yellow card, her seats score last, and Sam has played on in as many of them as they offered to."""
    nora = site.entry("Nora")
    assert [card.kind for card in nora.cards] == [Sanction.Kind.YELLOW]
    assert "no-show" in nora.cards[0].reason
    seats = list(nora.seats.all())
    assert {seat.gone for seat in seats} == {True}
    assert {seat.points for seat in seats} == {POINT}
    assert sum(seat.played_by == site.people["Sam"] for seat in seats) == 2


SAID = "At my first table two ships were counted the wrong way round."


def anne_appeals_and_is_right(site: Site) -> None:
    """The result of one of her tables is corrected; the page of the division and the decisions show it."""
    seat = FixtureSeat.objects.filter(entry=site.entry("Anne"), fixture__status="finished").order_by("fixture__number").first()
    fixture, points = seat.fixture, seat.points
    site.page("Anne", "act", "appeal", text=SAID)
    olga = site.at("Olga")
    assert SAID in part(site.page("Olga", "organise"), ".appeal")
    appeal = site.entry("Anne").appeals.get()
    press(olga, site.season, "answer", appeal=appeal.pk, granted="yes", reason="You are right.")
    places = [1 if other.pk == seat.pk else 2 for other in fixture.seats.all()]
    press(olga, site.season, "correct", fixture=fixture.pk, place=places, reason=SAID)
    seat.refresh_from_db()
    assert seat.place == 1
    assert seat.points >= points
    assert SAID in parts(site.page("Anne", "corrections"), ".card b")
    assert Notice.objects.filter(kind="league-decision", user=site.people["Anne"]).count() >= 2


def everyone_goes_where_the_table_says(site: Site) -> None:
    """The winners of the lower divisions go up, two of the top go down, and the next season is drawn by it."""
    moved = site.season.moved
    up = [one["key"] for one in moved if one["to"] < one["tier"]]
    down = [one["key"] for one in moved if one["to"] > one["tier"]]
    assert (len(up), len(down)) == (2, 2)
    assert {one["place"] for one in moved if one["key"] in up} == {1}
    assert Client().get(reverse("leagues:league", args=["main-league"])).status_code == 200
    client = site.at("Olga")
    address = reverse("leagues:new_season", args=["main-league"])
    usual = as_filled_in(client.get(address).context["form"])
    client.post(address, usual | {"shape": "pyramid", "seats": 3, "size": 4})
    following = Season.objects.get(number=2)
    press(client, following, "step", step="open")
    for name in ("Anne", "Nora", "Will"):
        site.at(name).post(reverse("leagues:act", args=["main-league", 2, "register"]))
    press(client, following, "bots", count=9, level="easy")
    press(client, following, "step", step="close")
    top = {promoted_key(entry) for entry in following.divisions.get(number=1).entries.all()}
    assert set(up) <= top
    assert not set(down) & top


def promoted_key(entry: Entry) -> str:
    return f"user:{entry.user_id}" if entry.user_id else f"bot:{entry.own_name}"
