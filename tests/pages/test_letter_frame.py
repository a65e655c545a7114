"""The frame of a letter in the mailbox, in a real browser."""

import pytest
from django.core.mail import EmailMultiAlternatives

from notifications.mailbox import EmailBackend
from notifications.models import LocalLetter
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LINE = "<p>Ahoy</p>"


def lie(address: str, lines: int) -> LocalLetter:
    """Put a letter of so many lines into the mailbox."""
    letter = EmailMultiAlternatives("Ahoy", "Ahoy", "site@example.org", [address])
    letter.attach_alternative(f"<html><head></head><body>{LINE * lines}</body></html>", "text/html")
    EmailBackend().send_messages([letter])
    return LocalLetter.objects.latest("pk")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_frame_of_a_letter_is_as_high_as_the_letter_within_reason(page, anne, settings, width):
    settings.MAILBOX = True
    sign_in(page, anne)
    page.set_viewport_size({"width": width, "height": 740})
    heights = []
    for lines in (2, 60, 1000):
        page.goto(f"/mailbox/{lie(anne.email, lines).pk}/")
        page.frame_locator(".letter-frame").get_by_text("Ahoy").last.wait_for()
        page.wait_for_function("document.querySelector('.letter-frame').height !== '900'")
        heights.append(int(page.locator(".letter-frame").get_attribute("height")))
    assert heights[0] < 200
    assert 1500 < heights[1] < 4000
    assert heights[2] == 6000
