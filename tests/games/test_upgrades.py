"""A game begun under one release is opened, played on and verified by the next, which stores states in another way."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.agreements import votes
from games.engine import Action
from games.formats.record import check
from games.formats.replay import to_json
from games.history.story import scenes
from games.models import Checkpoint, Deck, Game, Hand, Move, Undo
from games.play import acting, hypothetical
from games.queries import past, table_view
from games.storage.snapshots import EVERY, stored
from games.tables import lobby
from tests.games.conftest import At
from tests.games.releases import release  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db


def verified() -> str:
    out = io.StringIO()
    call_command("verify_games", processes=0, stdout=out)
    return out.getvalue()


def test_a_game_stored_in_the_older_format_is_opened_and_played_on(at, release, anne):  # noqa: F811
    at.turn(0, dig="yes")
    release.newer()
    table = table_view.table(at.pk, anne)
    assert (table.view["seat"], [found.name for found in table.decisions]) == (0, [])
    at.turn(1, dig="yes")
    game = at.game
    assert (game.format, game.version, game.public["tide"]) == (2, 1, "low")
    assert set(Deck.objects.filter(game=game).values_list("name", flat=True)) == {"cards"}
    assert [list(hand.secrets) for hand in Hand.objects.filter(player__game=game)] == [["held"], ["held"]]


def test_looking_at_a_game_stores_nothing_in_the_newer_format(at, release, anne):  # noqa: F811
    at.turn(0, dig="yes")
    before = to_json(stored(at.game))
    release.newer()
    for number in range(at.game.number + 1):
        past.view_at(at.game, 0, number)
    table_view.table(at.pk, anne)
    assert (at.game.format, to_json(stored(at.game))) == (1, before)
    release.older()
    at.turn(1)
    assert verified().startswith("ok ")


def test_moves_made_before_an_upgrade_verify_after_it(at, release):  # noqa: F811
    for _ in range(4):
        at.turn(0, dig="yes")
        at.turn(1, dig="yes")
    hashes = list(Move.objects.filter(game=at.pk).values_list("hash", flat=True))
    release.newer()
    assert verified().startswith("ok ")
    for _ in range(4):
        at.turn(0, dig="yes")
        at.turn(1)
    assert list(Move.objects.filter(game=at.pk).values_list("hash", flat=True))[: len(hashes)] == hashes
    assert "1 games with 32 moves" in verified()
    acting.resign(at.pk, 0)
    assert any("ended as recorded" in line for line in check(past.record(at.game)))
    assert [number for number, _state, _events in scenes(at.game)] == list(range(34))


def test_a_table_changed_by_hand_is_found_in_either_format(at, release, golden):  # noqa: F811
    at.turn(0, dig="yes")
    at.turn(1, dig="yes")
    release.newer()
    at.turn(0)
    Move.objects.filter(game=at.pk, number=2).update(answer="no")
    with golden.refused("programs/verify_games", CommandError):
        verified()


def test_a_hash_of_the_older_format_counts_no_more_after_one_of_the_newer(at, release, golden):  # noqa: F811
    at.turn(0)
    old = at.game.moves.get(number=2).hash
    release.newer()
    at.turn(1)
    Move.objects.filter(game=at.pk, number=4).update(hash=old)
    with golden.refused("programs/verify_games", CommandError):
        verified()


def test_history_before_and_after_an_upgrade_is_read_from_checkpoints_of_either_format(at, release):  # noqa: F811
    for _ in range(7):
        at.turn(0, dig="yes")
        at.turn(1)
    views = {number: past.view_at(at.game, 0, number) for number in range(at.game.number + 1)}
    release.newer()
    for _ in range(7):
        at.turn(0, dig="yes")
        at.turn(1)
    assert {row.number: row.format for row in Checkpoint.objects.filter(game=at.pk)} == {0: 1, EVERY: 1, 2 * EVERY: 2}
    assert {number: past.view_at(at.game, 0, number) for number in views} == views
    assert verified().startswith("ok ")


def test_a_move_made_before_an_upgrade_can_be_taken_back_after_it(at, release):  # noqa: F811
    at.act(0, "steer", "north")
    release.newer()
    assert (Undo.objects.get(game=at.pk).format, at.game.may_take_back(0)) == (1, True)
    acting.take_back(at.pk, 0, at.game.number)
    assert (at.game.format, at.game.public["at"], at.game.public["tide"]) == (2, [0, 0], "low")
    at.act(0, "steer", "north")
    assert at.game.public["tide"] == "high"
    assert Undo.objects.get(game=at.pk).format == 2
    assert verified().startswith("ok ")


def test_the_first_move_after_an_upgrade_can_be_taken_back(at, release):  # noqa: F811
    release.newer()
    at.act(0, "steer", "north")
    assert Undo.objects.get(game=at.pk).format == 1  # the position before it is still as the older release had stored it
    acting.take_back(at.pk, 0, at.game.number)
    assert at.game.public["at"] == [0, 0]
    assert verified().startswith("ok ")


def test_a_vote_takes_back_a_move_made_before_an_upgrade(at, release, anne, mary):  # noqa: F811
    at.act(0, "steer", "north")
    vote = votes.propose(at.pk, mary, "takeback")
    release.newer()
    votes.cast_vote(at.pk, anne, vote.pk, True)
    assert (at.game.public["at"], at.game.format) == ([0, 0], 2)
    assert verified().startswith("ok ")


def test_a_thought_kept_before_an_upgrade_begins_anew(at, release, anne):  # noqa: F811
    mind = hypothetical.WhatIf(at.game, anne.pk, 0, ["Anne", "Mary"])
    mind.answer(Action(0, "steer", "north"))
    release.newer()
    again = hypothetical.WhatIf(at.game, anne.pk, 0, ["Anne", "Mary"])
    assert (again.has_moved, again.state.at, again.state.tide) == (True, [0, 0], "low")


def test_all_games_can_be_stored_in_the_newer_format_at_once(at, release, anne, mary, golden):  # noqa: F811
    other = At(lobby.create(anne, "toy", {"rounds": 1}, seats=2, bots=("easy",), place="bombay"))
    acting.resign(other.pk, 0)
    at.turn(0, dig="yes")
    release.newer()
    out = io.StringIO()
    call_command("upgrade_games", stdout=out)
    assert golden("programs/upgrade_games", out.getvalue())
    assert set(Game.objects.values_list("format", "version", "status")) == {(2, 1, "running"), (2, 1, "over")}
    assert "2 games" in verified()
    at.turn(1)
    out = io.StringIO()
    call_command("upgrade_games", stdout=out)
    assert golden("programs/upgrade_games", out.getvalue())
