"""Whatever the form of a new table accepts makes a table that begins, goes on when time runs out, and ends its rounds."""

from datetime import timedelta
from random import Random

import hypothesis
import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st

from games import tasks
from games.engine import SITE
from games.engine.play import waiting_for
from games.models import Game, Heartbeat, Move, Wait
from games.play import acting, standing_orders
from games.play.session import Session
from games.rulesets import on_offer
from games.tables import lobby, starting
from games.tables.posted import TableForm
from games.web.orders import PREFIX
from harness.simulation.chances import an_action
from notifications.web.settings import WishesForm
from tests.depth import DEPTH
from tests.filled_forms import filled_in
from tests.games.conftest import letters_leave

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]

EDITIONS = ("buccaneer", "buccaneer-classic", "buccaneer-family", "bounty", "piracy", "trade-winds")
LONGEST_TURN = timedelta(days=150)
"""Four weeks in the bank at a table where three days of the week, half of each other day and every holiday are off."""
MOST_STEPS = 400


class Table:
    """A new table whose people come, answer at random, or stay away, while the clock is turned to what is due next."""

    def __init__(self, game: Game, clock, random: Random):
        self.pk, self.clock, self.random = game.pk, clock, random

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    def fill(self, people) -> None:
        """Seat people on all free chairs; at a ready check all of them say that they are ready."""
        chosen = {order.key: order.default for order in standing_orders.first_at(self.game)}
        for person in people[: self.game.seats - self.game.players.count()]:
            lobby.join(self.pk, person, token=self.game.join_token, orders=chosen)
        for player in self.game.players.exclude(user=None).select_related("user"):
            if self.game.ready_by is not None and self.game.status == "open":
                starting.say_ready(self.pk, player.user)

    def play(self, enough) -> None:
        """Everybody answers at random until the game is over or `enough()`."""
        for _ in range(MOST_STEPS):
            if self.game.status != "running" or enough():
                return
            session = Session.load(self.pk)
            asked = None if session.outcome is not None else waiting_for(session.rules, session.state)
            if asked is None or asked.seat is SITE or session.players[asked.seat].plays_itself:
                self.wait()
            else:
                action = an_action(session.rules, session.state, asked, self.random)
                acting.act(self.pk, action, session.game.number)
        raise AssertionError("the game does not go on")

    def wait(self) -> None:
        """Turn the clock to the next step of this table."""
        due = Wait.objects.filter(game=self.pk, closed_at=None).order_by("next_at").values_list("next_at", flat=True).first()
        if due is not None:
            self.clock.move_to(max(due, timezone.now()) + timedelta(seconds=1))
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=15)})
        letters_leave()
        tasks.sweep()
        tasks.play_bots(self.pk)

    def let_time_run_out(self) -> None:
        """Nobody answers until the clock has played, or the table is closed, as one without a clock is after a month."""
        begin = timezone.now()
        for _ in range(MOST_STEPS):
            if self.game.status != "running" or Move.objects.filter(game=self.pk, by="clock").exists():
                break
            self.wait()
        else:
            raise AssertionError("time does not run out")
        assert timezone.now() - begin < LONGEST_TURN


@st.composite
def tables(draw, owner):
    """An edition, the forms of a new table and of its owner's letters as they were sent, and a seed for everything else."""
    rules = on_offer()[draw(st.sampled_from(EDITIONS))]
    data = filled_in(draw, TableForm(rules, zone="UTC"), without=("name",))
    wishes = filled_in(draw, WishesForm(user=owner), without=("mode",)) if draw(st.booleans()) else {}
    data["bots"] = min(int(data["bots"]), int(data["seats"]) - 1)
    if draw(st.booleans()):
        data["pace"] = "slots"  # what a calendar excludes most easily
    if quiet := data.get("clock_quiet_from"):
        data["clock_quiet_to"] = f"{(int(quiet[:2]) + draw(st.integers(1, 12))) % 24:02}:00"
    for order in standing_orders.orders_asked_first(rules):
        data[PREFIX + order.key] = order.default
    return rules.slug, data, wishes, draw(st.integers(0, 10**6))


def test_every_table_that_the_form_accepts_begins_plays_on_and_ends_its_rounds(client, sign_in, anne, make_person, time_machine):
    people = [make_person(f"Sailor {number}") for number in range(8)]
    sign_in(client, anne)
    begin, accepted = timezone.now().replace(microsecond=0), []

    @hypothesis.settings(max_examples=40 * DEPTH, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(tables(anne))
    def carried_through(chosen):
        slug, data, wishes, seed = chosen
        time_machine.move_to(begin, tick=False)
        cache.clear()
        with transaction.atomic():
            if client.post(f"/tables/new/{slug}/", data).status_code == 302:
                accepted.append(slug)
                assert client.post("/letters/", wishes).status_code in (302, 422)
                carry_through(Table(Game.objects.get(owner=anne), time_machine, Random(seed)), people, client)
            transaction.set_rollback(True)

    carried_through()
    assert len(accepted) >= 10 * DEPTH


def give_orders(table: Table, client) -> None:
    """Post any standing orders that the page offers."""
    address, chance = f"/games/{table.pk}/orders/", table.random
    rows = client.get(address).context["rows"]
    data = {row.order.key: chance.choice([value for value, *_ in row.choices]) for row in rows if row.choices}
    answer = client.post(address, data | {"fallback": chance.choice(standing_orders.FALLBACKS)})
    assert answer.status_code == 302


def carry_through(table: Table, people, client) -> None:
    """The first three moves, the first time-out, and the end of a round."""
    table.fill(people)
    assert table.game.status in ("running", "over")
    table.play(lambda: Move.objects.filter(game=table.pk, by="player", number__gt=0).count() >= 3)
    give_orders(table, client)
    assert client.get(f"/games/{table.pk}/").status_code == client.get(f"/games/{table.pk}/clock/").status_code == 200
    table.let_time_run_out()
    began = table.game.round
    table.play(lambda: table.game.round > began)
    assert client.get(f"/games/{table.pk}/").status_code == 200
