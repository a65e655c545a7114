"""What people write is text in every letter, never markup, a header or a link."""

import re

import pytest

from games.models import Game
from tests import every_letter
from tests.leagues.conftest import letters_can_be_answered, make_run, organiser, people, toy  # noqa: F401  fixtures
from tests.leagues.test_every_letter import letters, the_same_deal  # noqa: F401  fixtures
from tests.reading import has
from tests.security.test_markup import PROBE, fill

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_no_letter_shows_as_markup_what_somebody_wrote(monkeypatch, request, make_person):
    monkeypatch.setattr(every_letter, "HOSTILE", f"{PROBE}13.1 & you")
    request.getfixturevalue("anne")
    request.getfixturevalue("mary")
    fill({"accounts.User.name"})
    found = request.getfixturevalue("letters")
    assert [kind for kind, letter in found.items() if has(letter, "i-xss")] == []
    assert [kind for kind, letter in found.items() if re.search(r"[\r\n]", letter.subject)] == []
    assert sum("&lt;i-xss&gt;" in letter.html for letter in found.values()) > 20
    assert Game.objects.filter(name__contains="<i-xss>").exists()
