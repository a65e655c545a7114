import pytest
from django.utils import timezone


@pytest.fixture
def standing_clock(time_machine):
    """A code counts for half a minute: no test may begin in one and end in the next."""
    time_machine.move_to(timezone.now(), tick=False)
    return time_machine
