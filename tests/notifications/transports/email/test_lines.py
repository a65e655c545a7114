"""Letters that go one after the other share a connection, and nothing is lost or doubled by that."""

from email import message_from_bytes
from email.generator import BytesGenerator
from email.policy import default
from io import BytesIO

import pytest

from notifications import Letter, notify
from notifications.models import Delivery, Notice, State
from notifications.tasks import sweep
from notifications.transports.email import lines
from notifications.transports.email.transport import as_bytes, compose

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(hail, anne):
    """So many letters to Anne, ready to go."""

    def told(count):
        for number in range(count):
            notify("hail", anne, f"hail:{number}", {})

    return told


def states():
    return sorted(Delivery.objects.values_list("state", flat=True))


def test_the_letters_of_one_sweep_go_over_one_connection(relay, told):
    told(5)
    sweep()
    assert states() == [State.SENT] * 5
    assert len(relay.sink.sessions) == 1


def test_a_connection_is_given_up_after_so_many_letters(relay, told, monkeypatch):
    monkeypatch.setattr(lines, "LETTERS_PER_CONNECTION", 2)
    told(5)
    sweep()
    assert states() == [State.SENT] * 5
    assert len(relay.sink.sessions) == 3


def test_every_sweep_hangs_up_at_its_end(relay, told):
    told(1)
    sweep()
    notify("hail", Notice.objects.get().user, "hail:again", {})
    sweep()
    assert states() == [State.SENT] * 2
    assert len(relay.sink.sessions) == 2


def test_a_relay_that_hangs_up_between_two_letters_leaves_no_fate_unknown(relay, told):
    relay.sink.hangs_up = True
    told(3)
    sweep()
    assert states() == [State.SENT] * 3
    assert len({letter["Message-ID"] for letter in relay.letters}) == len(relay.letters) == 3
    assert len(relay.sink.sessions) == 3


def test_a_refusal_in_the_middle_touches_one_letter(relay, told):
    relay.sink.answers = ["250 OK", "550 5.1.1 no such person", "250 OK"]
    told(3)
    sweep()
    assert list(Delivery.objects.order_by("pk").values_list("state", "last_code")) == [
        (State.SENT, ""),
        (State.FAILED, "smtp-550 5.1.1"),
        (State.CANCELLED, "no-address"),
    ]


def test_a_letter_is_the_same_no_matter_who_writes_it_down(relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    picture = bytes(range(256)) * 40
    letter = Letter("[Žižka] table 7", "One\nTwo – three\n\nFrom here on\n", "<p>Ahoy – &nbsp;\r\n</p>", {"board": picture}, "g.7.1")
    message = compose(letter, Delivery.objects.get()).message()
    out = BytesIO()
    BytesGenerator(out, mangle_from_=False).flatten(message, linesep="\r\n")
    assert as_bytes(message, linesep="\r\n") == message.as_bytes(linesep="\r\n") == out.getvalue()
    read = message_from_bytes(out.getvalue(), policy=default)
    assert read["Subject"] == letter.subject
    assert [part.get_content() for part in read.walk() if part.get_content_type() == "image/png"] == [picture]


def test_a_long_subject_in_any_writing_arrives_as_it_was(relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    for subject in ("x" * 140, "Größe 海賊 " * 14 + "§"):
        message = compose(Letter(subject, "One\n", "", {}, "g.7.1"), Delivery.objects.get()).message()
        assert message_from_bytes(as_bytes(message), policy=default)["Subject"] == subject
