"""Warnings before moves that a captain may regret: each is true, few are missing, and none reveals a secret."""

import pytest

from games.engine import Action, Deal, Dice
from games.engine.play import find_decision
from games.kit.parts import face_of
from games.rulesets import all_rulesets
from tests.rulesets.walks import walk

SLUGS = [slug for slug in all_rulesets() if face_of(all_rulesets()[slug]).warn.__module__ != "games.kit.face"]
SIZES = {"bounty": (2, 3), "piracy": (4,)}


def warning(rules, state, action: Action) -> str:
    """Return the warning before this action."""
    decision = find_decision(rules, state, action.seat, action.decision)
    beside = [other for other in rules.decisions(state) if other.seat == action.seat and other.name != action.decision]
    return face_of(rules).warn(rules.view(state, action.seat), decision, decision.check(action.answer), beside)


def warned(slug: str, *names: str):
    """Yield (step, the warning before it) for each step of random play that answers one of these questions."""
    rules = all_rulesets()[slug]
    for players in SIZES.get(slug, (3,)):
        for step in walk(slug, players):
            if step.action.decision in names and step.action.seat is not None:
                yield step, warning(rules, step.state, step.action)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_warning_says_nothing_that_its_captain_does_not_see(slug):
    rules = all_rulesets()[slug]
    for number, step in enumerate(walk(slug, SIZES.get(slug, (3,))[0])[::5]):
        if step.action.seat is not None:
            other = rules.redeal_hidden(step.state, step.action.seat, Dice(f"other {number}".encode()))
            assert warning(rules, other, step.action) == warning(rules, step.state, step.action)


def test_in_bounty_exactly_those_voyages_are_warned_of_that_cannot_be_taken_back():
    rules = all_rulesets()["bounty"]
    for step, answer in warned("bounty", "sail"):
        is_over = rules.turn(step.after) != rules.turn(step.state) or rules.outcome(step.after) is not None
        assert bool(answer) == (is_over or any(event.reveals for event in step.events)), step.action


def test_in_bounty_every_attack_is_warned_of_and_a_lost_one_says_so(golden):
    lines = {answer for _, answer in warned("bounty", "attack")}
    assert "" not in lines
    assert golden("events/warnings", "\n".join(sorted(lines)))


def test_in_piracy_exactly_those_moves_are_warned_of_that_give_ones_own_ship_to_a_monster(golden):
    lines = set()
    for step, answer in warned("piracy", "sail", "monster", "order"):
        team, owner = step.state.team, step.state.owner
        taken = [event for event in step.events if event.name in ("captured", "held")]
        assert bool(answer) == any(team[owner[event.facts["ship"]]] == team[step.action.seat] for event in taken)
        lines.add(answer)
    assert golden("events/warnings", max(lines, key=len))


def test_in_piracy_a_monster_that_is_moved_onto_ones_own_ship_is_warned_of_and_onto_others_is_not(golden):
    rules = all_rulesets()["piracy"]
    for step, _ in warned("piracy", "monster", "order"):
        decision = rules.decisions(step.state)[0]
        if decision.name != "monster" or step.state.agenda[-1].kind != "event":
            continue
        state, seat = step.state.copy(), decision.seat
        mine, theirs = (next(ship for ship, owner in enumerate(state.owner) if (owner == seat) == own) for own in (True, False))
        state.pos, square = [-1] * len(state.pos), decision.options[0]
        state.pos[theirs] = state.chart.squares[square]
        alone = all(team != state.team[seat] for other, team in enumerate(state.team) if other != seat)
        assert not alone or warning(rules, state, Action(seat, "monster", square)) == ""
        state.pos[mine], state.coins[mine] = state.chart.squares[square], 2
        assert golden("events/warnings", warning(rules, state, Action(seat, "monster", square)))
        order = f"{state.event.upper()} {square}"
        assert warning(rules, state, Action(seat, "order", order)) == warning(rules, state, Action(seat, "monster", square))
        return
    pytest.fail("no monster was moved")


@pytest.mark.parametrize("slug", ["buccaneer", "buccaneer-classic", "buccaneer-family"])
def test_in_buccaneer_a_way_is_warned_of_when_it_is_too_far_for_the_crew_and_only_then(slug):
    lines = [(step, answer) for step, answer in warned(slug, "sail") if step.state.hands[step.action.seat]]
    assert any(answer for _, answer in lines)
    for step, answer in lines:
        seat, after = step.action.seat, [event for event in step.events if event.name == "sailed" and event.seat == step.action.seat]
        crew = sum(int(card[1]) for card in step.state.hands[seat])
        assert all((event.facts["squares"] > crew) <= bool(answer) for event in after)


@pytest.mark.parametrize("slug", ["buccaneer", "trade-winds"])
def test_a_turn_that_ends_with_a_trade_open_is_warned_of(slug, golden):
    rules = all_rulesets()[slug]
    step, _ = next(found for found in warned(slug, "end"))
    end = find_decision(rules, step.state, step.action.seat, "end")
    view, trade = rules.view(step.state, step.action.seat), Deal(end.seat, "trade", optional=True, facts={"port": "Cadiz"})
    assert golden("events/warnings", face_of(rules).warn(view, end, "yes", [trade]))
    assert face_of(rules).warn(view, end, "yes", []) == ""


def test_in_buccaneer_a_turn_that_ends_at_home_with_treasure_aboard_is_warned_of(golden):
    rules = all_rulesets()["buccaneer"]
    step, _ = next(found for found in warned("buccaneer", "end"))
    seat, state = step.action.seat, step.state.copy()
    state.at[seat], state.holds[seat], state.by_fight = state.sea.harbours[state.homes[seat]], ("D",), False
    assert golden("events/warnings", warning(rules, state, Action(seat, "end", "yes")))
    state.holds[seat] = ()
    assert warning(rules, state, Action(seat, "end", "yes")) == ""


@pytest.mark.parametrize("slug", ["buccaneer", "trade-winds"])
def test_a_fight_that_cannot_be_won_is_warned_of(slug, golden):
    rules = all_rulesets()[slug]
    name = {"buccaneer": "intercept", "trade-winds": "challenge"}[slug]
    step, _ = next(found for found in warned(slug, name))
    seat, state = step.action.seat, step.state.copy()
    state.hands[seat] = ("B1", "R1")
    assert golden("events/warnings", warning(rules, state, Action(seat, name, "attack")))
    assert warning(rules, state, Action(seat, name, "pass")) == ""
    state.hands[seat] = ("B1", "B2")
    assert warning(rules, state, Action(seat, name, "attack")) == ""


def test_in_trade_winds_a_way_that_others_may_check_is_warned_of():
    rules = all_rulesets()["trade-winds"]
    for step, answer in warned("trade-winds", "sail"):
        if step.state.agenda[-1].kind == "before" and step.state.hands[step.action.seat]:
            asks_others = any(decision.name == "check" for decision in rules.decisions(step.after))
            assert not asks_others or answer
