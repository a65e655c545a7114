"""Letters are easy to stop, and to have again; a machine that opens links stops nothing."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from notifications import notify, unsubscribing
from notifications.models import Notice, Stop
from notifications.purging import purge
from notifications.tasks import sweep
from tests.reading import part

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def address(relay, hail, anne):
    """The link in the header of a letter to Anne."""
    notify("hail", anne, "hail:1", {})
    sweep()
    link = relay.letters[-1]["List-Unsubscribe"].strip("<>")
    assert link.startswith("https://port-royal.example/")
    return link.removeprefix("https://port-royal.example")


@pytest.fixture
def anybody():
    """Anybody's: no cookies, and forged requests are refused as on the real site."""
    return Client(enforce_csrf_checks=True)


def test_one_click_stops_them_at_once_without_signing_in(relay, anne, mary, anybody, address):
    assert anybody.post(address, ONE_CLICK).status_code == 200
    notify("hail", anne, "hail:2", {})
    notify("hail", mary, "hail:3", {})
    sweep()
    assert [letter["To"] for letter in relay.letters] == [anne.email, mary.email]
    assert Stop.objects.get().by == "one-click"


def test_twice_is_as_good_as_once(anybody, address):
    assert [anybody.post(address, ONE_CLICK).status_code for _ in range(2)] == [200, 200]
    assert Stop.objects.count() == 1


def test_opening_the_link_only_asks(anybody, address, golden):
    page = anybody.get(address)
    assert golden("pages/stop", part(page, "main"))
    assert Stop.objects.count() == 0


def test_they_can_be_switched_on_again(relay, anne, anybody, address, golden):
    anybody.post(address, ONE_CLICK)
    page = anybody.post(address, {"again": "yes"})
    assert golden("pages/stop", part(page, "main"))
    notify("hail", anne, "hail:2", {})
    sweep()
    assert len(relay.letters) == 2


@pytest.mark.parametrize("body", [{}, {"List-Unsubscribe": "Two-Clicks"}, {"x": "1" * 1000}])
def test_a_post_that_says_something_else_changes_nothing(anybody, address, body):
    assert anybody.post(address, body).status_code == 400
    assert Stop.objects.count() == 0


def test_a_forged_link_leads_nowhere(anybody, address, anne):
    token = address.strip("/").split("/")[-1]
    forged = [
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        f"{anne.pk}-turns",
        f"{anne.pk}-turns.",
        f"9{token}",
        "x" * 500,
    ]
    assert {anybody.post(f"/u/{other}/", ONE_CLICK).status_code for other in forged} == {404}
    assert Stop.objects.count() == 0


def test_a_stranger_may_stop_invitations_to_their_address(relay, hail, anybody):
    notify("hail", None, "hail:1", {}, address="newcomer@example.net")
    sweep()
    anybody.post(unsubscribing.unsubscribe_link(Notice.objects.get()).removeprefix("https://port-royal.example"), ONE_CLICK)
    notify("hail", None, "hail:2", {}, address="Newcomer@Example.net")
    sweep()
    assert len(relay.letters) == 1


def test_a_link_in_a_letter_of_long_ago_is_still_honoured(anybody, address, time_machine):
    time_machine.move_to(timezone.now() + timedelta(days=400), tick=False)
    purge()
    assert not Notice.objects.exists()
    assert anybody.post(address, ONE_CLICK).status_code == 200
    assert Stop.objects.get().category == "turns"


def test_a_link_of_somebody_who_has_left_leads_nowhere(anybody, address, anne):
    anne.delete()
    assert anybody.post(address, ONE_CLICK).status_code == 404


def test_a_link_as_they_were_once_made_is_still_honoured(anybody, address):
    old = unsubscribing.signer().sign(Notice.objects.get().pk)
    assert anybody.post(f"/u/{old}/", ONE_CLICK).status_code == 200
    assert Stop.objects.get().category == "turns"
