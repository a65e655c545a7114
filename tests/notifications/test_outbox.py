"""Telling somebody something puts rows into the outbox, with the caller's transaction and once."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from notifications import notify
from notifications.models import Delivery, Notice, State
from notifications.tasks import sweep

pytestmark = pytest.mark.django_db


def test_a_letter_leaves_after_the_commit(relay, hail, anne, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as after_commit:
        notify("hail", anne, "hail:1", {"wait": 1})
    assert relay.letters == []
    for run in after_commit:
        run()
    assert [letter["To"] for letter in relay.letters] == [anne.email]
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.address) == (State.SENT, anne.email)


def test_the_same_key_is_told_once(relay, hail, anne, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert notify("hail", anne, "hail:1", {}) is not None
        assert notify("hail", anne, "hail:1", {}) is None
    assert len(relay.letters) == 1
    assert Notice.objects.count() == Delivery.objects.count() == 1


def test_a_move_that_is_rolled_back_tells_nobody(relay, hail, anne, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        notify("hail", anne, "hail:1", {})
        transaction.set_rollback(True)
    assert relay.letters == []
    assert Notice.objects.count() == 0


def test_a_letter_for_later_waits_for_its_time(relay, hail, anne, django_capture_on_commit_callbacks, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    with django_capture_on_commit_callbacks(execute=True):
        notify("hail", anne, "hail:1", {}, not_before=start + timedelta(minutes=2))
    sweep()
    assert relay.letters == []
    time_machine.move_to(start + timedelta(minutes=3), tick=False)
    sweep()
    sweep()
    assert len(relay.letters) == 1


def test_what_came_too_late_is_not_sent(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {}, not_before=start, expires_at=start + timedelta(hours=1))
    time_machine.move_to(start + timedelta(hours=2), tick=False)
    sweep()
    assert relay.letters == []
    assert Delivery.objects.get().state == State.EXPIRED


def test_a_letter_that_nobody_wants_any_more_is_cancelled(relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    hail.letter = None
    sweep()
    assert relay.letters == []
    assert Delivery.objects.get().state == State.CANCELLED


def test_guests_and_those_who_want_no_letters_get_none(relay, hail, make_person, django_user_model):
    guest = django_user_model.objects.create_user(name="Guest 7", is_guest=True)
    quiet = make_person("Quiet", letters="off")
    notify("hail", guest, "hail:1", {})
    notify("hail", quiet, "hail:2", {})
    sweep()
    assert relay.letters == []
    assert Delivery.objects.count() == 0


def test_letters_switched_off_meanwhile_stay_at_home(relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    anne.letters = "off"
    anne.save()
    sweep()
    assert relay.letters == []
    assert Delivery.objects.get().last_code == "stopped"


def test_the_letter_goes_to_the_address_confirmed_when_it_is_sent(relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    anne.emailaddress_set.update(email="anne@new.example")
    sweep()
    assert [letter["To"] for letter in relay.letters] == ["anne@new.example"]


def test_an_address_that_was_never_confirmed_gets_nothing(relay, hail, anne):
    anne.emailaddress_set.update(verified=False)
    notify("hail", anne, "hail:1", {})
    sweep()
    assert relay.letters == []
    assert Delivery.objects.get().last_code == "no-address"


def test_a_person_who_has_left_gets_nothing(relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    anne.delete()
    sweep()
    assert relay.letters == []
    assert Delivery.objects.count() == 0


def test_a_stranger_can_be_written_to_at_an_address(relay, hail):
    notify("hail", None, "hail:1", {}, address="newcomer@example.net")
    sweep()
    assert [letter["To"] for letter in relay.letters] == ["newcomer@example.net"]


def test_a_kind_that_nobody_writes_is_refused_at_once(anne):
    with pytest.raises(LookupError, match="bottle post"):
        notify("bottle post", anne, "x:1", {})
