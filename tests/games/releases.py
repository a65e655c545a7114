"""Another release of the site at work on the same database: the toy edition as that one knows it."""

from contextlib import contextmanager

import pytest
from django.core.cache import cache

from games.deadlines import holding
from games.rulesets import all_rulesets, get_ruleset
from tests.games.newer_toy import NEWER
from tests.games.toy import TOY


class Releases:
    """`newer()` and `older()` say which code runs from now on."""

    def __init__(self, patch: pytest.MonkeyPatch):
        self.patch = patch

    def newer(self) -> None:
        self.run(NEWER)

    def older(self) -> None:
        self.run(TOY)

    def run(self, edition) -> None:
        self.patch.setitem(all_rulesets(), "toy", edition)
        get_ruleset.cache_clear()
        cache.delete(holding.LOOKED)  # its processes have just started

    @contextmanager
    def newer_for_a_while(self):
        self.newer()
        yield
        self.older()


@pytest.fixture
def release(monkeypatch, toy):
    """The release that runs; the older one at first."""
    get_ruleset.cache_clear()
    cache.clear()
    yield Releases(monkeypatch)
    get_ruleset.cache_clear()
