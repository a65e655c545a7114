"""For whole games on the site: the same cards in every run, and letters that do not take long."""

import pytest

from games.drawing import pictures
from games.engine import commitment
from games.models import Seed

SECRET = bytes(range(32))


@pytest.fixture
def same_cards(monkeypatch):
    """Every game that is begun is dealt from one seed."""
    monkeypatch.setattr(Seed, "draw", staticmethod(lambda: (SECRET, commitment(SECRET))))


@pytest.fixture
def no_pictures(monkeypatch):
    """Letters without pictures: what they show is looked at elsewhere, and they take long to draw."""
    monkeypatch.setattr(pictures, "png", lambda svg: None)
