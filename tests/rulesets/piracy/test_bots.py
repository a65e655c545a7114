"""The choices of bots in simple positions, and their obedience to the rules."""

import random

import pytest

from games.engine import Action, Dice, play
from games.engine.random_play import play_out
from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy.board import COLOURS
from games.rulesets.piracy.bots.reckoning import STYLES, worth
from tests.scenario_language.piracy.given import position
from tests.scenario_language.shared.script import ScriptedDice

every_level = pytest.mark.parametrize("level", RULES.bots)


def after(level, **given):
    """Return the position after the bot has played its turn, and its order."""
    state, _ = position(given, ScriptedDice())
    seat = state.turn
    decisions = [decision for decision in RULES.decisions(state) if decision.seat == seat]
    action = RULES.bots[level](RULES.view(state, seat), decisions, lambda sides: sides - 1)
    return play(RULES, state, action, Dice(b"bots")).state, action


@every_level
def test_a_coin_within_reach_of_home_is_brought_home(level):
    state, _ = after(level, die=4, ships={"Red": {"at": "B5", "coins": 2}})
    assert state.ended == ((0,), "coins")


def test_the_strong_one_catches_a_laden_rival_with_a_monster():
    state, action = after("strong", event="bb", die=2, ships={"Blue": {"at": "F5", "coins": 2}})
    assert action.answer.startswith("BB F5")
    assert state.is_held(1)


def test_the_strong_one_robs_a_ship_that_would_win_next_turn():
    state, action = after("strong", die=4, ships={"Red": {"at": "E6"}, "Blue": {"at": "D6", "coins": 2}})
    assert "FIRE BLUE TAKE 2" in action.answer
    assert state.coins[0] == 2


def test_a_captive_with_a_six_leaves():
    state, _ = after("strong", die=6, ships={"Red": {"at": "E3"}})
    assert not state.is_held(0)


def test_partners_do_not_rob_each_other_for_nothing():
    ships = {"Red": {"at": "E6"}, "Green": {"at": "D6", "coins": 2}}
    _, action = after("strong", options={"mode": "hoard"}, die=4, ships=ships)
    assert "FIRE" not in action.answer


def test_a_coin_at_home_is_worth_more_than_one_aboard():
    for options in ({}, {"mode": "hoard"}):
        home, _ = position({"options": options, "chests": {"Red": 1}, "ships": {"Red": {"at": "B6"}}}, ScriptedDice())
        aboard, _ = position({"options": options, "ships": {"Red": {"at": "B6", "coins": 1}}}, ScriptedDice())
        assert worth(home, 0, STYLES["strong"]) > worth(aboard, 0, STYLES["strong"])


AGREED = ({}, {"mode": "hoard"}, {"reveal": "event-first", "loot": "all"}, {"chart": "two", "events": "die", "mooring": 1})


@pytest.mark.parametrize(("level", "options"), [("easy", {}), ("strong", {}), *(("middle", options) for options in AGREED)])
def test_games_of_bots_come_to_an_end(level, options):
    for players in (4, 6) if "mode" in options else (2, 4):
        dice = Dice(b"a game of bots")
        state, _ = RULES.setup(COLOURS[:players], 0, options, dice)
        ended = play_out(RULES, state, [RULES.bots[level]] * players, dice, random.Random(3).randrange, most=5000)
        assert ended.outcome.reason in ("coins", "decided")


def test_the_same_position_and_chance_give_the_same_turn():
    given = {"event": "siren", "die": 3, "ships": {"Red": {"at": "F6"}, "Blue": {"at": "K3", "coins": 1}}}
    assert after("strong", **given)[1] == after("strong", **given)[1]


def test_a_bot_goes_on_in_the_middle_of_a_voyage_that_somebody_else_began():
    state, _ = position({"die": 5, "ships": {"Red": {"at": "F6"}}}, ScriptedDice())
    state = play(RULES, state, Action(0, "sail", "G6"), Dice(b"")).state
    dice, bot = Dice(b""), RULES.bots["strong"]
    while state.agenda[-1].kind != "end":
        state = play(RULES, state, bot(RULES.view(state, 0), RULES.decisions(state), lambda sides: 0), dice).state
    assert state.turn == 0
