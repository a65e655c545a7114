"""Moves of games that ended long ago are one row each; everything about these games still opens, and tells the same."""

import io
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts import account_deletion
from games import tasks
from games.engine import commitment
from games.history import films, story
from games.history.verifying import verify
from games.models import Archive, Checkpoint, Game, Move
from games.play import acting
from games.queries import journal, past, results
from games.storage import archive
from tests.in_play import in_play
from tests.ratings import rate_anew

pytestmark = pytest.mark.django_db
LATER = archive.AFTER + timedelta(days=1)
NAMES = ["Anne", "Mary", "Jack"]


@pytest.fixture(params=["bounty", "piracy"])
def ended(request, anne, mary, jack):
    """A game of three that was played for a while, with a move taken back to, and then ended."""
    game, seat = in_play(request.param, [anne, mary, jack], seed=5)
    Game.objects.filter(pk=game.pk).update(commitment=commitment(bytes(game.seed.secret)))
    acting.resign(game.pk, seat)
    if Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        acting.end_as_it_stands(game.pk, "agreed")
    return Game.objects.get(pk=game.pk)


def archived(game):
    """Archive it as the sweep does, when its time has come."""
    with time_machine.travel(timezone.now() + LATER, tick=False):
        assert tasks.archive_games() == 1
    return Game.objects.get(pk=game.pk)


def told(game):
    """Everything that is told of an ended game from its moves."""
    found = story.story(game, NAMES)
    return {
        "record": past.record(game),
        "views": [past.view_at(game, seat, number) for seat in (None, 0, 1) for number in (0, game.number // 2, game.number)],
        "journals": [journal.journal(game, seat, -1, NAMES) for seat in (None, 0, 1)],
        "part": journal.journal(game, 0, 2, NAMES, limit=3),
        "story": (found.points, found.happened, found.turning, found.chapters),
        "film": [frame.told for frame in films.frames(game, None, NAMES)],
    }


def test_an_archived_game_tells_exactly_what_it_told_before(ended):
    before = told(ended)
    game = archived(ended)
    assert (game.is_archived, Move.objects.count(), Checkpoint.objects.count(), Archive.objects.count()) == (True, 0, 1, 1)
    assert told(game) == before


def test_an_archived_game_can_be_verified_and_is_smaller_than_its_rows(ended):
    rows = sum(len(str(row)) for row in Move.objects.values_list())
    game = archived(ended)
    assert [found.wrong for found in verify([game], 0)] == [""]
    assert len(Archive.objects.get().moves) < min(40_000, rows)


def test_a_changed_archive_is_found_by_verification(ended):
    game = archived(ended)
    rows = archive.moves(game)
    rows[1].hash = "0" * 64
    Archive.objects.update(moves=archive.packed(rows))
    assert [found.wrong for found in verify([Game.objects.get(pk=game.pk)], 0)] != [""]


@pytest.mark.one_database
def test_all_its_pages_open(client, sign_in, anne, ended):
    sign_in(client, anne)
    game = archived(ended)
    for page in ("", "story/", "record/", "record/?as=json", "film/", "film/3/", "history/", "history/3/", "clock/", "ledger/", "feed/"):
        assert client.get(f"/games/{game.pk}/{page}").status_code in (200, 302, 404 if page == "feed/" else 200), page


def test_the_archive_is_put_back_move_by_move(ended):
    before = list(Move.objects.order_by("number").values("number", "seat", "decision", "answer", "events", "by", "hash", "made_at"))
    archived(ended)
    out = io.StringIO()
    call_command("archive_games", "--restore", stdout=out)
    after = list(Move.objects.order_by("number").values("number", "seat", "decision", "answer", "events", "by", "hash", "made_at"))
    assert (after, Archive.objects.count(), "1 game put back" in out.getvalue()) == (before, 0, True)


def test_games_that_go_on_or_ended_lately_are_left_alone(ended, anne, mary, jack):
    running, _ = in_play("bounty", [anne, mary, jack], seed=6)
    assert tasks.archive_games() == 0
    assert not archive.pack(running.pk)
    archived(ended)
    assert not archive.pack(ended.pk)
    assert Move.objects.filter(game=running).count() == running.number + 1


def test_ratings_and_what_people_did_against_each_other_stay(ended, anne, mary):
    before = rate_anew(ended.ruleset), results.met(anne, mary), results.played(anne), results.newest_results(mary, anne, True)
    archived(ended)
    after = rate_anew(ended.ruleset), results.met(anne, mary), results.played(anne), results.newest_results(mary, anne, True)
    assert after == before
    assert before[1].games == 1


def test_a_person_who_leaves_the_site_changes_no_archive(ended, anne, mary):
    game = archived(ended)
    before = past.record(game)["moves"]
    account_deletion.leave(anne)
    game.refresh_from_db()
    assert past.record(game)["moves"] == before
    assert [found.wrong for found in verify([game], 0)] == [""]


def test_a_deleted_game_takes_its_archive_with_it(ended):
    archived(ended)
    Game.objects.all().delete()
    assert Archive.objects.count() == 0
