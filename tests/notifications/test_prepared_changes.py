"""Prepared changes do to rows what `update` of their querysets does, and to no other row."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from core.prepared import PreparedSave, PreparedUpdate
from notifications import claims, notify, sending
from notifications.inbound import processing, reply_addresses
from notifications.models import Delivery, LetterIn, ReplyAddress, State

pytestmark = pytest.mark.django_db
ALL = {name: change for module in (claims, sending) for name, change in vars(module).items() if isinstance(change, PreparedUpdate)}


@pytest.fixture
def rows(make_person, hail):
    """Three deliveries, all due, none of them claimed."""
    for number in range(3):
        notify("hail", make_person(f"hail-{number}"), f"hail:{number}", {})
    Delivery.objects.update(not_before=timezone.now())
    return list(Delivery.objects.order_by("pk"))


def values_for(name, row, lease, now):
    return {
        "claimed_row": (row.pk, row.state, row.fate, row.not_before, row.attempts, lease, now, *claims.to_ask(row)),
        "closed_delivery": (row.pk, row.lease, State.RETRY, "smtp-421", "anne@port-royal.example", now, None),
    }[name]


def ready_for(name, row):
    """One is for a row that is claimed."""
    if name == "closed_delivery":
        assert claims.claim_row(row, uuid4())
    return row


def kept(row):
    return model_to_dict(Delivery.objects.get(pk=row.pk), exclude=["id", "notice", "message_id"])


@pytest.mark.parametrize("name", ALL)
def test_a_prepared_change_leaves_what_an_update_leaves(name, rows):
    first, second, third = rows
    change, lease, now = ALL[name], uuid4(), timezone.now() + timedelta(hours=1)
    assert change(*values_for(name, ready_for(name, first), lease, now)) == 1
    queryset, changes = change.make(*values_for(name, ready_for(name, second), lease, now))
    assert queryset.update(**changes) == 1
    assert kept(first) == kept(second)
    assert kept(third)["state"] == State.PENDING


@pytest.mark.parametrize("name", ALL)
def test_a_prepared_change_leaves_a_row_alone_that_is_not_as_it_says(name, rows):
    row = ready_for(name, rows[0])
    values = values_for(name, row, uuid4(), timezone.now())
    Delivery.objects.filter(pk=row.pk).update(lease=uuid4())
    before = kept(row)
    assert ALL[name](*values) == 0
    assert kept(row) == before


def test_a_prepared_change_is_undone_with_its_transaction(rows):
    with transaction.atomic():
        assert claims.claim_row(rows[0], uuid4())
        transaction.set_rollback(True)
    assert kept(rows[0])["state"] == State.PENDING


def test_a_letter_that_waits_again_keeps_no_end_and_one_that_went_keeps_its_time(rows):
    first, second, _ = rows
    due = second.not_before
    for row, state in ((first, State.RETRY), (second, State.SENT)):
        assert claims.claim_row(row, uuid4())
        assert sending.close_delivery(row, state, "")
        row.refresh_from_db()
    assert first.ended_at is None
    assert first.not_before > due
    assert second.ended_at is not None
    assert second.not_before == due


def test_a_row_that_is_put_in_by_a_prepared_statement_is_as_one_that_was_saved(make_person):
    anne, until = make_person("anne"), timezone.now() + timedelta(days=3)
    facts = {"asked": "“Vote”", "codes": {"1kx": None, "2qf": [1, 2.5, True]}}
    rows = [ReplyAddress(ident=f"ident-{number}", user=anne, purpose="vote", facts=facts, expires_at=until) for number in range(3)]
    rows[0].save()
    for row in rows[1:]:
        reply_addresses.written(row)
    found = [ReplyAddress.objects.get(ident=row.ident) for row in rows]
    assert [row.pk for row in found] == [row.pk for row in rows]
    saved, *put_in = [model_to_dict(row, exclude=["id", "ident"]) for row in found]
    assert put_in == [saved, saved]
    assert all(row.made_at is not None for row in found)
    rows[1].uses_left = 7
    rows[1].save()
    assert ReplyAddress.objects.get(pk=rows[1].pk).uses_left == 7


def test_a_row_that_is_there_already_is_not_put_in_twice(make_person):
    anne, until = make_person("anne"), timezone.now()
    reply_addresses.written(ReplyAddress(ident="once", user=anne, purpose="vote", expires_at=until))
    with pytest.raises(IntegrityError), transaction.atomic():
        reply_addresses.written(ReplyAddress(ident="once", user=anne, purpose="vote", expires_at=until))
    assert ReplyAddress.objects.count() == 1


def test_a_prepared_save_stores_its_fields_of_its_row_and_nothing_else(rows):
    first, second, _ = rows
    store, before = PreparedSave(Delivery, "state", "ended_at"), [kept(row) for row in rows]
    first.state, first.ended_at, first.attempts = State.SENT, timezone.now(), 7
    store(first)
    assert [kept(row) for row in rows] == [before[0] | {"state": State.SENT, "ended_at": first.ended_at}, *before[1:]]
    second.ended_at = None
    store(second)
    assert [kept(row) for row in rows][1:] == before[1:]


def test_a_row_that_is_gone_is_not_silently_stored_nowhere(rows):
    gone = rows[0]
    Delivery.objects.filter(pk=gone.pk).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        PreparedSave(Delivery, "state")(gone)


def test_a_letter_in_is_taken_as_an_update_takes_it(db):
    now = timezone.now()
    later = now + timedelta(minutes=2)
    one, other, held = (
        LetterIn.objects.create(envelope_to=f"{number}", received_at=now, raw=b"", state=state)
        for number, state in enumerate(("stored", "stored", "applied"))
    )
    assert processing.claimed_letter(one.pk, now, later) == 1
    queryset, changes = processing.claimed_letter.make(other.pk, now, later)
    assert queryset.update(**changes) == 1
    assert processing.claimed_letter(held.pk, now, later) == processing.claimed_letter(one.pk, now, later) == 0
    rows = [model_to_dict(LetterIn.objects.get(pk=row.pk), exclude=["id", "envelope_to"]) for row in (one, other)]
    assert rows[0] == rows[1]
    assert (rows[0]["state"], rows[0]["attempts"], rows[0]["lease_until"]) == ("reading", 1, later)


def test_a_letter_in_that_is_put_back_can_be_read_again_and_others_are_left_alone(db):
    now = timezone.now()
    held = {"received_at": now, "raw": b"", "state": "reading", "lease_until": now, "attempts": 4}
    rows = [LetterIn.objects.create(envelope_to=f"{number}", **held) for number in range(2)]
    processing.wait_for_retry(rows[0].pk, 2, reason="not-now")
    back, untouched = (LetterIn.objects.get(pk=row.pk) for row in rows)
    assert (back.state, back.reason, back.attempts, back.lease_until) == ("stored", "not-now", 2, None)
    assert (untouched.state, untouched.attempts) == ("reading", 4)


def test_a_letter_is_not_put_off_that_another_worker_has_taken(rows):
    row = rows[0]
    assert claims.claim_row(row, uuid4())
    Delivery.objects.filter(pk=row.pk).update(lease=uuid4())
    before = kept(row)
    assert not sending.put_off(row, timezone.now(), "later")
    assert kept(row) == before


def test_an_address_is_used_once_at_a_time_and_never_below_none(make_person):
    row = reply_addresses.new_row(make_person("anne"), "vote", {}, uses=1)
    other = reply_addresses.new_row(make_person("mary"), "vote", {}, uses=5)
    assert [reply_addresses.use_up(row.pk), reply_addresses.use_up(row.pk)] == [1, 0]
    assert list(ReplyAddress.objects.order_by("pk").values_list("pk", "uses_left")) == [(row.pk, 0), (other.pk, 5)]
