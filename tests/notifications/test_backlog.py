"""What an operator sees of the post from outside, and a sweep that needs no beat."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from notifications import notify, operators
from notifications.inbound.store import store
from notifications.models import LetterIn

pytestmark = pytest.mark.django_db


def test_letters_that_wait_to_go_or_to_be_read_are_counted_from_when_they_were_due(hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    assert operators.letters_waiting() == {"out": 0, "in": 0}
    notify("hail", anne, "hail:1", {}, not_before=start + timedelta(seconds=60))
    store(b"From: anne@example.org\n\nhi\n", "x@localhost", "anne@example.org", start, "none")
    time_machine.move_to(start + timedelta(seconds=200), tick=False)
    assert operators.letters_waiting() == {"out": 140, "in": 200}


def test_a_look_from_outside_complains_when_letters_wait_and_changes_nothing(relay, hail, anne, time_machine, capsys, golden):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {}, not_before=start + timedelta(seconds=1))
    time_machine.move_to(start + timedelta(seconds=300), tick=False)
    call_command("sweep", "--check")
    assert golden("programs/sweep", capsys.readouterr().out.splitlines()[-1])
    time_machine.move_to(start + timedelta(seconds=302), tick=False)
    with golden.refused("programs/sweep", CommandError):
        call_command("sweep", "--check")
    assert relay.letters == []


def test_the_second_look_sends_and_reads_what_waits_without_any_beat(relay, hail, anne, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    notify("hail", anne, "hail:1", {}, not_before=start + timedelta(seconds=1))
    store(b"From: anne@example.org\n\nhi\n", "x@localhost", "anne@example.org", start, "none")
    time_machine.move_to(start + timedelta(seconds=30), tick=False)
    call_command("sweep")
    assert (len(relay.letters), LetterIn.objects.get().state) == (1, "ignored")
