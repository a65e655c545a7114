"""A town whose Redis is killed, hangs, and comes back: pages, moves, sockets, letters and clocks go on without it."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest
from celery import current_app
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone
from kombu import Connection, Exchange, Queue
from kombu.asynchronous import Hub
from kombu.common import ignore_errors
from kombu.pidbox import Mailbox

from core.infrastructure import REDIS
from games.announcements import live
from games.models import Game, Heartbeat, Wait
from games.rulesets import all_rulesets
from games.tables import lobby
from games.web import consumers
from games.web.consumers import websocket_urlpatterns
from notifications.inbound import processing, store
from notifications.models import Delivery, LetterIn, State
from scripts import servers
from tests.games.conftest import At, two_people
from tests.games.toy import TOY
from tests.letters import codes

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True), pytest.mark.long]
QUICK = 1.0
"""Seconds in which a page has to come, whatever Redis does."""
FIRST = 12.0
"""The same for the page that finds out that Redis hangs: each of its servers' patience, once."""


class Server:
    """A Redis of our own that can be killed, stopped in its tracks, and started anew where it was."""

    def __init__(self, folder: Path):
        self.folder, self.port, self.stack = folder, servers.free_port(), ExitStack()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def up(self):
        self.process = self.stack.enter_context(servers.running(servers.redis_server(self.folder, self.port), self.port))

    def down(self):
        self.stack.close()

    def hang(self):
        self.process.send_signal(signal.SIGSTOP)
        self.stack.callback(self.process.send_signal, signal.SIGCONT)


@pytest.fixture
def redis(tmp_path, settings):
    """The site with its cache, sockets and queue on a Redis of its own."""
    server = Server(tmp_path)
    server.up()
    settings.CACHES = {"default": {"BACKEND": "buccaneer_site.cache.Cache", "LOCATION": server.url}}
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "core.channel_layer.Layer", "CONFIG": {"hosts": [server.url]}}}
    kept = {name: current_app.conf[name] for name in ("broker_url", "broker_transport_options", "task_always_eager")}
    options = {"socket_timeout": 2, "socket_connect_timeout": 0.5}
    current_app.conf.update(broker_url=server.url, broker_transport_options=options, task_always_eager=False)
    current_app._pool = current_app.amqp._producer_pool = None
    yield server
    server.down()
    current_app.conf.update(kept)
    current_app._pool = current_app.amqp._producer_pool = None
    REDIS.until = 0.0


@pytest.fixture
def table(monkeypatch, anne, mary) -> At:
    monkeypatch.setitem(all_rulesets(), "toy", TOY)
    return At(two_people(anne, mary))


def quickly(ask, seconds: float = QUICK):
    """What it gives, in time."""
    before = monotonic()
    found = ask()
    assert monotonic() - before < seconds
    return found


def steer(client, table):
    """Anne's move, on the page."""
    form = {"decision": "steer", "answer": "stay", "seen": table.game.number}
    return client.post(f"/games/{table.pk}/move/", form, HTTP_HX_REQUEST="true")


def test_pages_and_moves_answer_at_once_while_redis_is_down(redis, client, sign_in, anne, table):
    sign_in(client, anne)
    assert client.get(f"/games/{table.pk}/").status_code == 200
    redis.down()
    for path in (f"/games/{table.pk}/", "/games/", "/", f"/games/{table.pk}/history/", "/account/login/", "/people/"):
        assert quickly(lambda path=path: client.get(path)).status_code in (200, 302, 404), path
    moved = quickly(lambda: steer(client, table))
    assert (moved.status_code, table.game.number) == (200, 1)


def test_a_redis_that_hangs_is_waited_for_once_and_not_by_each_page(redis, client, sign_in, anne, table):
    sign_in(client, anne)
    client.get(f"/games/{table.pk}/")
    redis.hang()
    assert quickly(lambda: steer(client, table), FIRST).status_code == 200
    for _ in range(3):
        assert quickly(lambda: client.get(f"/games/{table.pk}/")).status_code == 200


def test_what_is_limited_is_let_through_and_what_is_cached_is_not_found(redis):
    cache.set("compass", "north")
    redis.down()
    assert cache.get("compass") is None
    assert cache.add("once", True, 60)
    assert cache.incr("often") == 1
    assert cache.get_many(["compass"]) == {}
    assert cache.get_or_set("compass", "south") == "south"
    redis.up()
    REDIS.until = 0.0
    cache.set("compass", "west")
    assert cache.get("compass") == "west"


def test_the_letters_of_a_move_made_without_a_queue_go_out_by_the_sweep(redis, client, sign_in, anne, mary, table):
    redis.down()
    sign_in(client, anne)
    assert steer(client, table).status_code == 200
    assert client.post(f"/games/{table.pk}/move/", {"decision": "dig", "answer": "no", "seen": 1}).status_code == 302
    wait = Wait.objects.get(game=table.pk, closed_at=None)
    Delivery.objects.update(not_before=timezone.now() - timedelta(minutes=1))
    call_command("sweep")
    sent = Delivery.objects.get(notice__key=f"turn:{wait.pk}")
    assert (wait.seat, sent.state, [letter.to for letter in mail.outbox]) == (1, State.SENT, [[mary.email]])


def test_the_sweep_plays_for_the_bots_though_nothing_can_be_queued(redis, monkeypatch, anne):
    monkeypatch.setitem(all_rulesets(), "toy", TOY)
    redis.down()
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", bots=["easy"])
    at = At(Game.objects.get(pk=game.pk))
    seat = at.wait().seat
    if seat == 0:
        at.turn(0)
    Wait.objects.filter(game=at.pk, closed_at=None).update(next_at=timezone.now() - timedelta(seconds=1))
    call_command("sweep")
    assert at.wait().seat == 0


def test_the_sweep_comes_to_the_clocks_though_redis_is_down(redis, table):
    wait = table.wait()
    redis.down()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=20)})
    Wait.objects.filter(pk=wait.pk).update(next_at=timezone.now() - timedelta(seconds=1))
    quickly(lambda: call_command("sweep"), 5)
    assert table.wait().next_at > timezone.now()


def test_letters_are_read_while_redis_is_down(redis, settings, table):
    settings.REPLY_DOMAIN = "localhost"
    redis.down()
    Delivery.objects.update(not_before=timezone.now() - timedelta(minutes=1))
    call_command("sweep")
    [letter] = mail.outbox
    said = f"From: {letter.to[0]}\nTo: {letter.extra_headers['Reply-To']}\nSubject: Re: x\n\n{codes(letter)['stay']}\n"
    came = store.store(said.encode(), letter.extra_headers["Reply-To"], letter.to[0], timezone.now(), "pass")
    call_command("sweep")
    came.refresh_from_db()
    assert (came.state, came.attempts, table.game.number) == (LetterIn.State.APPLIED, 1, 1)


def test_a_fault_of_the_servers_around_us_is_no_attempt_at_a_letter(redis, table, monkeypatch):
    def gone(*_):
        raise OperationalError("the connection is lost")

    came = store.store(b"From: a@example.org\n\nAhoy\n", "x@localhost", "a@example.org", timezone.now(), "pass")
    with monkeypatch.context() as patch:
        patch.setattr(processing, "decide", gone)
        for _ in range(5):
            processing.process_letter(came.pk)
    came.refresh_from_db()
    assert (came.state, came.attempts) == (LetterIn.State.STORED, 0)
    processing.process_letter(came.pk)
    came.refresh_from_db()
    assert came.state == LetterIn.State.IGNORED


def test_the_site_says_that_redis_is_away_and_is_ready_all_the_same(redis, client):
    assert b"redis ok" in client.get("/readyz").content
    redis.down()
    answer = quickly(lambda: client.get("/readyz"))
    assert (answer.status_code, b"redis away" in answer.content) == (200, True)


def test_a_part_of_the_sweep_that_fails_holds_up_no_other(redis, table, monkeypatch):
    def gone(*_):
        raise OperationalError("the connection is lost")

    monkeypatch.setattr("games.tasks.find_company", gone)
    monkeypatch.setattr("notifications.tasks.sweep", gone)
    wait = table.wait()
    Wait.objects.filter(pk=wait.pk).update(next_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(CommandError, match="letters, matchmaking"):
        call_command("sweep")
    assert table.wait().next_at > timezone.now()


# -- sockets --------------------------------------------------------------------------------------
async def socket(user, pk) -> WebsocketCommunicator:
    talk = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/games/{pk}/")
    talk.scope["user"] = user
    assert (await talk.connect(timeout=5))[0]
    return talk


@pytest.mark.asyncio
async def test_a_socket_is_let_in_while_redis_is_down_and_asked_to_come_back(redis, table, anne, monkeypatch):
    monkeypatch.setattr(consumers, "HEARS_NOTHING_FOR", 0.2)
    redis.down()
    for number in (0, 1):
        talk = await socket(anne, table.pk)
        assert (await talk.receive_json_from())["number"] == number
        assert await talk.receive_output(timeout=5) == {"type": "websocket.close", "code": consumers.COME_BACK}
        if not number:
            await database_sync_to_async(table.act)(0, "steer", "stay")


@pytest.mark.asyncio
async def test_an_open_socket_closes_when_redis_goes_and_the_next_one_hears_of_moves_when_it_is_back(redis, table, anne):
    talk = await socket(anne, table.pk)
    assert (await talk.receive_json_from())["number"] == 0
    redis.down()
    said = {}
    while said.get("type") != "websocket.close":  # that somebody sat down may be told before
        said = await talk.receive_output(timeout=10)
    assert said["code"] == consumers.COME_BACK
    redis.up()
    REDIS.until = 0.0
    talk = await socket(anne, table.pk)
    assert (await talk.receive_json_from())["number"] == 0
    await asyncio.to_thread(live.changed, table.pk, 7)
    assert await talk.receive_json_from(timeout=10) == {"number": 7}
    await talk.disconnect()


@pytest.mark.asyncio
async def test_an_open_socket_closes_also_when_redis_hangs_instead_of_hearing_nothing_for_as_long_as_that_lasts(redis, table, anne):
    talk = await socket(anne, table.pk)
    assert (await talk.receive_json_from())["number"] == 0
    redis.hang()
    await asyncio.to_thread(cache.get, "compass")  # some page finds it out
    said = {}
    while said.get("type") != "websocket.close":
        said = await talk.receive_output(timeout=10)
    assert said["code"] == consumers.COME_BACK


@pytest.mark.asyncio
async def test_a_browser_that_is_gone_already_is_no_fault_when_its_socket_is_closed(monkeypatch):
    async def gone(*args, **kwargs):
        raise BrokenPipeError

    talk = consumers.GameConsumer()
    monkeypatch.setattr(talk, "close", gone)
    assert await talk.layer_lost() is None


# -- the whole of it ------------------------------------------------------------------------------
def test_a_town_without_redis_and_database_lives_and_is_not_ready(tmp_path):
    away = servers.free_ports(2)
    env = os.environ | {
        "DATABASE_URL": f"postgres://nobody@127.0.0.1:{away[0]}/none",
        "REDIS_URL": f"redis://127.0.0.1:{away[1]}/0",
        "EMAIL_URL": "smtp://127.0.0.1:25",
        "SECRET_KEY": servers.KEY,
        "SITE_URL": "http://pirates.example",
        "BUCCANEER_DATA": str(tmp_path),
    }
    ask = """
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "buccaneer_site.settings"
import django; django.setup()
from django.test import Client
for path in ("/healthz", "/readyz"):
    print(path, (found := Client().get(path, HTTP_HOST="10.0.0.7")).status_code, found.content.decode().split("\\n"))
"""
    root = Path(__file__).resolve().parents[2]
    said = subprocess.run([sys.executable, "-c", ask], env=env, cwd=root, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == ["/healthz 200 ['ok', '']", "/readyz 503 ['not ready', 'database away', 'redis away', '']"]


def test_a_worker_that_loses_redis_with_work_in_hand_closes_its_connection_and_lives(tmp_path):
    """The steps of Celery's worker, each as it takes it: it waits for more work when Redis dies, and then gives up its connection."""
    redis, hub, held = Server(tmp_path), Hub(), []
    redis.up()
    with Connection(redis.url) as writer:
        writer.SimpleQueue("work").put({"letter": 1})
    connection = Connection(redis.url)
    connection.Consumer([Queue("work", Exchange("work"), "work")], on_message=held.append).consume()
    Mailbox("town", type="fanout").Node("worker", channel=connection.channel()).listen()
    connection.register_with_event_loop(hub)
    hub.timer.call_repeatedly(0.1, lambda: None)
    while not held:
        hub.run_once()
    hub.run_once()
    hub.run_once()
    redis.down()
    with suppress(Exception):
        connection.collect(socket_timeout=5)
    ignore_errors(connection, connection.close)
    held[0].ack_log_error(logging.getLogger(__name__), connection.connection_errors)
