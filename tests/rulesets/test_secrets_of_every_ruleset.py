"""Secrets that no player may learn before the rules show them, in every game: tried by dealing hidden cards again."""

import pytest

from games.engine import Dice, RulesError, play
from games.rulesets import all_rulesets
from tests.rulesets.walks import TABLES, every

at_every_table = pytest.mark.parametrize(("slug", "players"), TABLES)


def decisions_of(rules, state, seat):
    return [decision for decision in rules.decisions(state) if decision.seat == seat]


@at_every_table
def test_what_others_hold_never_changes_what_a_seat_sees_or_is_asked(slug, players):
    rules = all_rulesets()[slug]
    for index, step in enumerate(every(slug, players, 12)):
        for seat in [None, *range(players)]:
            other = rules.redeal_hidden(step.state, seat, Dice(f"redeal {index}".encode()))
            assert rules.view(other, seat) == rules.view(step.state, seat)
            assert decisions_of(rules, other, seat) == decisions_of(rules, step.state, seat)


@at_every_table
def test_what_is_dealt_anew_for_a_seat_hangs_on_nothing_that_the_seat_cannot_know(slug, players):
    rules = all_rulesets()[slug]
    for index, step in enumerate(every(slug, players, 12)):
        for seat in rules.seats_left(step.state):
            other = rules.redeal_hidden(step.state, seat, Dice(f"other {index}".encode()))
            anew = [rules.redeal_hidden(state, seat, Dice(f"redeal {index}".encode())) for state in (step.state, other)]
            assert rules.dump(anew[0]) == rules.dump(anew[1])


@at_every_table
def test_all_views_together_are_the_views_one_by_one(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 40):
        assert rules.views(step.state) == [rules.view(step.state, seat) for seat in range(players)]


@at_every_table
def test_what_can_be_taken_back_has_told_its_captain_nothing_new(slug, players):
    rules = all_rulesets()[slug]
    for index, step in enumerate(undoable(rules, every(slug, players, 4))):
        seat = step.action.seat
        other = rules.redeal_hidden(step.state, seat, Dice(f"other {index}".encode()))
        played = play(rules, other, step.action, Dice(b"another seed"))
        assert seen_by(seat, played.events) == seen_by(seat, step.events)
        assert rules.view(played.state, seat) == rules.view(step.after, seat)


@at_every_table
def test_what_can_be_taken_back_has_told_the_others_nothing_of_a_hand(slug, players):
    rules = all_rulesets()[slug]
    for index, step in enumerate(undoable(rules, every(slug, players, 4))):
        for seat in [None, *(one for one in range(players) if one != step.action.seat)]:
            other = rules.redeal_hidden(step.state, seat, Dice(f"other {index}".encode()))
            try:
                played = play(rules, other, step.action, Dice(b"another seed"))
            except RulesError:
                continue  # with other cards this answer would not be legal
            if not any(event.reveals for event in played.events):
                assert seen_by(seat, played.events) == seen_by(seat, step.events)


def undoable(rules, some):
    """Yield steps after which the captain may still undo."""
    for step in some:
        turn, after = rules.turn(step.state), rules.turn(step.after)
        same = turn == after and turn[1] == step.action.seat and rules.outcome(step.after) is None
        if same and not any(event.reveals for event in step.events):
            yield step


def seen_by(seat, events):
    return [event for event in events if event.seen_by(seat)]
