"""A transport is one folder: put on the path it is offered on the page with its own form and template, and carries messages."""

import copy
from pathlib import Path

import pytest

import notifications.transports
from notifications import Letter, notify
from notifications.models import Channel, Delivery, State
from notifications.tasks import sweep
from notifications.transports import all_transports
from tests.reading import flash, part

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent / "pigeon_transport"


@pytest.fixture
def pigeon(monkeypatch, settings):
    """The transport as it is found."""
    monkeypatch.setattr(notifications.transports, "__path__", [*notifications.transports.__path__, str(FOLDER)])
    settings.TEMPLATES = copy.deepcopy(settings.TEMPLATES)
    settings.TEMPLATES[0]["DIRS"].append(FOLDER / "pigeon" / "templates")
    all_transports.cache_clear()
    yield all_transports()["pigeon"]
    all_transports.cache_clear()


@pytest.fixture
def page(client, sign_in, anne):
    return sign_in(client, anne)


def test_its_form_is_offered_by_its_own_template_and_what_it_tells_is_told_once(pigeon, page, anne, golden):
    form = "form:has([name=transport][value=pigeon])"
    assert golden("pages/letters", part(page.get("/letters/"), form))
    answer = page.post("/letters/channels/", {"transport": "pigeon", "address": "https://loft.example.net/", "bird": "Bess"}, follow=True)
    assert golden("pages/letters", flash(answer))
    assert golden("pages/letters", part(answer, "form[action*='/letters/channels/'].row"))
    assert Channel.objects.get(user=anne).secrets == {"bird": "Bess"}


def test_what_its_form_does_not_take_is_refused(pigeon, page):
    assert page.post("/letters/channels/", {"transport": "pigeon", "address": "https://loft.example.net/"}).status_code == 422
    assert page.post("/letters/channels/", {"transport": "pigeon", "address": "http://127.0.0.1/", "bird": "Bess"}).status_code == 422
    assert not Channel.objects.exists()


def test_it_carries_what_is_sent(pigeon, page, anne, hail):
    page.post("/letters/channels/", {"transport": "pigeon", "address": "https://loft.example.net/", "bird": "Bess"})
    hail.letter = Letter("[Port Royal] Buccaneer", "secret hand", "<p>secret hand</p>", link="https://x.example/7/", brief="Your turn.")
    notify("hail", anne, "hail:1", {})
    sweep()
    assert Delivery.objects.get(transport="pigeon").state == State.SENT
    assert [bird for bird, _ in pigeon.carried] == ["Bess"]


def test_without_it_a_channel_that_was_added_is_still_shown_and_can_be_removed(page, anne, golden):
    channel = Channel.objects.create(user=anne, transport="pigeon", address="https://loft.example.net/")
    assert golden("pages/letters", part(page.get("/letters/"), f"form[action='/letters/channels/{channel.pk}/']"))
    page.post(f"/letters/channels/{channel.pk}/")
    assert not Channel.objects.exists()
