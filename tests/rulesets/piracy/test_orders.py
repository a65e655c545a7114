"""Typed orders that cannot be carried out: each is refused with a code, a sentence and a rule, and nothing changes."""

import random

import pytest

from games.engine import Action, Dice, IllegalAction, NotYourDecision, RulesError, play
from games.engine.random_play import next_action, random_bot
from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy.board import COLOURS
from tests.scenario_language.piracy.given import position
from tests.scenario_language.shared.script import ScriptedDice

AT_SEA = {"die": 4, "ships": {"Red": {"at": "F6"}, "Blue": {"at": "G6", "coins": 2}, "Green": {"at": "C2"}}}
BLACKBEARD = AT_SEA | {"event": "bb"}
SIREN = AT_SEA | {"event": "siren"}
NEAR_MONSTER = AT_SEA | {"monsters": {"Blackbeard": "F5"}}
AT_HOOK = AT_SEA | {"ships": {"Red": {"at": "G4"}}}
TWO = {"captains": 2, "die": 4, "ships": {"Red 1": {"at": "F6"}, "Red 2": {"at": "B3"}, "Blue 1": {"at": "G6"}}}

REFUSED = [
    ("doubling back", AT_SEA, "G6 F6 E6 D6", "straight-back", "M2"),
    ("doubling back by directions", AT_SEA, "E W E E", "straight-back", "M2"),
    ("across an island", AT_HOOK, "H4 I4 J4 K4", "voyage-over", "M3"),
    ("through a monster", NEAR_MONSTER, "F5 F4 F3 F2", "round-monsters", "M8"),
    ("too short", AT_SEA, "G6 H6", "must-sail-on", "M3"),
    ("too long", AT_SEA, "G6 H6 I6 J6 K6", "voyage-over", "M3"),
    ("beginning elsewhere", AT_SEA, "A1 A2 A3 A4", "out-of-reach", "M3"),
    ("at a slant", AT_SEA, "G6 H6 I6 J5", "diagonal", "M1"),
    ("off the chart", AT_SEA | {"ships": {"Red": {"at": "F1"}}}, "N N N N", "off-the-chart", "M1"),
    ("no square at all", AT_SEA, "Z99", "no-such-square", "M1"),
    ("no words", AT_SEA, "", "malformed", "T1"),
    ("only signs", AT_SEA, ";;; ;", "malformed", "T1"),
    ("junk", AT_SEA, "\x00\ufffd <script>alert(1)</script>", "no-such-square", "M1"),
    ("ten thousand squares", AT_SEA, "G6 " * 10_000, "malformed", "T1"),
    ("very many words", AT_SEA, "E " * 120, "malformed", "T1"),
    ("no text", AT_SEA, ["G6", "H6"], "malformed", "T1"),
    ("somebody else's ship", AT_SEA, "BLUE H6 I6 J6 K6", "other-ship", "T6"),
    ("somebody else's ship with two each", TWO, "BLUE1 H6 I6 J6 K6", "other-ship", "T6"),
    ("no ship named", TWO, "G6 H6 I6 J6", "which-ship", "T6"),
    ("one's own ship for the sirens", SIREN, "SIREN RED G6 H6 I6", "own-ship", "E6"),
    ("another event", BLACKBEARD, "SM J7", "other-event", "T4"),
    ("the voyage before the event", BLACKBEARD, "G6 H6 I6 J6", "event-first", "T4"),
    ("a monster two squares on", BLACKBEARD, "BB F4", "not-three", "B1"),
    ("a monster on land", BLACKBEARD, "BB C2", "not-for-monsters", "B2"),
    ("a monster that is to stay", BLACKBEARD, "BB PASS", "must-move-monster", "E7"),
    ("a good event and a bad voyage", BLACKBEARD, "BB G4; G6 F6", "straight-back", "M2"),
    ("a shot at nobody", AT_SEA, "F5 FIRE GREEN PUSH N N N", "no-shot", "K1"),
    ("a shot at one's own ship", AT_SEA, "G6 FIRE RED PUSH N N N", "not-offered", "K1"),
    ("more coins than there are", AT_SEA, "G6 FIRE BLUE TAKE 3 PUSH S S S", "not-offered", "K6"),
    ("a push that is too short", AT_SEA, "G6 FIRE BLUE TAKE 1 PUSH S", "must-sail-on", "M3"),
    ("coins where none are", AT_SEA, "G6+1 H6 I6 J6", "nothing-to-take", "L2"),
    ("a plus without a number", AT_SEA, "G6+x H6 I6 J6", "malformed", "L2"),
    ("words behind the end", AT_SEA, "G6 H6 I6 J6; END; G6", "malformed", "T1"),
    ("staying at sea", AT_SEA, "STAY", "must-sail-on", "M3"),
]  # fmt: skip


def tried(given, line, seat=0):
    """Return the refusal of a line, after checking that nothing has changed."""
    state, _ = position(given, ScriptedDice())
    before = RULES.dump(state)
    with pytest.raises(RulesError) as caught:
        play(RULES, state, Action(seat, "order", line), Dice(b"orders"))
    assert RULES.dump(state) == before
    return caught.value


@pytest.mark.parametrize(("given", "line", "code", "law"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_it_is_refused_with_code_sentence_and_rule(given, line, code, law):
    refusal = tried(given, line)
    assert isinstance(refusal, IllegalAction)
    assert (refusal.code, refusal.law) == (code, law)
    assert refusal.text.endswith(".")
    assert len(refusal.text) < 200
    assert "<" not in refusal.text


def orders_to_copy(state) -> list[str]:
    return next(decision for decision in RULES.decisions(state) if decision.name == "order").ready()


@pytest.mark.parametrize(
    ("given", "ready"),
    [
        (BLACKBEARD, ["BB D1; F5 F4 F3 F2; END", "BB D1; F2; END"]),
        (TWO | {"event": "breeze"}, ["BREEZE PASS; RED1 F5 F4 F3 F2; END", "BREEZE PASS; RED1 F2; END"]),
        (AT_SEA | {"ships": {"Red": {"at": "C2"}}}, ["C1; END"]),
        (AT_SEA | {"monsters": {"Blackbeard": "A5", "Sea Monster": "B6"}, "ships": {"Red": {"at": "C5"}}}, ["C4; END"]),
    ],
    ids=["a monster and a voyage", "two ships", "one square", "off an island"],
)
def test_orders_to_copy_are_the_usual_turn_square_by_square_and_in_short(given, ready):
    assert orders_to_copy(position(given, ScriptedDice())[0]) == ready


@pytest.mark.parametrize("options", [{}, {"reveal": "event-first"}, {"mode": "hoard", "chart": "two"}], ids=str)
def test_every_order_to_copy_can_be_carried_out(options):
    dice, chance, looked = Dice(b"to copy"), random.Random(2), 0
    state, _ = RULES.setup(COLOURS[:4], 0, options, dice)
    for _ in range(300):
        order = next((decision for decision in RULES.decisions(state) if decision.name == "order"), None)
        if order is not None:
            looked += 1
            assert all(order.check(ready) == ready for ready in order.ready())
            assert state.die == 0 or order.ready()[0].endswith("; END")
        state = play(RULES, state, next_action(RULES, state, [random_bot] * 4, chance.randrange), dice).state
    assert looked > 50


def test_orders_of_another_captain_are_not_taken():
    refusal = tried(AT_SEA, "BLUE H6 I6 J6 K6", seat=1)
    assert isinstance(refusal, NotYourDecision)
    assert (refusal.code, refusal.law) == ("not-your-turn", "T1")
