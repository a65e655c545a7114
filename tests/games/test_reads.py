"""Prepared reads give what their querysets give, and never more."""

import gc
import re
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts import api_keys, backends, sessions
from core.prepared import Prepared, PreparedSave, filled_in
from games import housekeeping, notices
from games.agreements import agreed_ends, votes
from games.clock_overview import clock_queries
from games.deadlines import heartbeat, holding
from games.mail import answered
from games.matchmaking import seeks
from games.models import ChatLine, Friendship, Game, Heartbeat, Pause, Player, Seek, Wait
from games.moderation import friends
from games.queries import lists, own_games
from games.storage import counted, prepared
from games.tables import chat, lobby, notes, ready_check
from games.timeouts import sweeping, unread_letters
from leagues import notices as notices_of_leagues
from leagues.queries import deciders
from leagues.services import looked_after
from leagues.services import ready_check as ready_check_of_rounds
from notifications import bounces, channels, claims, delivery_problems, delivery_times, home, outbox, relay_breaker
from notifications.inbound import judging, lanes, limits, processing, reply_addresses, slow_letters
from notifications.models import Channel, Delivery, Home, LetterIn, Mailing, Notice, Outage, Preference, State, Stop

MODULES = (
    prepared, notices, unread_letters, delivery_times, bounces, reply_addresses, sessions, lists, notes, backends, housekeeping,
    agreed_ends, votes, heartbeat, ready_check, sweeping, claims, home, relay_breaker, clock_queries, friends, processing,
    counted, api_keys, holding, answered, channels, outbox, own_games, seeks, delivery_problems, judging, lanes, limits, slow_letters,
)  # fmt: skip
ELSEWHERE = (deciders, looked_after, ready_check_of_rounds, notices_of_leagues)
"""Compared in tests/leagues/test_deciders.py and test_looked_after.py."""
ALL = {name: read for module in MODULES for name, read in vars(module).items() if isinstance(read, Prepared)}
ROOT = Path(__file__).parents[2]


UNASKED = ("stored_home", "elsewhere", "locked", "owed_now")
"""Reads of sweeps that are asked with nothing."""
OF_LETTERS_IN = ("of_proved_writers", "of_others")
IN_ORDER = {"due_query": "wait_next", "lost": "delivery_leased", "most_urgent": "delivery_due"} | dict.fromkeys(
    OF_LETTERS_IN, "letter_in_open"
)
"""Reads that come by every few seconds, and the indexes that hold no row that is done with."""


def sweep_values() -> dict[str, tuple]:
    """What the reads of sweeps are asked with: all is due in a month."""
    later, row = timezone.now() + timedelta(days=30), Delivery.objects.exclude(state=State.SENDING).first()
    return {
        **dict.fromkeys(("due_ends", "expired", "open_too_long", "due_query"), (later,)),
        "due_checks": (later, ["toy"]),
        "limiting": (timezone.now() - timedelta(minutes=10),),
        "lost": (timezone.now(), later),
        "most_urgent": (later, ["nothing"]),
        "still_due": (later, [row.pk], later - timedelta(days=1), later + timedelta(minutes=1)),
        **dict.fromkeys(OF_LETTERS_IN, (later, [])),
        **dict.fromkeys(UNASKED, ()),
    }


def lobby_values(game: Game, people: list[int]) -> dict[str, tuple]:
    """What the reads of the lobby are asked with."""
    opened = Game.objects.get(status=Game.Status.OPEN)
    return {
        "listed": ([game.pk, opened.pk],),
        "tables_with": ([people[0], opened.owner_id],),
        "open_among": (people[1], [game.pk, opened.pk]),
        "unread_lines": (people[1], [game.pk, opened.pk]),
        **dict.fromkeys(("shown_of", "seats_of", "asked_at"), ([game.pk],)),
        **dict.fromkeys(("chair_rows", "invited_to_open", "seek_of"), (people[1],)),
        "silent_among": (["silent@x"],),
        "told_of": ([Notice.objects.latest("pk").key, "x"],),
        **dict.fromkeys(("friend_pairs", "askers", "around"), (people[1],)),
        "open_seats": (opened.owner_id,),
        "kept": (["turns", "captain", "unknown"],),
        "public_games": (Game.Status.OPEN,),
    }


def mail_values(game: Game) -> dict[str, tuple]:
    """What the reads of letters in and of programs are asked with."""
    mary, letter, long_ago = (
        game.players.get(seat=1).user,
        LetterIn.objects.exclude(address=None).get(),
        game.started_at - timedelta(days=1),
    )
    return {
        "came_from": (mary.pk, 0, long_ago),
        "came_to": (letter.address_id, 0, long_ago),
        "any_slow": (long_ago,),
        "same_letters": (letter.address_id, letter.message_id, 0),
        **dict.fromkeys(("auth_of", "letter_in"), (letter.pk,)),
        "with_key": (Notice.objects.latest("pk").key,),
        **dict.fromkeys(("confirmed", "transports_to"), (mary.pk,)),
        "open_now": ("shut",),
        "limiting_locked": (timezone.now() - timedelta(minutes=10), "app"),
        "gone_since": ("app", long_ago, long_ago),
        "sending_now": (Delivery.objects.get(state=State.SENDING).transport,),
        "held": (game.pk, long_ago),
        "receipts_since": (mary.pk, "game", game.started_at - timedelta(hours=1)),
        "open_wait_of": (game.pk, game.waits.get(closed_at=None).seat),
        "by_ident": (reply_addresses.new_row(None, "game", {}).ident,),
        "key_of": (api_keys.digest(api_keys.create_key(mary, "mine")),),
        "with_address": (LetterIn.objects.latest("pk").pk,),
    }


def values_for(name: str, game: Game) -> tuple:
    """What each read is asked with here."""
    people = [player.user_id for player in game.players.order_by("seat")]
    plan = game.waits.filter(closed_at=None).values_list("pk", "next_at").get()
    return {
        **sweep_values(),
        **lobby_values(game, people),
        **mail_values(game),
        **dict.fromkeys(("chair", "one_visible", "sheet"), (game.pk, people[1])),
        **dict.fromkeys(("person", "newest_open_to"), (people[1],)),
        "moves": (game.pk, 0, game.number - 1),
        "heartbeat": (),
        "still_open": ([plan[0]],),
        "locked_for": ([plan[0]],),
        **dict.fromkeys(("seated", "decks"), ([game.pk],)),
        **dict.fromkeys(("open_wait", "open_wait_with_game"), plan[:1]),
        "wait_to_tell": (plan[0], people[1], game.started_at, timezone.now()),
        "made_at": (game.pk, game.number),
        "waits_elsewhere": (people[game.waits.get(closed_at=None).seat], 0),
        "waits_of": (game.pk, sorted(game.waits.values_list("turn_key", flat=True))),
        "games_waiting": (people[0],),
        "preferences": (people[1], f"game:{game.pk}"),
        **dict.fromkeys(("talk", "talk_of_spectators"), (game.pk, people[1])),
        **dict.fromkeys(("turns_of", "own_last_turn"), (game.pk, 1)),
        "pauses": ([game.pk], people, game.started_at),
        "any_unread": (game.started_at + timedelta(hours=1),),
        **dict.fromkeys(("troubled", "stops_of", "preferences_of", "addresses_of"), (people,)),
        "carried_out": (people[1], game.started_at - timedelta(hours=1)),
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
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    notes.save_notes(at.pk, mary, "Beware of Jack")
    counted.keep({"turns": [60, 3600], "captain": "always in time"})
    Friendship.objects.create(user=mary, other=anne, agreed_at=now)
    Friendship.objects.create(user=jack, other=mary)
    Preference.objects.create(user=mary)
    Preference.objects.create(user=mary, topic=f"game:{at.pk}")
    Session.objects.create(session_key="anne's", session_data="x", expire_date=now + timedelta(days=1))
    Stop.objects.create(user=mary, category="turns")
    reply_addresses.new_row(mary, "game", {"game": at.pk, "receipt": "re:1"})
    LetterIn.objects.create(envelope_to="x", received_at=now, raw=b"", state=LetterIn.State.STORED)
    LetterIn.objects.create(envelope_to="z", received_at=now, raw=b"", state=LetterIn.State.STORED, auth=LetterIn.Auth.PASS)
    LetterIn.objects.create(envelope_to="y", received_at=now, raw=b"", state=LetterIn.State.APPLIED, user=mary, ended_at=now)
    for_letters(mary, now)
    Seek.objects.create(user=mary, rulesets=["toy"], paces=[86400], least=2)
    Mailing.objects.create(address="silent@x", state=bounces.SILENT[0])
    Game.objects.get(status=Game.Status.OPEN).invitations.create(user=mary, by=jack)
    for_sweeps(at.pk, now)
    return at.game


def for_letters(mary, now) -> None:
    """A letter that was slow to read, at an address of its own, and a channel."""
    address = reply_addresses.new_row(mary, "vote", {})
    dealt = {"state": LetterIn.State.APPLIED, "address": address, "message_id": "<1@x>", "slow_by": "@x"}
    LetterIn.objects.create(envelope_to="v", received_at=now, raw=b"", **dealt)
    Channel.objects.create(user=mary, transport="app", address="x", secrets={})


def for_sweeps(table: int, now) -> None:
    """Something for each sweep: an agreed end, a chair that is open, a ready check, an outage, letters, one of them lost."""
    Game.objects.filter(pk=table).update(ends_at=now)
    waiting = Game.objects.filter(status=Game.Status.OPEN)
    waiting.update(ready_by=now)
    Player.objects.filter(game__in=waiting).update(mode=Player.Mode.OPEN, open_until=now)
    Outage.objects.create(transport="app", started_at=now, ended_at=now, try_at=now)
    home.remember_home()
    Delivery.objects.update(not_before=now)
    gone = Delivery.objects.latest("pk")
    Delivery.objects.filter(pk=gone.pk).update(state=State.SENDING, lease_until=now - timedelta(minutes=1))


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
    if name == "open_now":
        Outage.objects.create(transport="shut", started_at=timezone.now(), try_at=timezone.now())
    if name == "gone_since":
        Delivery.objects.exclude(state=State.SENDING).update(state=State.SENT, ended_at=timezone.now(), transport="app")
    if name == "held":
        Pause.objects.filter(game=played.pk).update(reason=Pause.Reason.NEWER)
    if name == "open_seats":
        played.players.filter(seat=0).update(mode=Player.Mode.OPEN, open_until=timezone.now())
    if name == "elsewhere":
        Home.objects.update(host="elsewhere.example", port=443)
    with transaction.atomic():
        expected = [whole(row) for row in read.make(*values)]
        assert expected
        assert [whole(row) for row in read(*values)] == expected
        assert [whole(row) for row in read(*values)] == expected


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"heartbeat", *UNASKED}))
def test_a_prepared_read_finds_nothing_where_there_is_nothing(name, played):
    first, *others = values_for(name, played)
    ago, ahead = played.started_at - timedelta(days=9), timezone.now() + timedelta(days=9)
    if name == "pauses":
        others = [[-1], ahead]
    if name in OF_LETTERS_IN:
        others = [list(LetterIn.objects.values_list("pk", flat=True))]
    owner = Game.objects.get(status=Game.Status.OPEN).owner_id  # nobody else has a table that they could join
    nothing = {
        "any_unread": ago, "troubled": [-1], "open_session": "nobody's", "newest_open_to": owner, "open_among": owner,
        **dict.fromkeys(("limiting", "limiting_locked", "any_slow"), ahead),
        **dict.fromkeys(("due_ends", "expired", "open_too_long", "due_query", "due_checks", "lost", "most_urgent", "still_due"), ago),
        **dict.fromkeys(OF_LETTERS_IN, ago),
    }.get(name, -1)  # fmt: skip
    with transaction.atomic():
        assert ALL[name]([-1] if isinstance(first, list) and name != "troubled" else nothing, *others) == []


@pytest.mark.parametrize("name", IN_ORDER)
def test_on_sqlite_a_read_of_each_sweep_passes_over_no_row_that_is_done_with(name, played):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL finds such an index for any value")
    read, values = ALL[name], values_for(name, played)
    read(*values)
    known = next(one for shape, one in read.known.items() if shape[1:] == tuple(len(v) if isinstance(v, list) else None for v in values))
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {known.sql}", filled_in(known.parameters, values, connection))
        plan = [words for *_, words in cursor.fetchall()]
    assert f"USING INDEX {IN_ORDER[name]}" in plan[0]
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
    assert prepared.chair.one(at.pk, anne.pk).seat == 0
    with pytest.raises(Player.DoesNotExist):
        prepared.chair.one(at.pk, -1)


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
