"""What letters need is read for a handful of them at once; each is still claimed, judged and sent by itself."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from notifications import Letter, claims, notify, sending, unsubscribing
from notifications.kinds import KINDS
from notifications.models import Delivery, Notice, Preference, State
from notifications.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(make_person):
    """So many people, each with a letter that is due, in this order."""

    def crowd(count, kind="hail"):
        people = [make_person(f"{kind}-{number}") for number in range(count)]
        for number, person in enumerate(people):
            notify(kind, person, f"{kind}:{number}", {}, not_before=timezone.now() + timedelta(hours=1))
        Delivery.objects.update(not_before=timezone.now() - timedelta(seconds=1))
        return people

    return crowd


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch):
    """However busy the machine is: what was read stays good."""
    monkeypatch.setattr(claims, "FRESH", 3600.0)


def states():
    return list(Delivery.objects.order_by("pk").values_list("state", "attempts"))


def queries_of_a_sweep():
    with CaptureQueriesContext(connection) as asked:
        sweep()
    return len(asked)


def test_each_further_letter_costs_two_questions_to_the_database(relay, hail, crowd):
    sweep()  # what a site does once in a while is done
    crowd(3)
    few = queries_of_a_sweep()
    crowd(9, "whisper")
    many = queries_of_a_sweep()
    assert len(relay.letters) == 12
    assert many - few == 6 * 2, "its claim and its end"


def test_a_worker_that_dies_holds_only_the_letter_it_was_at(relay, hail, crowd):
    crowd(4)
    ahead = claims.Ahead()
    sending.deliver(ahead.claim())
    assert ahead.claim() is not None, "and here the worker dies"
    assert states() == [(State.SENT, 1), (State.SENDING, 1), (State.PENDING, 0), (State.PENDING, 0)]
    sweep()
    assert states() == [(State.SENT, 1), (State.SENDING, 1), (State.SENT, 1), (State.SENT, 1)]


def test_two_workers_that_read_the_same_rows_send_each_once(relay, hail, crowd):
    crowd(5)
    one, other = claims.Ahead(), claims.Ahead()
    for worker in (one, other, other, one, one):
        sending.deliver(worker.claim())
    assert one.claim() is other.claim() is None
    assert states() == [(State.SENT, 1)] * 5
    assert len({letter["Message-ID"] for letter in relay.letters}) == len(relay.letters) == 5


def test_a_row_that_was_put_off_after_it_was_read_is_not_taken(relay, hail, crowd):
    crowd(1)
    ahead = claims.Ahead()
    ahead.rows = claims.rows_of(ahead.next_ones())
    Delivery.objects.update(not_before=timezone.now() + timedelta(hours=1))
    assert not claims.claim_row(ahead.rows[0], uuid4())
    assert states() == [(State.PENDING, 0)]


def test_a_row_that_another_worker_sent_meanwhile_is_not_read(relay, hail, crowd):
    crowd(2)
    found = claims.Ahead().next_ones()
    sending.deliver(claims.claim(found[0]))
    assert [row.pk for row in claims.rows_of(found)] == found[1:]


def test_a_way_that_closes_after_rows_were_read_is_not_tried_with_them(relay, hail, crowd):
    crowd(8)
    relay.down()
    sweep()
    assert set(states()) == {(State.PENDING, 0)}
    assert Delivery.objects.filter(last_code="no-connection").count() == 5, "then the breaker opened"


def test_what_was_read_is_used_for_a_moment_only(relay, hail, crowd, monkeypatch):
    monkeypatch.setattr(claims, "FRESH", 0.0)
    people = crowd(3)

    def write(notice):
        people[2].letters = "off"
        people[2].save()
        return Letter("s", "t")

    KINDS["hail"] = replace(KINDS["hail"], write=write)
    sweep()
    assert [letter["To"] for letter in relay.letters] == [person.email for person in people[:2]]
    assert states()[2] == (State.CANCELLED, 1)


def test_who_says_stop_while_letters_leave_gets_no_more_of_them_though_their_row_was_read_before(relay, hail, crowd):
    people = crowd(4)

    def write(notice):
        for person in people[1:3]:
            unsubscribing.stop(Notice.objects.get(user=person), "turns", "one-click")
        return Letter("s", "t")

    KINDS["hail"] = replace(KINDS["hail"], write=write)
    sweep()
    assert [letter["To"] for letter in relay.letters] == [people[0].email, people[3].email]
    assert [state for state, _ in states()] == [State.SENT, State.CANCELLED, State.CANCELLED, State.SENT]


def test_what_one_letter_changes_counts_for_the_next_to_the_same_person(relay, hail, anne):
    Preference.objects.create(user=anne, mode=Preference.Mode.BATCHED, every=3)
    for number in range(2):
        notify("hail", anne, f"hail:{number}", {})
    sweep()
    assert len(relay.letters) == 1
    assert list(Delivery.objects.order_by("pk").values_list("state", "last_code")) == [(State.SENT, ""), (State.PENDING, "batched")]


def test_a_claim_knows_that_a_kind_of_letter_has_changed_since_the_claim_before(relay, hail, crowd):
    crowd(2)
    assert claims.claim() is not None
    Delivery.objects.filter(state=State.PENDING).update(state=State.UNKNOWN)
    KINDS["hail"] = replace(KINDS["hail"], again=False)
    assert claims.claim() is None
    KINDS["hail"] = replace(KINDS["hail"], again=True)
    assert claims.claim() is not None
