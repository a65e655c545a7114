"""Prepared reads give what their querysets give, and never more."""

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from core.prepared import Prepared
from games.agreements import votes
from games.models import Game, Heartbeat, Pause, Player, Wait
from games.storage import prepared
from games.tables import chat
from notifications import delivery_times
from notifications.models import Preference

ALL = {name: read for module in (prepared, delivery_times) for name, read in vars(module).items() if isinstance(read, Prepared)}


def values_for(name: str, game: Game) -> tuple:
    """What each read is asked with here."""
    people = [player.user_id for player in game.players.order_by("seat")]
    plan = game.waits.filter(closed_at=None).values_list("pk", "next_at").get()
    keys = sorted(game.waits.values_list("turn_key", flat=True))
    return {
        "chair": (game.pk, people[1]),
        "moves": (game.pk, 0, game.number - 1),
        "heartbeat": (),
        "planned": plan,
        "locked_for": plan,
        "open_wait": plan[:1],
        "open_wait_with_game": plan[:1],
        "made_at": (game.pk, game.number),
        "waits_elsewhere": (people[game.waits.get(closed_at=None).seat], 0),
        "waits_of": (game.pk, keys),
        "games_waiting": (people[0],),
        "preferences": (people[1], f"game:{game.pk}"),
        "talk": (game.pk, people[1]),
        "turns_of": (game.pk, 1),
        "pauses": (game.pk, people, game.started_at),
    }.get(name, (game.pk,))


def whole(row, depth: int = 2):
    """A row with everything that came along with it; some of that knows the row again."""
    if not isinstance(row, Model) or not depth:
        return row
    fields = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    return type(row), fields, {name: whole(one, depth - 1) for name, one in row._state.fields_cache.items()}


@pytest.fixture
def played(at, anne, mary):
    """A table with moves, talk, a vote, a pause of its own, one of Mary and one of a stranger to it."""
    at.turn(0)
    at.turn(1)
    chat.post_line(at.pk, anne, "Ahoy")
    votes.propose(at.pk, anne, "end")
    now = timezone.now()
    for facts in ({"game": at.game}, {"user": mary}, {"game": None, "user": None}):
        Pause.objects.create(begin=now, end=now + timedelta(days=1), reason=Pause.Reason.OUTAGE, **facts)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    Preference.objects.create(user=mary)
    Preference.objects.create(user=mary, topic=f"game:{at.pk}")
    return at.game


@pytest.mark.parametrize("name", ALL)
def test_a_prepared_read_gives_the_rows_of_its_queryset(name, played):
    read, values = ALL[name], values_for(name, played)
    with transaction.atomic():
        expected = [whole(row) for row in read.make(*values)]
        assert expected
        assert [whole(row) for row in read(*values)] == expected
        assert [whole(row) for row in read(*values)] == expected


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"heartbeat"}))
def test_a_prepared_read_finds_nothing_where_there_is_nothing(name, played):
    _, *others = values_for(name, played)
    if name == "pauses":
        others = [[-1], timezone.now() + timedelta(days=9)]
    with transaction.atomic():
        assert ALL[name](-1, *others) == []


def test_its_sql_is_worked_out_once_for_each_number_of_values(db):
    asked = []

    @Prepared.of(prepared.TEXT)
    def with_keys(keys):
        asked.append(len(keys))
        return Wait.objects.filter(turn_key__in=[*keys, "none"])

    for keys in (["a"], ["b"], ["a", "b"], ["c", "d"], []):
        assert with_keys(keys) == []
    assert asked == [1, 2, 0]


def test_nothing_is_found_in_an_empty_list(at):
    among = Prepared(lambda keys: Wait.objects.filter(turn_key__in=keys), (prepared.TEXT,))
    assert among([]) == []
    assert among([at.wait().turn_key]) == [at.wait()]


def test_a_value_is_never_read_as_sql(at):
    assert prepared.waits_of(at.pk, ["x'); DROP TABLE games_wait; --", "%s", "\\"]) == list(at.game.waits.filter(closed_at=None))


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
        found[pk] = [{player.game_id for player in prepared.seated(pk)} for _ in range(20)]
        connection.close()

    threads = [Thread(target=look, args=(pk,)) for pk in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {pk: [{pk}] * 20 for pk in games}
