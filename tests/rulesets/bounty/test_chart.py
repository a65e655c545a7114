"""Routes on the chart that the rules limit."""

import pytest

from games.engine import Dice
from games.rulesets import get_ruleset
from games.rulesets.bounty.chart import HARBOURS, HOME, NAMES, SQUARES, distances, homeward, walks
from games.rulesets.bounty.state import STEPS
from games.rulesets.bounty.text_board import within

THROWS = [(at, throw) for at in NAMES if at != HOME for throw in range(2, 7)]


def shelters(version: int) -> list[tuple[str, int, str]]:
    """Return (from, throw, harbour) for each case in which a bankrupt ship may enter a harbour other than home."""
    ways = [(at, throw, name) for at, throw in THROWS for name in homeward(at, throw, version)]
    return [(NAMES[at], throw, name) for at, throw, name in ways if SQUARES[name] in HARBOURS - {HOME}]


def test_a_bankrupt_ship_shelters_in_no_foreign_harbour():
    assert shelters(2) == []
    assert len(shelters(1)) == 59


def test_a_bankrupt_ship_always_has_a_way_and_each_is_a_shortest_one():
    far = distances(HOME)
    for at, throw in THROWS:
        ways = homeward(at, throw, 2)
        assert ways
        assert set(ways) <= set(walks(at, throw))
        assert {far[SQUARES[name]] for name in ways} == {max(0, far[at] - throw)}


@pytest.mark.parametrize("version", [1, 2])
def test_the_text_board_names_the_harbours_that_a_bankrupt_ship_may_enter(version):
    rules = get_ruleset("bounty", version)
    state, _ = rules.setup(["red", "blue", "green"], 0, {}, Dice(b"bankrupt"))
    state.turn, state.agenda = 0, STEPS.all([("next", 0), ("sail", 0, 0, 2)])
    state.at[0], state.bankrupt = SQUARES["K12"], (0,)
    told = within(rules.view(state, 0), ["Anne", "Mary", "Jack"])
    assert ("Cotton Reach" in told) == (version == 1)
    assert any("J13" in decision.options for decision in rules.decisions(state)) == (version == 1)
