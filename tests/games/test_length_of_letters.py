"""Turn letters and receipts are short in every edition: measured over positions that came about by play."""

import os
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from games.drawing import board_pictures
from games.models import Game
from games.queries import table_view
from games.rulesets import all_rulesets
from games.tables import lobby
from tests.depth import DEPTH
from tests.games.unknown import lines_for
from tests.in_play import in_play
from tests.letters import Post, of_kind

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
SEEDS = range(1, 3 + DEPTH)
TURN, RECEIPT = 1200, 800
"""Bytes of text beside the board."""


@pytest.fixture
def people(anne, mary, make_person, time_machine, settings):
    """Three captains who have played before; the clock stands still, and the site sends e-mail."""
    settings.REPLY_DOMAIN, settings.MAILBOX = "localhost", False
    time_machine.move_to(timezone.now(), tick=False)
    return [anne, mary, make_person("Grace")]


def beside_the_board(letter, table) -> int:
    """Bytes of text that are not of the board."""
    asked = [None, *table.decisions]
    boards = [board_pictures.text(table.rules, table.view, table.names, found, short) for found in asked for short in (True, False)]
    drawn = {line for board in boards for line in board.splitlines() if line}
    return len("\n".join(line for line in letter.body.splitlines() if line not in drawn).encode())


def kept(letter, name: str) -> None:
    """Keep a letter in the folder that LETTERS names, to look at it."""
    if folder := os.environ.get("LETTERS"):
        Path(folder, f"{name}.txt").write_text(f"{letter.subject}\n\n{letter.body}")
        Path(folder, f"{name}.html").write_text(letter.alternatives[0].content)


def measured(slug, people, seed, time_machine) -> tuple[int, list[int]]:
    """Bytes of a turn letter, and of the receipts of an answer to it."""
    earlier = lobby.create(people[0], slug, {})
    Game.objects.filter(pk=earlier.pk).update(status="over", started_at=timezone.now())
    game, seat = in_play(slug, people, seed)
    post = Post(time_machine)
    asking = next(letter for letter in post.letters() if letter.to == [people[0].email])
    table = table_view.table(game, people[0])
    kept(asking, f"{slug}-{seed}-turn")
    turn = beside_the_board(asking, table)
    post.answer(asking, lines_for(game, seat, table, Random(seed))[0])
    for letter in of_kind("receipt"):
        kept(letter, f"{slug}-{seed}-receipt")
    after = table_view.table(Game.objects.get(pk=game.pk), people[0])
    return turn, [beside_the_board(letter, after) for letter in of_kind("receipt")]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slug", all_rulesets())
def test_a_turn_letter_and_its_receipt_are_short(slug, seed, people, time_machine):
    turn, receipts = measured(slug, people, seed, time_machine)
    assert turn <= TURN
    assert max(receipts) <= RECEIPT
