"""Each kind of letter whole, at a fixed moment and with the same cards: subject, text and what one reads in the HTML."""

from datetime import UTC, datetime

import pytest

from tests import every_letter as sample
from tests.reading import part, text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
ONCE = ".chart, .words"
"""The board in words stands in the text; it is not repeated."""
TODAY = {"muster": "ready-check", "league-muster": "league-ready-check", "receipt-desk": "receipt-command", "held-desk": "held-command"}
"""Kinds that are stored under an older name, and what they are called now."""


@pytest.fixture(autouse=True)
def noon(numbers_from_one, monkeypatch, settings, time_machine):
    """On a site that letters can be sent to, among people who mean well."""
    monkeypatch.setattr("secrets.token_hex", lambda size: "5" * 2 * size)  # by which a season draws lots
    monkeypatch.setattr(sample, "HOSTILE", "Mind the reef!")
    settings.REPLY_DOMAIN, settings.DESK, settings.MAILBOX = "in.example.org", "play@example.org", False
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def letters(noon, anne, mary, make_run, people, organiser):
    """Kind -> letter."""
    run = make_run([anne, *people(6)], ready_check=True)
    run.step("close")
    run.step("start")
    game = sample.running_game("buccaneer", anne, mary)
    of_games = (
        sample.of_a_turn(game) | sample.of_a_table(game) | sample.of_mail_commands(anne, mary) | sample.of_moderation(game, anne, mary)
    )
    return of_games | sample.of_a_league(run.season, anne, organiser)


def whole(letter) -> str:
    """All that one may read of it, on whatever one reads it."""
    heads = {"Subject": letter.subject, "Locked screen": letter.brief, "In a digest": letter.line}
    told = [f"{head}: {words}" for head, words in heads.items() if words]
    return "\n".join([*told, "", text(letter), "", "-- as HTML --", "", part(letter.html, "body", without=ONCE)])


def test_every_kind_of_letter_says_what_it_says(letters, golden):
    for kind, letter in letters.items():
        golden(f"letters/{TODAY.get(kind, kind)}", whole(letter), dated=True)


@pytest.mark.parametrize("edition", ["bounty", "piracy", "trade-winds"])
def test_a_turn_in_every_edition_says_what_it_says(edition, anne, mary, golden):
    letters = sample.of_a_turn(sample.running_game(edition, anne, mary))
    assert golden("letters/turn", whole(letters["turn"]), dated=True)
    assert golden("letters/receipt", whole(letters["receipt"]), dated=True)
