"""Each kind of letter whole, at a fixed moment and with the same cards: subject, text and what one reads in the HTML."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests import every_letter as sample
from tests.reading import foot, part, text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
ONCE = ".chart, .words"
"""The board in words stands in the text; it is not repeated."""
TODAY = {"muster": "ready-check", "league-muster": "league-ready-check", "receipt-desk": "receipt-command", "held-desk": "held-command"}
"""Kinds that are stored under an older name, and what they are called now."""
OF_A_TURN = frozenset(["turn", "reminder", "clock-moved", "nudge", "played", "receipt", "overdue"])
"""Kinds that show the same board."""


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
    """All that one may read of it above its foot, on whatever one reads it."""
    heads = {"Subject": letter.subject, "Locked screen": letter.brief, "In a digest": letter.line}
    told = [f"{head}: {words}" for head, words in heads.items() if words]
    above = text(letter).partition("\n--------\n")[0].strip("\n")
    return "\n".join([*told, "", above, "-- as HTML --", part(letter.html, "body", without=f"{ONCE}, .foot")])


def feet(letters) -> Iterator[str]:
    """What stands at their feet, in both forms, beneath the kinds that have it."""
    together: dict[str, list[str]] = {}
    for kind, letter in letters.items():
        together.setdefault(f"{foot(letter)}\n{part(letter.html, '.foot')}", []).append(TODAY.get(kind, kind))
    for words, kinds in together.items():
        yield f"-- {', '.join(kinds)} --\n{words}"


def test_every_kind_of_letter_says_what_it_says(letters, golden):
    for kind, letter in letters.items():
        if kind in OF_A_TURN:
            golden("letters/turn", whole(letter), dated=True, of=kind)
        else:
            golden(f"letters/{TODAY.get(kind, kind)}", whole(letter), dated=True)


def test_every_kind_of_letter_says_at_its_foot_how_it_is_stopped(letters, golden):
    assert golden("letters/feet", feet(letters))


@pytest.mark.parametrize("edition", ["bounty", "piracy", "trade-winds"])
def test_a_turn_in_every_edition_says_what_it_says(edition, anne, mary, golden):
    letters = sample.of_a_turn(sample.running_game(edition, anne, mary))
    assert golden("letters/turn", whole(letters["turn"]), dated=True, of="turn")
    assert golden("letters/turn", whole(letters["receipt"]), dated=True, of="receipt")
    assert golden("letters/turn", feet({kind: letters[kind] for kind in ("turn", "receipt")}), of="feet")
