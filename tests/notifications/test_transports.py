"""A way to reach people is one folder; whatever is found there gets deliveries of its own."""

from pathlib import Path

import pytest

from notifications import tell, transports
from notifications.models import Delivery, State
from notifications.tasks import sweep
from notifications.transports import DeliveryError, Transport, all_transports

pytestmark = pytest.mark.django_db


class Pigeon(Transport):
    """Knows where Anne lives."""

    def __init__(self):
        self.carried, self.trouble = [], None

    def reaches(self, notice):
        return notice.user is not None and notice.user.name == "Anne"

    def address(self, notice):
        return "the loft over the harbour"

    def send(self, letter, delivery):
        if self.trouble:
            raise self.trouble
        self.carried.append((delivery.address, letter.subject))


@pytest.fixture
def pigeon(monkeypatch):
    pigeon = Pigeon()
    monkeypatch.setitem(all_transports(), "pigeon", pigeon)
    return pigeon


def test_transports_are_found_in_their_folders():
    folders = sorted(path.parent.name for path in Path(transports.__file__).parent.glob("*/__init__.py"))
    assert list(all_transports()) == folders
    assert {"discord", "email", "webhook", "webpush"} <= set(folders)


def test_every_transport_that_reaches_a_person_carries_the_letter(relay, hail, pigeon, anne, mary):
    tell("hail", anne, "hail:1", {})
    tell("hail", mary, "hail:2", {})
    sweep()
    assert pigeon.carried == [("the loft over the harbour", hail.letter.subject)]
    assert [letter["To"] for letter in relay.letters] == [anne.email, mary.email]


@pytest.mark.parametrize(
    ("trouble", "state"),
    [
        (DeliveryError("lost at sea", permanent=True), State.FAILED),
        (DeliveryError("storm"), State.RETRY),
        (DeliveryError("did not return", unknown=True), State.UNKNOWN),
        (OSError("no pigeons"), State.RETRY),
    ],
)
def test_trouble_with_one_transport_is_not_the_other_ones(relay, hail, pigeon, anne, trouble, state):
    pigeon.trouble = trouble
    tell("hail", anne, "hail:1", {})
    sweep()
    states = dict(Delivery.objects.values_list("transport", "state"))
    assert states == {"pigeon": state, "email": State.SENT}
