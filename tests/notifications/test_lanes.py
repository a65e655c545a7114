"""Who is read when: forged letters hold up neither proved ones nor anything else, and those that were too slow are remembered."""

import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest
from celery.app.amqp import Queues
from django.conf import settings
from django.utils import timezone

from buccaneer_site.celery import app, take_the_rest_too
from buccaneer_site.embedded import EmbeddedWorker
from notifications import tasks
from notifications.inbound import READERS, Reader, Verdict, limits, processing, reply_addresses
from notifications.inbound.parsing import Parsed, parse
from notifications.inbound.store import store
from notifications.models import LetterIn
from tests.letters import sweep

pytestmark = pytest.mark.django_db
RELAY = "Received: from spammer (spammer [{}]) by mx.port.example; Mon, 2 Nov 2026 10:00:00 +0000"


@pytest.fixture(autouse=True)
def _nothing_is_read_by_itself(monkeypatch):
    monkeypatch.setattr("notifications.tasks.read_letter.delay", lambda *_: None)


@pytest.fixture
def came(anne, monkeypatch):
    """`came(auth, sender, relay)`: a letter to an address of Anne's lies there."""
    monkeypatch.setitem(READERS, "nobody-reads-this", Reader(lambda letter, text: Verdict("applied", "read"), "receipt", "held"))
    to, count = reply_addresses.new_address(anne, "nobody-reads-this", {}) + "@localhost", iter(range(1000))

    def came(auth, sender="anne@example.org", relay="", at=None):
        lines = [*([RELAY.format(relay)] if relay else []), f"From: {sender}", f"Message-ID: <{next(count)}@example.org>", "", "1 KX"]
        return store("\n".join(lines).encode(), to, "x@example.org", at or timezone.now(), auth)

    return came


@pytest.fixture
def slow_letters(monkeypatch):
    """All letters are too slow to read; which were looked at."""
    looked_at = []

    def read(raw, html=True):
        looked_at.append(html)
        return Parsed(problem="too-slow")

    monkeypatch.setattr(processing, "parse", read)
    return looked_at


def reasons():
    return list(LetterIn.objects.order_by("pk").values_list("reason", flat=True))


def test_a_proved_letter_does_not_wait_behind_forged_ones(came, monkeypatch):
    forged, order = [came("fail") for _ in range(3)], []
    proved = came("pass")
    monkeypatch.setattr(processing, "process_letter", order.append)
    tasks.read_letters()
    assert order == [proved.pk, *[letter.pk for letter in forged]]


def test_a_letter_whose_reader_died_while_its_clock_went_ahead_is_read_soon(came, time_machine):
    now = timezone.now()
    came(LetterIn.Auth.PASS, at=now)
    time_machine.move_to(now + timedelta(days=3), tick=False)
    assert processing.claim(LetterIn.objects.get().pk) is not None
    time_machine.move_to(now, tick=False)
    tasks.read_letters()
    assert LetterIn.objects.get().state == LetterIn.State.READING
    time_machine.move_to(now + timedelta(minutes=3), tick=False)
    tasks.read_letters()
    assert reasons() == ["read"]


def test_while_forged_letters_are_read_a_proved_one_is_read_too(came, monkeypatch):
    forged, proved = came("none"), came("pass")
    order = []

    def read(pk):
        order.append(pk)
        if pk == forged.pk:
            processing.read_lane_of(proved.pk)

    monkeypatch.setattr(processing, "process_letter", read)
    processing.read_lane_of(forged.pk)
    assert order == [forged.pk, proved.pk]


def test_one_thread_of_a_process_reads_what_is_not_proved_however_much_of_it_comes(came, monkeypatch):
    first, later, order = came("none"), came("none"), []

    def read(pk):
        processing.read_lane_of(later.pk)  # another thread is told of the next letter, and goes home
        order.append(pk)
        LetterIn.objects.filter(pk=pk).update(state="ignored")

    monkeypatch.setattr(processing, "process_letter", read)
    processing.read_lane_of(first.pk)
    assert order == [first.pk, later.pk]
    assert not any(lock.locked() for lock in processing.BUSY.values())


def test_a_letter_that_comes_while_the_last_one_is_put_away_is_read(came, monkeypatch):
    came("none")
    order, late = [], []

    class Released(type(threading.Event())):
        def acquire(self, blocking):
            return True

        def release(self):
            if not late:
                late.append(came("none").pk)

    def read(pk):
        order.append(pk)
        LetterIn.objects.filter(pk=pk).update(state="ignored")

    monkeypatch.setattr(processing, "process_letter", read)
    monkeypatch.setitem(processing.BUSY, False, Released())
    processing.read_lane(False)
    assert order[1:] == late


def test_sending_does_not_wait_for_reading(came):
    kept = came("pass")
    tasks.sweep()
    kept.refresh_from_db()
    assert kept.state == "stored"
    sweep()
    kept.refresh_from_db()
    assert kept.state != "stored"


def test_letters_that_come_in_have_a_queue_of_their_own():
    for name in ("read_letter", "read_letters", "fetch_letters"):
        assert app.amqp.router.route({}, f"notifications.tasks.{name}")["queue"].name == settings.LETTERS_QUEUE
    keys = {queue.name: queue.routing_key for queue in app.amqp.queues.values()}
    assert keys == {name: name for name in ("celery", "letters-in", "sweeps", "letters-out", "clocks", "bots", "pictures")}


@pytest.mark.parametrize(("queue", "tasks"), settings.WORK_QUEUES.items())
def test_letters_out_clocks_bots_and_pictures_have_a_queue_each(queue, tasks):
    for name in tasks:
        assert name in app.tasks
        assert app.amqp.router.route({}, name)["queue"].name == queue


def test_sweeps_wait_behind_no_single_letter_and_no_reading():
    for part in ("games", "leagues", "notifications"):
        assert app.amqp.router.route({}, f"{part}.tasks.sweep")["queue"].name == settings.SWEEPS_QUEUE


ALL_BUT_LETTERS_IN = "celery,sweeps,letters-out,clocks,bots,pictures"


@pytest.mark.parametrize(
    ("told", "taken"),
    [
        ("celery", ALL_BUT_LETTERS_IN),
        ("celery,letters-in", f"{ALL_BUT_LETTERS_IN},letters-in"),
        ("letters-in", "letters-in"),
        ("bots,clocks", "bots,clocks"),
        ("celery,sweeps", "celery,sweeps"),
    ],
)
def test_a_worker_of_the_main_queue_takes_all_but_letters_in_unless_it_was_told_more(told, taken):
    queues = Queues(settings.CELERY_TASK_QUEUES)
    queues.select(told.split(","))
    take_the_rest_too(instance=SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=queues))))
    assert set(queues.consume_from) == set(taken.split(","))


def test_on_one_machine_reading_and_fetching_leave_two_threads_to_everything_else():
    assert EmbeddedWorker(app).concurrency >= len(processing.BUSY) + 1 + 2


def test_the_html_of_a_letter_that_is_not_proved_is_not_read(came, slow_letters):
    came("pass"), came("fail"), came("none")
    tasks.read_letters()
    assert slow_letters == [True, False, False]


def test_who_is_proved_to_send_slow_letters_is_not_read_for_an_hour(came, slow_letters, time_machine):
    for _ in range(limits.ENOUGH + 2):
        came("pass")
        tasks.read_letters()
    assert reasons() == ["too-slow"] * limits.ENOUGH + ["too-slow-before"] * 2
    assert set(LetterIn.objects.values_list("slow_by", flat=True)) == {"anne@example.org", ""}
    time_machine.move_to(timezone.now() + limits.A_WHILE + timedelta(minutes=1))
    came("pass")
    tasks.read_letters()
    assert reasons()[-1] == "too-slow"


@pytest.mark.parametrize("relay", ["", "203.0.113.9", "8.8.8.8"])
def test_forged_letters_however_slow_never_silence_the_person_they_name(came, slow_letters, relay, monkeypatch):
    for _ in range(20):
        came("fail", relay=relay)
    tasks.read_letters()
    monkeypatch.setattr(processing, "parse", parse)
    real = came("pass", relay=relay)
    tasks.read_letters()
    real.refresh_from_db()
    assert real.reason not in ("too-slow", "too-slow-before")


def test_forged_letters_from_one_server_do_not_hold_up_those_of_another(came, slow_letters):
    for _ in range(5):
        came("fail", relay="8.8.8.8")
    tasks.read_letters()
    assert reasons() == ["too-slow"] * 3 + ["too-slow-before"] * 2
    came("fail", relay="9.9.9.9")
    tasks.read_letters()
    assert reasons()[-1] == "too-slow"
    assert len(slow_letters) == 4


def test_a_domain_that_proves_strangers_without_end_holds_up_strangers_of_its_own_only(came, slow_letters, mary):
    for number in range(5):
        came("pass", sender=f"{number}@example.org")
    tasks.read_letters()
    assert reasons() == ["too-slow"] * 3 + ["too-slow-before"] * 2
    came("pass", sender="Mary <mary@example.org>"), came("pass", sender="x@elsewhere.example")
    tasks.read_letters()
    assert reasons()[-2:] == ["too-slow", "too-slow"]


@pytest.mark.parametrize(
    ("sender", "who"),
    [
        ('"anne@example.org" <x@evil.example>', "@evil.example"),
        ("anne@example.org, x@evil.example", ""),
        ("Anne <anne@example.org>", "anne@example.org"),
        ("ANNE@EXAMPLE.ORG", "anne@example.org"),
        ("nobody", ""),
    ],
)
def test_a_proved_letter_counts_against_the_address_that_was_proved(came, sender, who):
    assert limits.answers_for(came("pass", sender=sender)) == who


@pytest.mark.parametrize(
    ("relay", "who"),
    [("8.8.8.8", "8.8.8.8"), ("10.0.0.1", ""), ("127.0.0.1", ""), ("IPv6:2001:4860:4860::8888", "2001:4860:4860::/64"), ("999.1.1.1", "")],
)
def test_what_is_not_proved_counts_against_the_server_outside_that_brought_it(came, relay, who):
    assert limits.answers_for(came("fail", relay=relay)) == who
