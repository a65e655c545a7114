"""Private parts of libraries that `core` uses: these tests fail at once when a library changes them."""

import asyncio

import pytest
from allauth.account.internal.stagekit import stash_login
from allauth.account.models import Login
from celery.exceptions import WorkerShutdown
from celery.worker.state import maybe_shutdown
from channels_redis import pubsub
from django.contrib.sessions.backends.cache import SessionStore
from django.db.models.sql import InsertQuery
from kombu.transport import redis
from redis.exceptions import ConnectionError as Lost

from accounts.models import User
from core import broker, channel_layer
from core.broker import ask_workers_to_stop, let_workers_start
from core.sign_in import person_signing_in


def test_the_account_library_tells_who_is_signing_in(db, rf):
    request, person = rf.get("/"), User.objects.create_user(name="Anne")
    request.session = SessionStore()
    assert person_signing_in(request) is None
    stash_login(request, Login(user=person))
    assert person_signing_in(request) == person
    assert person_signing_in(request) == person, "asking does not use it up"


def test_celery_stops_a_worker_when_asked_and_only_then():
    maybe_shutdown()
    ask_workers_to_stop()
    try:
        with pytest.raises(WorkerShutdown):
            maybe_shutdown()
    finally:
        let_workers_start()
    maybe_shutdown()


def test_kombu_asks_our_channel_for_a_connection():
    assert "conn_or_acquire" in vars(redis.Channel)
    channel = broker.Channel.__new__(broker.Channel)
    channel.connection = None
    with pytest.raises(Lost), channel.conn_or_acquire():
        pass


@pytest.mark.parametrize(
    ("ours", "library"),
    [
        (channel_layer.Shard, pubsub.RedisSingleShardConnection),
        (channel_layer.Layer, pubsub.RedisPubSubChannelLayer),
    ],
)
def test_the_channel_layer_overrides_what_the_library_calls(ours, library):
    overridden = {name for name in vars(ours) if not name.startswith("__")} - {"_guarded"}
    assert overridden
    assert overridden <= vars(library).keys()


def test_the_channel_layer_gives_each_loop_our_connections():
    async def shards_of_this_loop():
        layer = channel_layer.Layer(hosts=["redis://localhost:1"])
        return layer._get_layer()._shards

    (shard,) = asyncio.run(shards_of_this_loop())
    assert isinstance(shard, channel_layer.Shard)
    assert shard._pubsub is None
    assert callable(shard._receive_message)


def test_django_compiles_queries_as_prepared_ones_expect(db):
    compiler = User.objects.only("name").query.get_compiler(using="default")
    compiler.as_sql()
    columns = [column for column, _, _ in compiler.select]
    assert len(columns) == 2
    assert compiler.klass_info["model"] is User
    assert compiler.annotation_col_map == {}
    assert compiler.get_converters(columns) == {}
    insert = InsertQuery(User)
    insert.insert_values([User._meta.get_field("name")], [User(name="Anne")])
    compiler = insert.get_compiler(using="default")
    compiler.returning_fields = [User._meta.pk]
    ((sql, values),) = compiler.as_sql()
    assert "RETURNING" in sql
    assert "Anne" in values
