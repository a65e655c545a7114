"""Fixtures for whole games on the site: the same cards in every run, and letters without slow pictures."""

import pytest

from games.drawing import pictures
from games.engine import commitment
from games.models import Seed

SECRET = bytes(range(32))


@pytest.fixture
def same_cards(monkeypatch):
    """Deal every new game from one seed."""
    monkeypatch.setattr(Seed, "draw", staticmethod(lambda: (SECRET, commitment(SECRET))))


@pytest.fixture
def no_pictures(monkeypatch):
    """Send letters without pictures, which are slow to draw and tested elsewhere."""
    monkeypatch.setattr(pictures, "png", lambda svg: None)
