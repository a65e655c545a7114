"""All of it used as people use it: pages, letters and the sweep, while the clock is turned."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.clocks.forecast import forecast_turn
from games.clocks.terms import PRESETS
from games.models import ClockEntry, Game, Move, Pause, Vote
from games.play import bots
from notifications.models import Notice
from notifications.tasks import sweep as post_sweep
from tests.games.conftest import At
from tests.games.test_clock_form import USUAL
from tests.letters import of_kind
from tests.reading import flash, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


class Harbour:
    """Anne, Mary and Jack at their browsers."""

    def __init__(self, sign_in, **people):
        self.people = people
        self.clients = {name: sign_in(Client(), person) for name, person in people.items()}

    def opens(self, name: str, path: str) -> str:
        answer = self.clients[name].get(path, follow=True)
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    def sends(self, name: str, path: str, **fields) -> str:
        """Send a form that must be taken; the page it leads to."""
        answer = self.clients[name].post(path, fields, follow=True)
        assert answer.status_code == 200, answer.content.decode()[-2000:]
        return " ".join(answer.content.decode().split())

    def table(self, **fields) -> At:
        """Anne makes a table of two, Mary takes the other chair; it begins."""
        self.sends("anne", "/tables/new/toy/", **(USUAL | {"place": "bombay", "option-rounds": "100"} | fields))
        game = Game.objects.latest("pk")
        self.sends("mary", f"/games/{game.pk}/join/", token=game.join_token, place="london")
        return At(Game.objects.get(pk=game.pk))

    def plays(self, name: str, at: At) -> None:
        """A whole turn on the page."""
        for decision, said in (("steer", "stay"), ("dig", "no")):
            self.sends(name, f"/games/{at.pk}/move/", seen=at.game.number, decision=decision, answer=said)


@pytest.fixture
def harbour(sign_in, anne, mary, jack):
    anne.date_joined = timezone.now() - timedelta(days=300)
    anne.save()
    return Harbour(sign_in, anne=anne, mary=mary, jack=jack)


def lines(at: At) -> list[str]:
    return list(ClockEntry.objects.filter(game=at.pk).order_by("pk").values_list("kind", flat=True))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_table_with_each_pace_waits_as_long_as_it_promised_and_then_plays_for_the_absent(harbour, later, preset, golden):
    at = harbour.table(pace=preset.key)
    promised = forecast_turn(at.game.terms, at.wait().asked_at)
    assert at.wait().due_at == (promised and promised.due)
    assert preset.name in harbour.opens("mary", f"/games/{at.pk}/clock/")
    harbour.plays("anne", at)
    promised = forecast_turn(at.game.terms, at.wait().asked_at)
    if promised is None:
        later(days=29)
        assert golden("pages/clock", part(harbour.opens("anne", f"/games/{at.pk}/clock/"), "[aria-labelledby=now] li p"))
        assert at.game.number == 2
        return
    harbour.opens("mary", f"/games/{at.pk}/")
    later(seconds=int((promised.out - timezone.now()).total_seconds()) - 60)
    assert (at.wait().seat, at.game.number) == (1, 2)
    later(minutes=2)
    assert (at.wait().seat, at.game.number) == (0, 4)
    assert golden("pages/clock", part(harbour.opens("anne", f"/games/{at.pk}/clock/"), "[aria-labelledby=lines] li"))


def test_a_weekend_stands_still_in_the_zone_of_the_table(harbour, later, time_machine, golden):
    time_machine.move_to(datetime(2026, 3, 27, 12, tzinfo=UTC), tick=False)  # the Friday before clocks change in Berlin
    at = harbour.table(pace="86400", clock_zone="Europe/Berlin", clock_days_off=["5", "6"])
    assert at.wait().due_at == datetime(2026, 3, 30, 11, tzinfo=UTC)  # 11 h on Friday, none for 47 real hours, 13 h on Monday
    time_machine.move_to(datetime(2026, 3, 28, 12, tzinfo=UTC), tick=False)
    page = harbour.opens("anne", f"/games/{at.pk}/")
    assert golden("pages/table", part(page, "p.state"))
    assert golden("pages/table", part(page, "p.if-not"))
    harbour.plays("anne", at)
    assert at.wait().due_at == datetime(2026, 3, 30, 22, tzinfo=UTC)


def test_a_vacation_stops_the_clock_is_seen_by_all_and_may_end_early(harbour, later, golden):
    at = harbour.table()
    due, now = at.wait().due_at, timezone.now()
    said = {"begin": f"{now + timedelta(hours=3):%Y-%m-%dT%H:%M:%S}", "end": f"{now + timedelta(days=5):%Y-%m-%dT%H:%M:%S}"}
    harbour.sends("anne", "/leave/", **said)
    assert at.wait().due_at == due + timedelta(days=5) - timedelta(hours=3)
    assert golden("pages/clock", part(harbour.opens("mary", f"/games/{at.pk}/clock/"), "[aria-labelledby=lines] li"))
    later(days=4)
    assert at.game.number == 0
    harbour.plays("anne", at)
    harbour.plays("mary", at)
    page = harbour.opens("anne", f"/games/{at.pk}/")
    assert golden("pages/table", part(page, "p.state"))
    harbour.sends("anne", "/leave/", back="yes")
    later(hours=13)
    assert golden("pages/table", part(harbour.opens("anne", f"/games/{at.pk}/"), "p.state"))
    assert lines(at)[-2:] == ["leave-ended", "clock-moved"]


def test_a_vote_is_taken_on_the_page_and_by_letter(harbour, post, mary, golden):
    at = harbour.table()
    due = at.wait().due_at
    harbour.sends("anne", f"/games/{at.pk}/clock/propose/", kind="pause", until=f"{timezone.now() + timedelta(days=4):%Y-%m-%dT%H:%M:%S}")
    letter = next(letter for letter in of_kind("vote", post.letters()) if letter.to == [mary.email])
    post.answer(letter, "yes")
    assert Vote.objects.get().result == "passed"
    assert timedelta(days=3, hours=23) < at.wait().due_at - due <= timedelta(days=4)
    harbour.sends("mary", f"/games/{at.pk}/clock/propose/", kind="resume")
    page = harbour.opens("anne", f"/games/{at.pk}/clock/")
    assert golden("pages/clock", part(page, "[aria-labelledby=votes]"))
    vote = Vote.objects.get(result="")
    harbour.sends("anne", f"/games/{at.pk}/clock/vote/{vote.pk}/", say="yes")
    assert Pause.objects.get(reason="vote").end == timezone.now() + timedelta(hours=12)


def test_an_absent_captain_s_seat_is_taken_over_by_a_substitute_and_given_back(harbour, later, jack, mary, golden):
    at = harbour.table(open_to_all="True")
    for _ in range(3):
        later(hours=40)
        harbour.plays("anne", at)
        while at.wait().seat == 1:
            later(hours=13)
    assert at.game.players.get(seat=1).mode == "open"
    assert Notice.objects.filter(kind="seat-open", user=mary).exists()
    harbour.plays("anne", at)
    bots.play_on(at.pk)  # a helmsman plays on meanwhile
    assert Move.objects.filter(game=at.pk, seat=1, by="bot").exists()
    assert golden("pages/lobby", part(harbour.opens("jack", "/lobby/"), "main h2"))
    assert golden("pages/clock", flash(harbour.sends("jack", f"/games/{at.pk}/clock/substitute/", seat="1")))
    assert at.game.players.get(seat=1).user == jack
    assert golden("pages/clock", part(harbour.opens("mary", f"/games/{at.pk}/clock/"), "main button.main"))
    assert golden("pages/clock", flash(harbour.sends("mary", f"/games/{at.pk}/clock/back/")))
    assert Notice.objects.filter(kind="seat-lost", user=jack).exists()
    harbour.plays("anne", at)
    harbour.plays("mary", at)
    assert (at.game.players.get(seat=1).user, at.game.players.get(seat=1).mode) == (mary, "present")
    assert [kind for kind in lines(at) if kind in ("seat-open", "substitute", "back")] == ["seat-open", "substitute", "back"]


def test_an_outage_of_six_hours_costs_nobody_a_turn_and_every_deadline_says_why_it_moved(harbour, later, anne, golden):
    at = harbour.table(pace="43200")
    later(hours=11)
    due = at.wait().due_at
    later(hours=6, down=True)
    assert at.game.number == 0
    assert at.wait().due_at - due >= timedelta(hours=7)
    assert golden("pages/clock", part(harbour.opens("anne", f"/games/{at.pk}/clock/"), "[aria-labelledby=lines] li"))
    mail.outbox.clear()
    post_sweep()
    assert [letter for letter in of_kind("clock-moved") if letter.to == [anne.email]]
    harbour.plays("anne", at)
    assert at.game.players.get(seat=0).strikes == 0
