"""The contract of games/engine, tried on every ruleset by random play."""

import json
import random
from itertools import takewhile
from time import process_time

import pytest

from games.engine import Action, Choose, Deal, Dice, Event, Pick, RulesError, Snapshot, close_game, leave, play
from games.engine.play import find_decision, waiting_for
from games.engine.random_play import next_action, play_out, random_bot
from games.formats.replay import SITE_MOVES
from games.rulesets import all_rulesets
from harness.simulation.chances import any_wish
from harness.simulation.in_memory import Trial
from tests.depth import DEPTH
from tests.rulesets.walks import TABLES, as_bytes, every, new_game, steps, walk

pytestmark = pytest.mark.long

RULESETS = list(all_rulesets())
SOAKED = 1.0 * DEPTH
"""Seconds of the processor, for each edition."""
at_every_table = pytest.mark.parametrize(("slug", "players"), TABLES)
for_every_ruleset = pytest.mark.parametrize("slug", RULESETS)


def default_bot(view, decisions, below):
    """Always time out."""
    waiting = next(decision for decision in decisions if not decision.optional) if any(not d.optional for d in decisions) else None
    return waiting and Action(waiting.seat, waiting.name, waiting.default)


# -- play -----------------------------------------------------------------------------------------
@at_every_table
def test_random_play_comes_to_an_end(slug, players):
    for seed in (1, 2):
        rules, state, dice, chance = new_game(slug, players, seed)
        ended = play_out(rules, state, [random_bot] * players, dice, chance.randrange)
        assert ended.outcome.winners
        assert rules.decisions(ended.state) == []
        assert len(ended.outcome.places) == len(ended.outcome.scores) == players
        assert all(ended.outcome.places[winner] == 1 for winner in ended.outcome.winners)


@at_every_table
def test_play_by_default_comes_to_an_end(slug, players):
    rules, state, dice, chance = new_game(slug, players, 3)
    assert play_out(rules, state, [default_bot] * players, dice, chance.randrange).outcome.winners


@for_every_ruleset
def test_letting_time_run_out_never_beats_playing(slug):
    """The opponent is the easiest bot; without bots, any legal answer."""
    rules = all_rulesets()[slug]
    least, _ = rules.seats
    won = {"default": 0.0, "played": 0.0}
    bots = {"default": default_bot, "played": rules.bots.get("easy", random_bot)}
    for seed in range(20 * DEPTH):
        _, state, dice, chance = new_game(slug, least, seed, {})
        kinds = [("default", "played")[(seat + seed) % 2] for seat in range(least)]
        winners = play_out(rules, state, [bots[kind] for kind in kinds], dice, chance.randrange).outcome.winners
        for winner in winners:
            won[kinds[winner]] += 1 / len(winners)
    assert won["default"] <= won["played"]


@at_every_table
def test_the_same_seed_plays_the_same_game_byte_for_byte(slug, players):
    def game():
        first = zip(range(150), steps(slug, players, 7), strict=False)
        return [(step.action, as_bytes(all_rulesets()[slug], step.after)) for _, step in first]

    assert game() == game()


@at_every_table
def test_playing_never_touches_the_state_that_was_handed_in(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 7):
        before = as_bytes(rules, step.state)
        again = play(rules, step.state, step.action, Dice(b"another seed"))
        assert as_bytes(rules, step.state) == before
        assert again.state is not step.state


@at_every_table
def test_a_copy_is_independent_of_its_original(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 20):
        before, copy = as_bytes(rules, step.state), step.state.copy()
        assert as_bytes(rules, copy) == before
        decision = find_decision(rules, copy, step.action.seat, step.action.decision)
        rules.apply(copy, decision, Action(*step.action[:2], decision.check(step.action.answer)), Dice(b"x"))
        assert as_bytes(rules, step.state) == before


@at_every_table
def test_cards_and_goods_are_neither_made_nor_lost(slug, players):
    rules, counted = all_rulesets()[slug], {}
    for step in walk(slug, players):
        before = counted.get(id(step.state)) or rules.inventory(step.state)
        after = rules.inventory(step.after)
        assert after == before, step.action
        counted = {id(step.after): after}


# -- stored ---------------------------------------------------------------------------------------
@at_every_table
def test_a_state_survives_json_exactly(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 10):
        snapshot = rules.dump(step.state)
        text = json.dumps([snapshot.public, snapshot.seats, snapshot.decks])
        loaded = rules.load(Snapshot(*json.loads(text)))
        assert as_bytes(rules, loaded) == as_bytes(rules, step.state)
        assert rules.decisions(loaded) == rules.decisions(step.state)
        one, other = (play(rules, state, step.action, Dice(b"seed")) for state in (loaded, step.state))
        assert as_bytes(rules, one.state) == as_bytes(rules, other.state)
        assert one.events == other.events


@at_every_table
def test_events_and_actions_survive_json_exactly(slug, players):
    for step in every(slug, players, 10):
        assert Action.from_json(json.loads(json.dumps(step.action.to_json()))) == step.action
        for event in step.events:
            assert Event.from_json(json.loads(json.dumps(event.to_json()))) == event


# -- questions ------------------------------------------------------------------------------------
@at_every_table
def test_somebody_is_asked_until_it_is_over_and_the_first_question_is_the_one_that_is_waited_for(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 3):
        asked = rules.decisions(step.state)
        assert asked
        assert not asked[0].optional
        assert waiting_for(rules, step.state) == asked[0]
        assert len({(decision.seat, decision.name) for decision in asked}) == len(asked)


@at_every_table
def test_every_seat_is_asked_what_is_required_before_what_is_optional(slug, players):
    for step in every(slug, players, 3):
        asked = all_rulesets()[slug].decisions(step.state)
        for seat in {decision.seat for decision in asked}:
            optional = [decision.optional for decision in asked if decision.seat == seat]
            assert optional == sorted(optional)


@for_every_ruleset
def test_no_question_is_called_as_what_the_site_itself_writes_into_journals(slug):
    tables = [players for one, players in TABLES if one == slug]
    asked = {decision.name for players in tables for step in walk(slug, players) for decision in all_rulesets()[slug].decisions(step.state)}
    assert asked
    assert asked.isdisjoint(SITE_MOVES)


@at_every_table
def test_every_question_has_a_legal_answer_and_a_legal_default(slug, players):
    rules, chance = all_rulesets()[slug], random.Random(5)
    for step in every(slug, players, 5):
        for decision in rules.decisions(step.state):
            answer = next(decision.answers())
            assert decision.check(answer) == answer
            assert decision.check(decision.sample(chance.randrange)) is not None
            if not decision.optional or decision.default is not None:
                assert decision.check(decision.default) == decision.default


@at_every_table
def test_standing_orders_answer_legally_or_leave_it_to_the_captain(slug, players):
    rules, chance = all_rulesets()[slug], random.Random(6)
    for step in every(slug, players, 4):
        for decision in rules.decisions(step.state):
            if decision.reaction:
                orders = {order.key: any_wish(order, chance) for order in rules.orders}
                answer = rules.react(rules.view(step.state, decision.seat), decision, orders)
                assert answer is None or decision.check(answer) is not None


@for_every_ruleset
def test_with_any_orders_leavings_and_time_outs_everything_is_drawn_and_said_after_each_action(slug):
    """Play tables of all sizes and options for a while; `manage.py soak` does the same for as long as you like."""
    until, played, number = process_time() + SOAKED, 0, 0
    while process_time() < until:
        number += 1
        trial = Trial(all_rulesets()[slug], number)
        try:
            played += sum(1 for _ in takewhile(lambda _: process_time() < until, trial.play(one_span=True)))
        except Exception as fault:
            raise AssertionError(f"{fault}: {trial}") from fault
    assert played


# -- words ----------------------------------------------------------------------------------------
def names_of(players):
    return ["Anne Bonny", "Mary Read", "Jack Rackham", "Grace", "Henry", "Edward", "Olivier", "Stede"][:players]


def assert_plain(text, codes):
    """Check that a sentence for players is not empty, has no gaps, and contains no codes."""
    assert text
    assert text == text.strip()
    assert text[0].isupper() or text[0].isdigit()
    assert not set("{}@_<>") & set(text), text
    words = set(text.replace(".", " ").replace(",", " ").replace(":", " ").split())
    assert not words & codes, text
    assert "None" not in words


@at_every_table
def test_everything_that_happens_can_be_told_to_everyone_who_may_know(slug, players):
    rules, names = all_rulesets()[slug], names_of(players)
    for step in walk(slug, players):
        for event in step.events:
            codes = {event.name} if "-" in event.name else set()
            for seat in [None, *range(players)]:
                if event.seen_by(seat):
                    text = rules.describe_event(event, names, seat)
                    assert_plain(text, codes)
                    assert text[-1] in ".!?", text


@at_every_table
def test_every_question_and_every_answer_has_words(slug, players):
    rules, names = all_rulesets()[slug], names_of(players)
    for step in every(slug, players, 6):
        for decision in rules.decisions(step.state):
            codes = {decision.name} if "-" in decision.name else set()
            question = rules.ask(decision, names)
            assert_plain(question, codes)
            assert question[-1] in ".!?", question
            assert_plain(rules.help(decision), codes)
            for option in options_of(decision):
                label = rules.label(decision, option, names)
                assert label
                assert not set("{}@_<>") & set(label), label
                assert "-" not in option or label != option


@at_every_table
def test_an_answer_in_advance_has_words_before_its_question_is_asked(slug, players):
    rules, names = all_rulesets()[slug], names_of(players)
    for step in every(slug, players, 6):
        for decision in rules.decisions(step.state):
            for option in options_of(decision):
                assert rules.label(Choose(decision.seat, decision.name), option, names)


def options_of(decision):
    """Return every single thing that a question offers."""
    if isinstance(decision, Deal):
        return {*decision.give, *decision.take}
    return set(decision.options) if isinstance(decision, Choose | Pick) else set()


# -- refusals -------------------------------------------------------------------------------------
NONSENSE = ["", "xyz", "<b>", "M9 ", "0", -1, 10**9, None, True, 1.5, [], ["xyz"], ["a", ["b"]], {}, {"give": ["x"], "take": 3},
            [["B1"] * 400, []], "ü" * 3000, "9" * 5000, "stay", "no", "attack", ["B1", "B1", "B1", "B1"]]  # fmt: skip


@at_every_table
def test_whatever_is_said_is_played_or_refused_with_a_code_a_sentence_and_a_law(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 30):
        before = as_bytes(rules, step.state)
        for decision in rules.decisions(step.state):
            for answer in NONSENSE:
                assert_played_or_refused(rules, step.state, Action(decision.seat, decision.name, answer))
        assert as_bytes(rules, step.state) == before


def assert_played_or_refused(rules, state, action):
    refusal = refused(rules, state, action)
    if refusal is not None:
        assert refusal.code.islower()
        assert refusal.text[0].isupper()
        assert refusal.text.endswith(".")
        assert refusal.law, (action, refusal.code)


def refused(rules, state, action):
    """Return the refusal of an action, or None if it was played; any other exception fails the test."""
    try:
        play(rules, state, action, Dice(b"seed"))
    except RulesError as refusal:
        return refusal
    return None


@at_every_table
def test_what_is_not_asked_is_refused_with_a_law(slug, players):
    rules = all_rulesets()[slug]
    known = {decision.name for step in walk(slug, players) for decision in rules.decisions(step.state)[:1]}
    for step in every(slug, players, 60):
        open_now = {(decision.seat, decision.name) for decision in rules.decisions(step.state)}
        for seat in (*range(players), players, -1):
            for name in {*known, "nothing of the kind"}:
                if (seat, name) not in open_now:
                    refusal = refused(rules, step.state, Action(seat, name, "yes"))
                    assert refusal.code
                    assert refusal.law


# -- leaving and closing --------------------------------------------------------------------------
@at_every_table
def test_a_captain_may_leave_at_any_moment_and_the_game_goes_on(slug, players):
    rules, chance = all_rulesets()[slug], random.Random(8)
    for step in every(slug, players, 9):
        seats = rules.seats_left(step.state)
        gone = chance.choice(seats)
        dice = Dice(b"leaving")
        left = leave(rules, step.state, gone, dice)
        state = left.state
        assert gone not in rules.seats_left(state)
        assert rules.inventory(state) == rules.inventory(step.state)
        assert all(
            rules.describe_event(event, names_of(players), seat) for event in left.events for seat in [None, *seats] if event.seen_by(seat)
        )
        for _ in range(25):
            if rules.outcome(state) is not None:
                break
            assert gone not in [decision.seat for decision in rules.decisions(state)]
            action = next_action(rules, state, [random_bot] * players, chance.randrange)
            state = play(rules, state, action, dice).state


@at_every_table
def test_a_game_may_be_closed_at_any_moment(slug, players):
    rules = all_rulesets()[slug]
    for step in every(slug, players, 30):
        closed = close_game(rules, step.state, "agreed")
        outcome = rules.outcome(closed.state)
        assert outcome.reason == "agreed"
        assert outcome.winners
        assert rules.decisions(closed.state) == []
        with pytest.raises(RulesError):
            play(rules, closed.state, step.action, Dice(b"seed"))


# -- what it offers -------------------------------------------------------------------------------
@for_every_ruleset
def test_a_ruleset_introduces_itself(slug):
    rules = all_rulesets()[slug]
    assert rules.slug == slug
    assert rules.name
    assert rules.summary.endswith(".")
    assert rules.seats[1] >= rules.seats[0] >= 2
    assert not rules.places or len(rules.places) >= rules.seats[1]
    assert rules.status in ("draft", "trial", "steady")


@for_every_ruleset
def test_options_and_standing_orders_have_sentences_and_lawful_defaults(slug):
    rules = all_rulesets()[slug]
    for option in rules.options:
        assert option.label
        assert option.sentence.endswith((".", "?"))
        assert option.default in [value for value, _ in option.choices]
    for order in rules.orders:
        assert order.question
        assert order.read_answer(order.default) == order.default
        assert {value for value, _ in order.sentences} == {value for value, _ in order.choices}


@for_every_ruleset
def test_scores_are_counted_in_words_of_the_edition(slug):
    rules = all_rulesets()[slug]
    one, several = rules.unit
    assert [rules.counted(score) for score in (0, 1, 2)] == [f"0 {several}", f"1 {one}", f"2 {several}"]
