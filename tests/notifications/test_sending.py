"""Whatever goes wrong on the way: nothing is lost, nothing is sent twice, and no letter holds up another."""

import socket
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.engine import TooNew
from notifications import Letter, claims, notify, passing, sending, tasks
from notifications.models import Delivery, State
from notifications.tasks import deliver, sweep

from .conftest import PORT


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_letter_once(relay, hail, anne):
    for number in range(30):
        notify("hail", anne, f"hail:{number}", {}, not_before=timezone.now() + timedelta(hours=1))
    Delivery.objects.update(not_before=timezone.now())
    start = threading.Barrier(4)

    def work():
        start.wait()
        sweep()
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sweep()
    assert len({letter["Message-ID"] for letter in relay.letters}) == len(relay.letters) == 30
    assert set(Delivery.objects.values_list("state", "attempts")) == {(State.SENT, 1)}


@pytest.mark.django_db
def test_a_worker_that_dies_before_marking_sends_the_same_letter_again(relay, hail, anne, time_machine, monkeypatch):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {})
    with monkeypatch.context() as crash:
        crash.setattr(sending, "close_delivery", raising(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            sweep()
    assert Delivery.objects.get().state == State.SENDING
    sweep()
    assert len(relay.letters) == 1, "while the lease runs, nobody else may take it"
    time_machine.move_to(start + claims.LEASE + timedelta(seconds=1), tick=False)
    sweep()
    first, second = relay.letters
    assert first["Message-ID"] == second["Message-ID"]
    assert Delivery.objects.get().state == State.SENT


@pytest.mark.django_db
def test_a_worker_that_dies_right_after_its_claim_loses_no_letter(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {})
    named = claims.claim().message_id
    time_machine.move_to(start + claims.LEASE + timedelta(seconds=1), tick=False)
    claims.release_lost()
    assert Delivery.objects.get().state == State.UNKNOWN
    sweep()
    assert [letter["Message-ID"] for letter in relay.letters] == [f"<{named}@mail.port-royal.example>"]
    assert Delivery.objects.get().state == State.SENT


@pytest.mark.django_db
def test_a_letter_that_is_better_lost_than_doubled_stays_unknown(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("whisper", anne, "whisper:1", {})
    assert claims.claim() is not None
    time_machine.move_to(start + timedelta(hours=1), tick=False)
    sweep()
    assert relay.letters == []
    assert Delivery.objects.get().state == State.UNKNOWN


@pytest.mark.django_db
def test_a_slow_worker_does_not_send_what_another_took_over(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {})
    slow = claims.claim()
    time_machine.move_to(start + timedelta(minutes=6), tick=False)
    sweep()
    sending.deliver(slow)
    assert len(relay.letters) == 1
    assert Delivery.objects.get().state == State.SENT


@pytest.mark.django_db
def test_a_relay_that_is_down_for_an_hour_loses_and_doubles_nothing(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    relay.down()
    for number in range(12):
        notify("hail", anne, f"hail:{number}", {}, expires_at=start + timedelta(days=1))
    for minute in range(60):
        time_machine.move_to(start + timedelta(minutes=minute), tick=False)
        sweep()
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.PENDING}
    relay.up()
    for minute in range(60, 200):
        time_machine.move_to(start + timedelta(minutes=minute), tick=False)
        sweep()
    assert len({letter["Message-ID"] for letter in relay.letters}) == len(relay.letters) == 12
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}


@pytest.mark.django_db
def test_a_refused_address_ends_its_own_letter_only(relay, hail, anne, mary):
    relay.sink.answers = ["550 5.1.1 no such person"]
    notify("hail", anne, "hail:1", {})
    notify("hail", mary, "hail:2", {})
    sweep()
    assert [letter["To"] for letter in relay.letters] == [mary.email]
    assert list(Delivery.objects.order_by("pk").values_list("state", "last_code")) == [
        (State.FAILED, "smtp-550 5.1.1"),
        (State.SENT, ""),
    ]


@pytest.mark.django_db
def test_a_relay_that_is_busy_is_asked_again_later(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    relay.sink.answers = ["451 4.3.0 try again later"]
    notify("hail", anne, "hail:1", {})
    sweep()
    assert Delivery.objects.get().state == State.RETRY
    assert relay.letters == []
    time_machine.move_to(start + timedelta(minutes=2), tick=False)
    sweep()
    assert len(relay.letters) == 1


@pytest.mark.django_db
def test_an_error_of_our_own_touches_one_letter_and_ends_after_three_attempts(relay, hail, anne, mary, time_machine, caplog):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {})
    hail.letter = RuntimeError("Mary holds the treasure map")
    sweep()
    hail.letter = Letter("s", "t")
    notify("hail", mary, "hail:2", {})
    sweep()
    assert [letter["To"] for letter in relay.letters] == [mary.email]
    hail.letter = RuntimeError("Mary holds the treasure map")
    for hour in (1, 2, 3):
        time_machine.move_to(start + timedelta(hours=hour), tick=False)
        sweep()
    broken = Delivery.objects.get(notice__key="hail:1")
    assert (broken.state, broken.attempts, broken.last_code) == (State.FAILED, 3, "RuntimeError 3")
    assert "RuntimeError" in caplog.text
    assert "treasure map" not in caplog.text


@pytest.mark.django_db
def test_a_letter_whose_worker_died_again_stands_back_for_the_others(relay, hail, anne, mary, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    notify("hail", anne, "hail:1", {})
    for _ in range(2):
        assert claims.claim().notice.key == "hail:1"
        now += timedelta(minutes=6)
        time_machine.move_to(now, tick=False)
        assert claims.release_lost() == 1
    notify("hail", mary, "hail:2", {})
    assert claims.claim().notice.key == "hail:2"
    assert claims.claim() is None
    time_machine.move_to(now + timedelta(minutes=10), tick=False)
    sweep()
    assert [letter["To"] for letter in relay.letters] == [anne.email, mary.email]


@pytest.mark.django_db
def test_a_letter_whose_worker_died_while_its_clock_went_ahead_does_not_wait_until_then(relay, hail, anne, time_machine):
    now = timezone.now()
    time_machine.move_to(now + timedelta(days=3), tick=False)
    notify("hail", anne, "hail:1", {})
    Delivery.objects.update(not_before=now)
    assert claims.claim() is not None
    time_machine.move_to(now, tick=False)
    assert claims.release_lost() == 0, "its worker may be alive: it has the time of a lease"
    assert claims.claim() is None
    time_machine.move_to(now + timedelta(minutes=6), tick=False)
    sweep()
    assert [letter["To"] for letter in relay.letters] == [anne.email]


@pytest.mark.django_db
def test_a_letter_that_takes_workers_down_is_given_up(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {})
    for attempt in range(sending.DEADLY):
        assert claims.claim() is not None, attempt
        time_machine.move_to(start + timedelta(hours=2 * attempt + 1), tick=False)
        claims.release_lost()
        time_machine.move_to(start + timedelta(hours=2 * attempt + 2), tick=False)
    sweep()
    assert relay.letters == []
    assert Delivery.objects.get().state == State.FAILED


def put_off_by_the_relay(relay, time_machine, times: int) -> None:
    """Let the relay say "later" so many times, with the pauses that follow."""
    relay.sink.answers = ["451 4.7.1 greylisted"] * times
    for _ in range(times):
        sweep()
        assert Delivery.objects.get().state == State.RETRY
        time_machine.shift(timedelta(hours=10))


def lose_a_worker(time_machine) -> None:
    """Let a worker die with the row that is due, and the time of its lease pass."""
    assert claims.claim() is not None
    time_machine.shift(timedelta(hours=1))
    claims.release_lost()
    time_machine.shift(timedelta(hours=1))


@pytest.mark.django_db
def test_a_letter_that_a_relay_puts_off_is_not_given_up_when_one_worker_dies(relay, hail, anne, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    notify("hail", anne, "hail:1", {})
    put_off_by_the_relay(relay, time_machine, sending.DEADLY + 1)
    lose_a_worker(time_machine)
    sweep()
    assert [letter["To"] for letter in relay.letters] == [anne.email]


@pytest.mark.django_db
def test_workers_that_die_days_apart_while_a_letter_waits_do_not_count_against_it(relay, hail, anne, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    notify("hail", anne, "hail:1", {})
    letter = hail.letter
    for _ in range(sending.DEADLY + 1):
        lose_a_worker(time_machine)
        hail.letter = TooNew("written by newer code")
        sweep()
        hail.letter = letter
        assert Delivery.objects.get().last_code == passing.NOT_NOW
        time_machine.shift(timedelta(days=1))
    sweep()
    assert [letter["To"] for letter in relay.letters] == [anne.email]


@pytest.mark.django_db
def test_one_error_of_our_own_after_three_refusals_does_not_end_a_letter(relay, hail, anne, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    notify("hail", anne, "hail:1", {})
    put_off_by_the_relay(relay, time_machine, sending.UNFORESEEN)
    letter, hail.letter = hail.letter, KeyError("ours")
    sweep()
    hail.letter = letter
    assert Delivery.objects.get().last_code == "KeyError 1"
    time_machine.shift(timedelta(hours=9))
    sweep()
    assert [letter["To"] for letter in relay.letters] == [anne.email]


@pytest.mark.django_db
@pytest.mark.parametrize("hangs", [False, True])
def test_a_relay_that_hangs_up_or_hangs_after_the_letter_leaves_its_fate_unknown(relay, hail, anne, time_machine, hangs):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    relay.down()
    with falling_silent_relay(hangs) as received:
        notify("hail", anne, "hail:1", {})
        sweep()
    assert received, "the relay had taken the whole letter"
    assert Delivery.objects.get().state == State.UNKNOWN
    relay.up()
    time_machine.move_to(start + timedelta(minutes=2), tick=False)
    sweep()
    assert [letter["Message-ID"] for letter in relay.letters] == received


@pytest.mark.django_db
def test_a_sweep_that_takes_long_leaves_the_rest_to_the_next(relay, hail, anne, monkeypatch):
    for number in range(3):
        notify("hail", anne, f"hail:{number}", {})
    with monkeypatch.context() as hurry:
        hurry.setattr(tasks, "SWEEP_FOR", 0.0)
        sweep()
    assert len(relay.letters) == 0
    sweep()
    assert len(relay.letters) == 3


@pytest.mark.django_db
@pytest.mark.parametrize(("at_once", "handed_out"), [(1, 0), (2, 1), (3, 2)])
def test_a_sweep_hands_out_what_it_cannot_send_in_time_if_there_are_workers_for_it(
    relay, hail, anne, mary, jack, settings, monkeypatch, at_once, handed_out
):
    for person in (anne, mary, jack):
        notify("hail", person, f"hail:{person.pk}", {}, not_before=timezone.now() + timedelta(hours=1))
    Delivery.objects.update(not_before=timezone.now())
    settings.LETTERS_AT_ONCE = at_once
    monkeypatch.setattr(tasks, "BATCH", 1)
    with monkeypatch.context() as hurry:
        hurry.setattr(tasks, "SWEEP_FOR", 0.0)
        sweep()
    assert len(relay.letters) == handed_out
    sweep()
    assert len(relay.letters) == 3


@pytest.mark.django_db
def test_a_task_that_runs_twice_sends_once(relay, hail, anne):
    notify("hail", anne, "hail:1", {}, not_before=timezone.now())
    ids = list(Delivery.objects.values_list("pk", flat=True))
    deliver(ids)
    deliver(ids)
    assert len(relay.letters) == 1


def raising(error):
    def fail(*args, **kwargs):
        raise error

    return fail


@pytest.mark.django_db
def test_a_relay_that_answers_the_call_and_never_says_a_word_is_as_good_as_down(relay, hail, anne, mary, settings):
    settings.EMAIL_TIMEOUT = 0.2
    relay.down()
    with socket.create_server(("127.0.0.1", PORT)):
        notify("hail", anne, "hail:1", {})
        notify("hail", mary, "hail:2", {})
        sweep()
    assert set(Delivery.objects.values_list("state", "attempts", "last_code")) == {(State.PENDING, 0, "no-connection")}


class falling_silent_relay:
    """Takes one letter to its last dot and then hangs up without a word, or just hangs."""

    def __init__(self, hangs: bool):
        self.hangs, self.over = hangs, threading.Event()

    def __enter__(self):
        self.received, self.server = [], socket.create_server(("127.0.0.1", PORT))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()
        return self.received

    def serve(self):
        line, _ = self.server.accept()
        with line, line.makefile("rwb") as talk:
            self.say(talk, b"220 ahoy")
            for word in talk:
                if word.upper().startswith(b"DATA"):
                    self.say(talk, b"354 go on")
                    break
                self.say(talk, b"250 ok")
            for word in talk:
                if word.lower().startswith(b"message-id:"):
                    self.received.append(word.split(b":", 1)[1].strip().decode())
                if word == b".\r\n":
                    break
            if self.hangs:
                self.over.wait()

    @staticmethod
    def say(talk, words):
        talk.write(words + b"\r\n")
        talk.flush()

    def __exit__(self, *_):
        self.over.set()
        self.thread.join(5)
        self.server.close()
