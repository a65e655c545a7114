"""What every page template may know about the site."""

from django.conf import settings
from django.http import HttpRequest

from notifications import home, relay_breaker


def site(request: HttpRequest) -> dict:
    letters = {"command_address": settings.DESK, "strangers_may_write": settings.DESK and settings.DESK_STRANGERS and not settings.MAILBOX}
    return {
        "local_mailbox": not settings.TOWN,
        "letters_are_late": relay_breaker.known_to_be_down,
        "why_quiet": home.why_quiet_lately,
        **letters,
    }
