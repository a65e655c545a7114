"""Bots guess other hands only from cards that they cannot see, with the public number of cards, and no card twice."""

import random
from collections import Counter
from itertools import islice

import pytest

from games.engine import Dice
from games.engine.random_play import play_out
from games.kit.crew_game.crew import VALUE, sailing
from games.rulesets.buccaneer import RULESETS
from games.rulesets.buccaneer.bots.odds import could_sail, guesses, laid_down, unseen
from games.rulesets.buccaneer.setup import crew_pack


def positions(rules, seed):
    """Return positions of one game of strong captains, as one of them saw them."""
    chance, seen = random.Random(seed), []
    places = [place for place, _ in rules.places][: min(4, rules.seats[1])]
    state, _ = rules.setup(places, 0, {}, Dice(b"guess %d" % seed))
    bots = [rules.bots["strong"]] * len(places)
    play_out(rules, state, bots, Dice(b"guess"), chance.randrange, watch=lambda action, after, events: seen.append(after))
    return seen[:-1:9]


for_every_edition = pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.slug)


@for_every_edition
def test_guessed_hands_have_the_right_sizes_and_use_every_card_once(rules):
    below = random.Random(1).randrange
    for state in positions(rules, 3):
        view = rules.view(state, 0)
        hands = next(guesses(view, below))
        assert {seat: len(hand) for seat, hand in hands.items()} == {seat: len(state.hands[seat]) for seat in hands}
        assert set(hands) == set(range(len(state.hands))) - {0}
        open_now = [item for pile in (*state.docks, state.flat, state.hands[0], state.fresh[0]) for item in pile if item in VALUE]
        guessed = Counter([*open_now, *(card for hand in hands.values() for card in hand)])
        assert not guessed - Counter(crew_pack(state.options["crew_deck"], len(state.homes)))


@for_every_edition
def test_a_guess_depends_on_nothing_that_is_hidden(rules):
    for number, state in enumerate(positions(rules, 4)):
        other = rules.redeal_hidden(state, 1, Dice(b"hidden %d" % number))
        one, two = (list(islice(guesses(rules.view(table, 1), random.Random(number).randrange), 3)) for table in (state, other))
        assert one == two


def test_where_nobody_sails_too_far_the_last_mover_is_given_a_hand_that_could():
    rules, below, fits = RULESETS[1], random.Random(5).randrange, []
    for state in positions(rules, 5):
        if state.sailed and state.sailed[0] != 0 and len(state.hands[state.sailed[0]]) >= state.sailed[2]:
            mover, squares, _ = state.sailed
            fits += [sailing(hands[mover]) >= squares for hands in islice(guesses(rules.view(state, 0), below), 20)]
    assert len(fits) > 100
    assert sum(fits) / len(fits) > 0.9


def test_a_distance_is_judged_by_the_cards_that_are_left():
    rules = RULESETS[0]
    state, _ = rules.setup(("bombay", "london"), 0, {}, Dice(b"left"))
    assert could_sail(rules.view(state, 0), 4, 4) == 1
    state.docks[0] = ("B3",) * 4 + ("R3",) * 4
    view = rules.view(state, 0)
    assert "B3" not in unseen(view)
    assert could_sail(view, 4, 9) == 0


def test_crew_that_was_laid_down_since_is_remembered_when_a_distance_is_judged():
    rules = RULESETS[0]
    state, _ = rules.setup(("bombay", "london"), 0, {}, Dice(b"left"))
    state.docks[0], state.flat = ("B3",) * 4, ("R3",) * 4
    view = rules.view(state, 1)
    assert sorted(laid_down(view, 0)) == ["B3"] * 4 + ["R3"] * 4
    assert could_sail(view, 4, 12) == 0
    assert could_sail(view, 4, 12, laid_down(view, 0)) > 0
    state.at[0] = rules.data.sea.squares["M18"]
    assert laid_down(rules.view(state, 1), 0) == ["R3"] * 4
