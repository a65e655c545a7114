"""Browsers of people who play on a site in this process."""

from typing import Any

from django.test import Client

from accounts.models import User

BACKEND = "accounts.backends.AuthenticationBackend"


class Browser(Client):
    """A test client that hears of its own faults only: another's request may come in the middle of its own."""

    def __init__(self, **named: Any):
        super().__init__(**named)
        self.defaults["soak.browser"] = str(id(self))

    def store_exc_info(self, **said: Any) -> None:
        """Keep an error to raise it after the answer, if it is one of our own request."""
        if said["request"].META.get("soak.browser") == str(id(self)):
            super().store_exc_info(**said)


def browser(user: User) -> Browser:
    """Return a browser in which this person is signed in."""
    found = Browser()
    found.force_login(user, backend=BACKEND)
    return found
