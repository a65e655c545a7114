"""A table may agree on a date and time for its end: the round that runs then is played to its end."""

import json
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from games import tasks
from games.clocks.terms import BadTerms, end_moment
from games.editions.errors import NotAllowed
from games.formats import notation
from games.formats.record import check
from games.models import Game, Move
from games.play import acting
from games.queries import past
from games.tables import housekeeping, lobby
from notifications import tasks as post
from tests.games.conftest import At, two_people
from tests.games.toy import TOY
from tests.reading import opening, part

FORTNIGHT = 14 * 86_400
FORM = {"seats": "2", "bots": "0", "level": "easy", "pace": "172800", "open_to_all": "False"}


@pytest.fixture
def ending(anne, mary, later):
    """Anne and Mary's table ends in three days; `later` moves the time."""
    return At(two_people(anne, mary, ends_at=timezone.now() + timedelta(days=3), pace=FORTNIGHT))


def last_rounds(game) -> list[int]:
    return list(Move.objects.filter(game=game, decision="last-round").values_list("number", flat=True))


# -- the moment that is meant ---------------------------------------------------------------------------
def test_the_moment_is_that_of_the_table_s_zone_and_eight_in_the_evening_if_no_hour_is_named():
    assert end_moment(date(2027, 1, 5), time(18, 30), "Europe/Berlin") == datetime(2027, 1, 5, 17, 30, tzinfo=UTC)
    assert end_moment(date(2027, 7, 5), None, "America/New_York") == datetime(2027, 7, 6, 0, 0, tzinfo=UTC)


def test_an_hour_that_does_not_exist_is_refused_and_one_that_comes_twice_is_the_first(golden):
    with golden.refused("refusals/tables", BadTerms):
        end_moment(date(2027, 3, 28), time(2, 30), "Europe/Berlin")
    assert end_moment(date(2027, 10, 31), time(2, 30), "Europe/Berlin") == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


# -- making a table -------------------------------------------------------------------------------------
def days_ahead(days: int) -> str:
    return f"{timezone.now().date() + timedelta(days=days)}"


def test_a_form_may_name_the_day_and_the_hour(client, sign_in, anne, golden):
    sign_in(client, anne)
    sent = FORM | {"clock_zone": "Asia/Tokyo", "clock_ends_on": days_ahead(30), "clock_ends_at": "21:00"}
    assert client.post("/tables/new/toy/", sent).status_code == 302
    game = Game.objects.get()
    assert game.ends_at == end_moment(date.fromisoformat(days_ahead(30)), time(21), "Asia/Tokyo")
    assert golden("pages/room", part(client.get(f"/games/{game.pk}/"), "div.unusual dt"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"clock_ends_on": "2001-01-01"}, "has to lie in the future"),
        ({"clock_ends_on": "9999-12-31", "clock_zone": "America/New_York"}, "No game ends in that year"),
        ({"clock_ends_on": "0001-01-01", "clock_zone": "Asia/Tokyo"}, "No game ends in that year"),
        ({"clock_ends_on": "2999-01-01"}, "within two years"),
        ({"clock_ends_on": "tomorrow"}, "Enter a valid date"),
        ({"clock_ends_on": "<b>"}, "Enter a valid date"),
        ({"clock_ends_at": "20:00"}, "Name the day"),
        ({"clock_ends_on": "2027-01-05", "clock_ends_at": "25:00"}, "Enter a valid time"),
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_no_table_is_made(client, sign_in, anne, fields, sentence, later):
    sign_in(client, anne)
    answer = client.post("/tables/new/toy/", FORM | fields)
    assert answer.status_code == 422
    assert sentence.lower() in answer.content.decode().lower()
    assert Game.objects.count() == 0


def test_a_form_refuses_an_end_that_is_but_hours_away_where_the_table_is(client, sign_in, anne, later, golden):
    sign_in(client, anne)
    soon = timezone.localtime(timezone.now() + timedelta(hours=23), ZoneInfo("Pacific/Pago_Pago"))
    fields = {"clock_ends_on": f"{soon:%Y-%m-%d}", "clock_ends_at": f"{soon:%H:%M}", "clock_zone": soon.tzinfo.key}
    answer = client.post("/tables/new/toy/", FORM | fields)
    assert answer.status_code == 422
    assert golden("pages/new-table", part(answer, "#id_clock_ends_on_error li"))
    assert Game.objects.count() == 0


@pytest.mark.parametrize("span", [timedelta(hours=-1), timedelta(0), timedelta(hours=23), timedelta(days=800)])
def test_the_service_refuses_what_the_form_refuses(anne, span, later):
    with pytest.raises(NotAllowed):
        lobby.create(anne, "toy", seats=2, ends_at=timezone.now() + span)
    with pytest.raises(NotAllowed):
        lobby.create(anne, "toy", seats=2, ends_at=datetime(2027, 1, 1))
    assert Game.objects.count() == 0


def test_an_edition_that_counts_no_rounds_does_not_offer_it(client, sign_in, anne, monkeypatch):
    monkeypatch.setattr(type(TOY), "round_limit", "")
    sign_in(client, anne)
    assert "clock_ends_on" not in client.get("/tables/new/toy/").content.decode()
    with pytest.raises(NotAllowed):
        lobby.create(anne, "toy", seats=2, ends_at=timezone.now() + timedelta(days=9))


def test_a_game_cannot_begin_after_its_own_end(anne, mary, later, golden):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True, ends_at=timezone.now() + timedelta(days=2))
    later(days=3)
    with golden.refused("refusals/tables", NotAllowed):
        lobby.join(game.pk, mary)
    assert game.players.count() == 1


# -- when the moment comes ------------------------------------------------------------------------------
def test_the_round_that_runs_is_the_last_and_is_played_to_its_end(ending, later):
    ending.turn(0)
    later(days=1)
    assert last_rounds(ending.pk) == []
    later(days=2, minutes=1)
    game = ending.game
    assert (game.status, game.last_round) == (Game.Status.RUNNING, 1)
    move = Move.objects.get(game=game, decision="last-round")
    assert (move.seat, move.by, move.number) == (None, "clock", game.number)
    ending.turn(1)
    assert (ending.game.status, ending.game.outcome.reason) == (Game.Status.OVER, "rounds")


def test_it_is_said_once_however_often_the_sweep_comes(ending, later):
    later(days=3, minutes=1)
    tasks.sweep()
    assert housekeeping.call_due_last_rounds(timezone.now()) == 0
    assert housekeeping.call_last_round(ending.pk) is False
    assert len(last_rounds(ending.pk)) == 1


def test_who_acts_before_a_late_sweep_gains_no_round_by_it(ending, later):
    ending.turn(0)
    later(sweep=False, days=3, minutes=1)
    ending.act(1, "steer", "stay")
    ending.act(1, "dig", "no")
    assert ending.game.status == Game.Status.OVER
    assert len(last_rounds(ending.pk)) == 1


def test_what_is_answered_is_the_captain_s_own_move_even_when_the_last_round_is_called_by_it(ending, later):
    later(sweep=False, days=3, minutes=1)
    move = ending.act(0, "steer", "stay")
    assert (move.decision, move.number) == ("steer", 2)


def test_a_resignation_after_the_moment_is_a_move_of_its_own(ending, later):
    later(sweep=False, days=3, minutes=1)
    assert acting.resign(ending.pk, 0).decision == "resign"


def test_nothing_can_be_taken_back_beyond_it(ending, later):
    ending.act(0, "boast", "yes")
    assert ending.game.undo_depth == 1
    later(days=3, minutes=1)
    assert ending.game.undo_depth == 0
    with pytest.raises(NotAllowed):
        acting.take_back(ending.pk, 0, ending.game.number)


def test_a_game_that_fails_holds_up_no_other(ending, later, monkeypatch, anne, jack):
    other = two_people(anne, jack, ends_at=timezone.now() + timedelta(days=4), pace=FORTNIGHT)
    later(sweep=False, days=5)
    whole = housekeeping.call_last_round

    def sometimes(game_id):
        if game_id == ending.pk:
            raise RuntimeError("broken")
        return whole(game_id)

    monkeypatch.setattr(housekeeping, "call_last_round", sometimes)
    assert housekeeping.call_due_last_rounds(timezone.now()) == 1
    assert len(last_rounds(other.pk)) == 1


# -- seen and checked -----------------------------------------------------------------------------------
def test_page_and_letter_say_when_it_ends_and_then_that_it_is_the_last_round(client, sign_in, anne, ending, later, golden):
    sign_in(client, anne)
    page = client.get(f"/games/{ending.pk}/")
    assert golden("pages/table", part(page, "p.state"))
    later(minutes=3, post=False)
    post.sweep()
    assert golden("letters/turn", opening(mail.outbox[-1]))
    later(days=3)
    page = client.get(f"/games/{ending.pk}/")
    assert golden("pages/table", part(page, "p.state"))
    assert golden("pages/table", part(page, "ol.this-turn li"))


def test_the_game_can_be_checked_and_its_record_read_back(ending, later, tmp_path):
    ending.turn(0, dig="yes")
    later(days=3, minutes=1)
    ending.turn(1, dig="yes")
    call_command("verify_game", str(ending.pk), stdout=open(tmp_path / "told.txt", "w"))  # noqa: SIM115
    record = past.record(ending.game)
    assert "The game ended as recorded." in list(check(json.loads(json.dumps(record))))
    text = notation.write(TOY, record, ["Anne", "Mary"])
    assert "last-round #" in text
    assert [step.hash for step in notation.replayed(notation.parse(text))] == [move[4] for move in record["moves"]]


def test_a_rematch_has_no_end_until_one_is_agreed_on(ending, later, anne):
    from games.tables.rematch import rematch

    later(days=3, minutes=1)
    ending.turn(0)
    ending.turn(1)
    assert rematch(ending.pk, anne).ends_at is None
