"""Staff see that a letter went, and to whom; never what it said, and they cannot change it."""

import pytest

from notifications import Letter, notify
from notifications.models import Delivery
from notifications.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, sign_in, make_person):
    return sign_in(client, make_person("Harbourmaster", is_staff=True, is_superuser=True))


@pytest.mark.parametrize("path", ["/admin/notifications/delivery/", "/admin/notifications/delivery/{}/change/"])
def test_no_word_of_a_letter_is_on_a_staff_page(staff, relay, hail, anne, path):
    hail.letter = Letter("Subject with the treasure map", "Text with the treasure map")
    notify("hail", anne, "hail:1", {"card": "treasure map"})
    sweep()
    assert "treasure map" in relay.letters[0]["Subject"]
    page = staff.get(path.format(Delivery.objects.get().pk))
    assert page.status_code == 200
    assert "Sent" in page.content.decode()
    assert "treasure map" not in page.content.decode()


def test_staff_cannot_change_or_delete_a_delivery(staff, relay, hail, anne):
    notify("hail", anne, "hail:1", {})
    delivery = Delivery.objects.get()
    assert staff.post(f"/admin/notifications/delivery/{delivery.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.post(f"/admin/notifications/delivery/{delivery.pk}/change/", {"state": "sent"}).status_code == 403
    delivery.refresh_from_db()
    assert delivery.state == "pending"
