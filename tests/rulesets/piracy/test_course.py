"""The squares where ships and monsters may go, compared with simple counting; and the speed of the search."""

import pytest

from games.rulesets.piracy.board import CHARTS as PRINTED
from games.rulesets.piracy.chart import CHARTS, NOWHERE, Chart
from games.rulesets.piracy.course import next_squares, path_to, reach
from games.rulesets.piracy.options import DEFAULTS
from games.rulesets.piracy.setup import empty_state

both = pytest.mark.parametrize("key", PRINTED)


def table(key, at, **monsters):
    """Return a table of four captains on a chart, with the first one's ship on a square."""
    state = empty_state([0, 1, 2, 3], DEFAULTS | {"chart": key})
    state.pos[0] = at
    for name, square in monsters.items():
        state.monsters[("blackbeard", "kraken").index(name)] = square
    return state


def ends_by_walking(state, cause, left):
    """Return every square where a voyage can end, by trying all routes one square at a time."""
    ends = set()
    start = (state.pos[0], NOWHERE)

    def walk(square, came, left):
        state.pos[0], state.came[0] = square, came
        nexts = next_squares(state, 0, cause, left) if left else []
        sea = [near for near in nexts if near not in state.monsters or state.chart.land[near]]
        if came != NOWHERE and not (sea or (cause == "push" and nexts)):
            ends.add(square)
        for near in nexts:
            if state.chart.land[near] or near in state.monsters:
                ends.add(near)
            else:
                walk(near, square, left - 1)

    walk(*start, left)
    state.pos[0], state.came[0] = start
    return ends


@both
@pytest.mark.parametrize("cause", ["die", "breeze", "push"])
def test_the_ends_of_a_voyage_are_those_that_walking_finds(key, cause):
    chart = CHARTS[key]
    water = [square for square, land in enumerate(chart.land) if not land]
    for at in water[::7]:
        state = table(key, at, blackbeard=chart.near[water[at % len(water)]][0])
        if state.pos[0] in state.monsters:
            continue
        for left in (1, 2, 3, 4):
            assert set(reach(state, 0, cause, left).ends) == ends_by_walking(state, cause, left), (at, left)


@both
def test_every_path_goes_by_legal_steps_to_its_square(key):
    chart = CHARTS[key]
    state = table(key, chart.squares["F6"], blackbeard=chart.squares["G3"])
    found = reach(state, 0, "die", 6)
    for square, path in {**found.ways, **found.ends}.items():
        assert path[-1] == square
        state.pos[0], state.came[0] = chart.squares["F6"], NOWHERE
        for step, near in enumerate(path):
            assert near in next_squares(state, 0, "die", 6 - step)
            state.came[0], state.pos[0] = state.pos[0], near


def test_a_neighbour_is_one_step_and_anything_further_is_a_path():
    chart = CHARTS["one"]
    state = table("one", chart.squares["F6"])
    assert path_to(state, (0, "die", 5), "G6") == (chart.squares["G6"],)
    assert len(path_to(state, (0, "die", 5), "I4")) == 5


@both
def test_the_charts_keep_their_own_rules(key):
    chart = CHARTS[key]
    for wharf in (chart.port, chart.mark):
        assert len(chart.roads[wharf]) == 3 == len(chart.near[wharf])
    for home in chart.homes:
        assert len(chart.roads[home]) == 4
    for square, kind in enumerate(chart.kind):
        lands = {chart.kind[near] for near in chart.near[square]} - {".", "P", "X"}
        assert not chart.land[square] or lands <= {kind}
        assert chart.land[square] or sum(not chart.land[near] for near in chart.near[square]) >= 2
    assert 12 <= chart.to_mark[chart.port] <= 16


def test_paths_are_never_counted_one_by_one(monkeypatch):
    """Twelve squares have more than a hundred thousand paths; every square is visited at most a few times per layer."""
    chart, looks, ways = CHARTS["one"], [], Chart.ways
    monkeypatch.setattr(Chart, "ways", lambda chart, square: looks.append(square) or ways(chart, square))
    found = reach(table("one", chart.squares["F6"]), 0, "die", 12)
    assert len(found.ends) > 40
    assert len(looks) <= 12 * 4 * len(chart.kind)
