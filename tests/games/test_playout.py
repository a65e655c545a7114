"""The playout command: whole games in one process, told in one line each."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.engine import Dice
from games.engine.random_play import Endless, play_out, random_bot


def playout(*args) -> list[dict]:
    out = io.StringIO()
    call_command("playout", "--ruleset", "toy", *args, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def untimed(line: dict) -> dict:
    return {key: value for key, value in line.items() if key not in ("seconds", "slowest_decision_ms")}


def test_every_game_is_one_line_that_says_who_won_and_how():
    (line,) = playout("--players", "3")
    assert set(line) == {
        "seed", "game", "bots", "winners", "ranking", "scores", "rounds", "actions", "reason", "seconds",
        "slowest_decision_ms",
    }  # fmt: skip
    assert line["reason"] == "rounds"
    assert len(line["ranking"]) == 3


def test_the_same_seed_plays_the_same_games():
    first, second = playout("--games", "3", "--seed", "7"), playout("--games", "3", "--seed", "7")
    assert [untimed(line) for line in first] == [untimed(line) for line in second]
    assert [line["winners"] for line in first] != [line["scores"] for line in playout("--games", "3", "--seed", "8")]


@pytest.mark.parametrize("games", ["0", "-1"])
def test_no_game_at_all_is_refused(games, golden):
    with golden.refused("programs/playout", CommandError):
        playout("--games", games)


def test_bots_are_dealt_in_turn_and_rotate_from_game_to_game():
    lines = playout("--players", "3", "--games", "3", "--bots", "easy,random")
    assert [line["bots"] for line in lines] == [
        ["easy", "random", "easy"],
        ["random", "easy", "random"],
        ["easy", "random", "easy"],
    ]


def test_options_of_the_table_are_taken():
    assert playout("--option", "rounds=1")[0]["rounds"] == 2


@pytest.mark.parametrize(
    "wrong",
    [
        ["--players", "9"],
        ["--bots", "genius"],
        ["--option", "rounds=7"],
        ["--option", "moon=full"],
        ["--ruleset", "chess"],
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(wrong):
    with pytest.raises(CommandError):
        playout(*wrong)


def test_a_game_without_end_is_named_a_fault(toy):
    state, _ = toy.setup(["bombay", "london"], 0, {"rounds": 100, "deep": False}, Dice(b"x"))
    with pytest.raises(Endless):
        play_out(toy, state, [random_bot] * 2, Dice(b"x"), lambda sides: 0, most=10)
