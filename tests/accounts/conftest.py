import pytest
from django.utils import timezone

from accounts import services


@pytest.fixture
def standing_clock(time_machine):
    """A code counts for half a minute: no test may begin in one and end in the next."""
    time_machine.move_to(timezone.now(), tick=False)
    return time_machine


@pytest.fixture
def guest():
    return services.make_guest("Europe/Dublin")


@pytest.fixture
def aboard(client, guest, sign_in):
    return sign_in(client, guest)
