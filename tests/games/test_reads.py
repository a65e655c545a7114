"""Prepared reads give what their querysets give, and never more."""

import gc
import re
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts import api_keys, backends, sessions
from core.prepared import Prepared, PreparedSave, filled_in
from games.agreements import votes
from games.models import ChatLine, Game, Pause, Player, Wait
from games.queries import lists
from games.storage import prepared
from games.tables import chat, lobby
from games.timeouts import sweeping
from leagues.queries import pages as pages_of_leagues
from notifications import bounces, claims, delivery_times, relay_breaker
from notifications.inbound import judging, limits, processing, reply_addresses
from notifications.models import Delivery, LetterIn, Outage, Preference, State, Stop

MODULES = (
    prepared, delivery_times, bounces, reply_addresses, sessions, lists, chat, backends, claims, relay_breaker, processing,
    api_keys, judging, limits,
)  # fmt: skip
ELSEWHERE = (pages_of_leagues,)
"""Compared in tests/leagues/test_deciders.py."""
ALL = {name: read for module in MODULES for name, read in vars(module).items() if isinstance(read, Prepared)}
ROOT = Path(__file__).parents[2]


def mail_values(game: Game) -> dict[str, tuple]:
    """What the reads of letters and of programs are asked with: all is due in a month."""
    mary, letter, long_ago = (
        game.players.get(seat=1).user,
        LetterIn.objects.exclude(address=None).get(),
        game.started_at - timedelta(days=1),
    )
    later, row = timezone.now() + timedelta(days=30), Delivery.objects.exclude(state=State.SENDING).first()
    return {
        "limiting": (timezone.now() - timedelta(minutes=10),),
        "most_urgent": (later, ["nothing"]),
        "still_due": (later, [row.pk], later - timedelta(days=1), later + timedelta(minutes=1)),
        "unheld": (later, False, []),
        "came_from": (mary.pk, 0, long_ago),
        "any_slow": (long_ago,),
        "same_letters": (letter.address_id, letter.message_id, 0),
        "confirmed": (mary.pk,),
        "by_ident": (reply_addresses.new_row(None, "game", {}).ident,),
        "key_of": (api_keys.digest(api_keys.create_key(mary, "mine")),),
        "with_address": (LetterIn.objects.latest("pk").pk,),
    }


def values_for(name: str, game: Game) -> tuple:
    """What each read is asked with here."""
    people = [player.user_id for player in game.players.order_by("seat")]
    wait = game.waits.get(closed_at=None)
    return {
        **mail_values(game),
        **dict.fromkeys(("chair", "one_visible", "sheet"), (game.pk, people[1])),
        "person": (people[1],),
        "moves": (game.pk, 0, game.number - 1),
        "made_at": (game.pk, game.number),
        **dict.fromkeys(("seated", "decks"), ([game.pk],)),
        "wait_to_tell": (wait.pk, people[1], game.started_at, timezone.now()),
        "open_wait_of": (game.pk, wait.seat),
        "waits_elsewhere": (people[wait.seat], 0),
        "waits_of": (game.pk, sorted(game.waits.values_list("turn_key", flat=True))),
        "games_waiting": (people[0],),
        "preferences": (people[1], f"game:{game.pk}"),
        "talk": (game.pk, people[1], True),
        "turns_of": (game.pk, 1),
        "pauses": ([game.pk], people, game.started_at),
        **dict.fromkeys(("troubled", "stops_of", "preferences_of", "addresses_of"), (people,)),
        "open_session": ("anne's", game.started_at),
    }.get(name, (game.pk,))


def whole(row, depth: int = 2):
    """A row with everything that came along with it; some of that knows the row again."""
    if not isinstance(row, Model) or not depth:
        return row
    fields = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    return type(row), fields, {name: whole(one, depth - 1) for name, one in row._state.fields_cache.items()}


@pytest.fixture
def played(at, anne, mary, jack):
    """A table with moves, talk, a vote, a pause of its own, one of Mary and one of a stranger to it; letters, and a session."""
    at.turn(0)
    at.turn(1)
    lobby.create(jack, "toy", open_to_all=True)
    chat.post_line(at.pk, anne, "Ahoy")
    ChatLine.objects.create(game=at.game, user=mary, text="She bluffs", by_spectator=True)
    votes.propose(at.pk, anne, "end")
    now = timezone.now()
    for facts in ({"game": at.game}, {"user": mary}, {"game": None, "user": None}):
        Pause.objects.create(begin=now, end=now + timedelta(days=1), reason=Pause.Reason.OUTAGE, **facts)
    chat.save_notes(at.pk, mary, "Beware of Jack")
    Preference.objects.create(user=mary)
    Preference.objects.create(user=mary, topic=f"game:{at.pk}")
    Session.objects.create(session_key="anne's", session_data="x", expire_date=now + timedelta(days=1))
    Stop.objects.create(user=mary, category="turns")
    reply_addresses.new_row(mary, "game", {"game": at.pk, "receipt": "re:1"})
    LetterIn.objects.create(envelope_to="x", received_at=now, raw=b"", state=LetterIn.State.STORED)
    LetterIn.objects.create(envelope_to="z", received_at=now, raw=b"", state=LetterIn.State.STORED, auth=LetterIn.Auth.PASS)
    LetterIn.objects.create(envelope_to="y", received_at=now, raw=b"", state=LetterIn.State.APPLIED, user=mary, ended_at=now)
    for_letters(mary, now)
    Outage.objects.create(transport="app", started_at=now, ended_at=now, try_at=now)
    Delivery.objects.update(not_before=now)
    lost = Delivery.objects.latest("pk")
    Delivery.objects.filter(pk=lost.pk).update(state=State.SENDING, lease_until=now - timedelta(minutes=1))
    return at.game


def for_letters(mary, now) -> None:
    """A letter that was slow to read, at an address of its own."""
    address = reply_addresses.new_row(mary, "vote", {})
    dealt = {"state": LetterIn.State.APPLIED, "address": address, "message_id": "<1@x>", "slow_by": "@x"}
    LetterIn.objects.create(envelope_to="v", received_at=now, raw=b"", **dealt)


def test_every_file_with_prepared_reads_is_compared_here():
    """Django promises nothing about the parts that `core.prepared` uses, so no read is left to hope."""
    apps = ("accounts", "core", "games", "leagues", "notifications", "buccaneer_site")
    files = (path for app in apps for path in (ROOT / app).rglob("*.py"))
    assert {path for path in files if re.search(r"^@Prepared\.of\(", path.read_text(), re.MULTILINE)} == {
        Path(module.__file__) for module in (*MODULES, *ELSEWHERE)
    }


@pytest.mark.parametrize("name", ALL)
def test_a_prepared_read_gives_the_rows_of_its_queryset(name, played):
    read, values = ALL[name], values_for(name, played)
    with transaction.atomic():
        expected = [whole(row) for row in read.make(*values)]
        assert expected
        assert [whole(row) for row in read(*values)] == expected
        assert [whole(row) for row in read(*values)] == expected


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_prepared_read_finds_nothing_where_there_is_nothing(name, played):
    first, *others = values_for(name, played)
    ago, ahead = played.started_at - timedelta(days=9), timezone.now() + timedelta(days=9)
    if name == "pauses":
        others = [[-1], ahead]
    if name == "unheld":
        others = [False, list(LetterIn.objects.values_list("pk", flat=True))]
    nothing = {
        "open_session": "nobody's",
        **dict.fromkeys(("limiting", "any_slow"), ahead),
        **dict.fromkeys(("most_urgent", "still_due", "unheld"), ago),
    }.get(name, -1)
    with transaction.atomic():
        assert ALL[name]([-1] if isinstance(first, list) else nothing, *others) == []


def plan_of(read: Any, *values: Any) -> list[str]:
    """Return how SQLite finds the rows of a prepared read or of a queryset, step by step."""
    if not isinstance(read, Prepared):
        return read(*values).explain().splitlines()
    read(*values)
    known = next(one for shape, one in read.known.items() if shape[1:] == tuple(len(v) if isinstance(v, list) else None for v in values))
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {known.sql}", filled_in(known.parameters, values, connection))
        return [words for *_, words in cursor.fetchall()]


@pytest.mark.parametrize(
    ("index", "read", "values"),
    [
        ("wait_next", sweeping.due_query, ()),
        ("delivery_leased", claims.lost, ()),
        ("delivery_due", claims.most_urgent, (["nothing"],)),
        ("letter_in_open", processing.unheld, (True, [])),
        ("letter_in_open", processing.unheld, (False, [])),
    ],
)
def test_on_sqlite_a_read_of_each_sweep_passes_over_no_row_that_is_done_with(index, read, values, played):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL finds such an index for any value")
    plan = plan_of(read, timezone.now() + timedelta(days=30), *values)
    assert f"USING INDEX {index}" in plan[0]
    assert not any("ORDER BY" in words for words in plan if "SUBQUERY" not in words)


def test_texts_that_stand_in_a_read_are_written_as_they_are(at):
    odd = "it's 100% %s"
    read = Prepared(lambda pk: Game.objects.filter(pk=pk).exclude(name=odd), (prepared.NUMBER,))
    assert read(at.pk) == [at.game]
    Game.objects.filter(pk=at.pk).update(name=odd)
    assert read(at.pk) == []


def test_its_sql_is_worked_out_once_for_each_power_of_two_of_values_and_once_for_none(db):
    asked = []

    @Prepared.of(prepared.TEXT)
    def with_keys(keys):
        asked.append(len(keys))
        return Wait.objects.filter(turn_key__in=keys)

    for keys in (["a"], ["b"], ["a", "b"], ["c", "d", "e"], ["a", "b", "c", "d"], [], []):
        assert with_keys(keys) == []
    assert asked == [1, 2, 4, 0]


def test_nothing_is_found_in_an_empty_list(at):
    among = Prepared(lambda keys: Wait.objects.filter(turn_key__in=keys), (prepared.TEXT,))
    assert among([]) == []
    assert among([at.wait().turn_key]) == [at.wait()]


def test_a_prepared_read_leaves_nothing_for_the_garbage_collection(at):
    prepared.waits_of(at.pk, [])
    gc.collect()
    gc.disable()
    try:
        rows = prepared.waits_of(at.pk, [])
        del rows
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_value_is_never_read_as_sql(at):
    assert prepared.waits_of(at.pk, ["x'); DROP TABLE games_wait; --", "%s", "\\"]) == list(at.game.waits.filter(closed_at=None))


def test_a_number_beyond_all_measure_stands_in_no_row(at, anne):
    assert prepared.chair(10**30, anne.pk) == []
    assert lists.visible_game(anne, 10**30) is None


def test_the_only_row_is_there_or_said_to_be_missing(at, anne):
    assert prepared.chair.get(at.pk, anne.pk).seat == 0
    assert (prepared.chair.first(at.pk, anne.pk).seat, prepared.chair.first(at.pk, -1)) == (0, None)
    with pytest.raises(Player.DoesNotExist):
        prepared.chair.get(at.pk, -1)


@pytest.mark.django_db(transaction=True)
def test_a_row_is_not_locked_where_nothing_would_hold_the_lock():
    with pytest.raises(TransactionManagementError):
        prepared.locked(1)


@pytest.mark.django_db(transaction=True)
def test_two_threads_read_each_its_own_table(anne, mary):
    from tests.games.conftest import two_people

    games = [two_people(anne, mary).pk for _ in range(2)]
    found = {}

    def look(pk):
        found[pk] = [{player.game_id for player in prepared.seated([pk])} for _ in range(20)]
        connection.close()

    threads = [Thread(target=look, args=(pk,)) for pk in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {pk: [{pk}] * 20 for pk in games}


def test_fields_are_stored_as_save_would_and_no_others(played):
    for _ in range(2):
        row = Game.objects.get(pk=played.pk)
        row.name, row.scores, row.moved_at, row.last_round, row.number = "Renamed", [7, {"a": None}], timezone.now(), None, -5
        PreparedSave(Game, "name", "scores", "moved_at", "last_round")(row)
        stored = Game.objects.get(pk=played.pk)
        assert (stored.name, stored.scores, stored.moved_at, stored.last_round) == (row.name, row.scores, row.moved_at, None)
        assert stored.number == played.number


def test_a_row_that_is_gone_is_not_stored_in_silence(played):
    row = Pause.objects.first()
    Pause.objects.all().delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        PreparedSave(Pause, "note")(row)
