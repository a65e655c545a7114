"""Every option of every edition: one sentence in the form, and on every table's page what was agreed and what it means."""

from html import unescape

import pytest

from games.rulesets import all_rulesets
from games.tables import lobby
from tests.pages.conftest import seen_text

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
RULESETS = all_rulesets()
each_edition = pytest.mark.parametrize("slug", RULESETS)


def label(option, value) -> str:
    """A value as people read it."""
    return dict(option.choices)[value]


def other(option):
    """A value that is not the usual one."""
    return next(value for value, _ in option.choices if value != option.default)


@each_edition
def test_the_form_explains_every_option_and_offers_every_choice(slug, client, anne, sign_in):
    page = unescape(seen_text(sign_in(client, anne).get(f"/tables/new/{slug}/")))
    for option in RULESETS[slug].options:
        assert option.sentence.endswith((".", "?"))
        assert option.sentence in page
        assert option.label in page
        for _, words in option.choices:
            assert words in page


@each_edition
@pytest.mark.parametrize("started", [False, True], ids=["waiting", "running"])
@pytest.mark.parametrize("usual", [True, False], ids=["usual", "unusual"])
def test_the_table_shows_what_was_agreed_and_what_it_means(slug, started, usual, client, anne, mary, sign_in):
    options = RULESETS[slug].options
    agreed = {option.key: option.default if usual else other(option) for option in options}
    seats = next(seats for seats in range(2, 9) if not RULESETS[slug].unplayable(agreed, seats))
    game = lobby.create(anne, slug, agreed, seats=seats, bots=("easy",) * (seats - 2))
    if started:
        lobby.join(game.pk, mary, token=game.join_token)
    page = unescape(seen_text(sign_in(client, anne).get(f"/games/{game.pk}/")))
    for option in options:
        mark = "" if usual else "not the usual "
        answer = f"{label(option, agreed[option.key])} {mark}"
        said = f"{option.sentence} {answer}" if "?" in option.sentence else f"{answer}{option.sentence}"
        assert f"{option.label} {said}" in page
