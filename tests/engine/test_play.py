"""The only ways a game changes, tried on the smallest game there is."""

import pytest

from games.engine import (
    SITE,
    Action,
    Choose,
    Confirm,
    Dice,
    Event,
    GameOver,
    IllegalAction,
    NotYourDecision,
    RulesError,
    close_game,
    leave,
    play,
)
from games.engine.facts import freeze
from games.engine.play import next_reaction, waiting_for
from games.engine.random_play import next_action, random_bot
from games.rulesets.nim.rules import NIM, Heap

SEED = b"nim"


def take(state, seat, count):
    return play(NIM, state, Action(seat, "take", count), Dice(SEED))


def test_an_action_changes_a_copy_and_leaves_what_was_handed_in():
    before = Heap(5)
    played = take(before, 0, 2)
    assert (before.left, played.state.left) == (5, 3)
    assert played.events == [Event("took", 0, {"count": 2})]


def test_the_answer_is_carried_out_in_canonical_form():
    assert take(Heap(5), 0, "2").state.left == 3


def test_what_is_not_offered_is_refused_and_nothing_changes():
    heap = Heap(5)
    with pytest.raises(IllegalAction) as refused:
        take(heap, 0, 4)
    assert (refused.value.code, refused.value.law) == ("too-greedy", "1")
    assert heap.left == 5


def test_who_is_not_asked_is_refused():
    with pytest.raises(NotYourDecision) as refused:
        take(Heap(5), 1, 1)
    assert refused.value.code == "not-asked"
    assert isinstance(refused.value, RulesError)


def test_after_the_end_nothing_is_played():
    ended = take(Heap(2), 0, 2).state
    assert NIM.outcome(ended).winners == (0,)
    for attempt in (lambda: take(ended, 1, 1), lambda: leave(NIM, ended, 0, Dice(SEED)), lambda: close_game(NIM, ended, "agreed")):
        with pytest.raises(GameOver):
            attempt()


def test_the_count_of_draws_is_kept_in_the_state():
    heap = Heap(9)
    dice = Dice(SEED, 77)
    shaken = play(NIM, heap, Action(0, "shake", "yes"), dice).state
    assert (heap.draws, shaken.draws) == (0, 1)
    again = play(NIM, heap, Action(0, "shake", "yes"), Dice(SEED)).state
    assert again.left == shaken.left


def test_a_seat_that_leaves_loses_and_cannot_leave_twice():
    left = leave(NIM, Heap(5), 1, Dice(SEED))
    assert NIM.outcome(left.state).winners == (0,)
    with pytest.raises(NotYourDecision):
        leave(NIM, Heap(5), 7, Dice(SEED))


def test_closing_says_why():
    closed = close_game(NIM, Heap(5), "agreed")
    assert NIM.outcome(closed.state).reason == "agreed"
    assert closed.events == [Event("closed", facts={"reason": "agreed"}, reveals=True)]


def test_the_game_waits_for_the_first_question_that_must_be_answered():
    assert waiting_for(NIM, Heap(5)).name == "take"
    assert waiting_for(NIM, take(Heap(1), 0, 1).state) is None


def test_reactions_are_answered_for_those_who_have_settled_them():
    challenged = play(NIM, Heap(5), Action(0, "shake", "yes"), Dice(SEED)).state
    assert waiting_for(NIM, challenged).seat == 1
    assert next_reaction(NIM, challenged, {}) is None
    assert next_reaction(NIM, challenged, {1: lambda view, decision: None}) is None
    assert next_reaction(NIM, challenged, {1: lambda view, decision: "nod"}) == Action(1, "nod", "nod")


def test_optional_reactions_are_offered_after_required_ones():
    heap = Heap(5)
    heap.applause = True
    answer = []

    def voice(view, decision):
        answer.append(decision.name)
        return "clap" if decision.optional else None

    assert next_reaction(NIM, heap, {1: voice}) == Action(1, "clap", "clap")
    assert answer == ["clap"]


class Patient(type(NIM)):
    """Nim with a wait of some hours after each answer, during which the other player may clap."""

    def __init__(self, hours):
        self.hours = hours

    def decisions(self, state):
        closing = Confirm(SITE, "go-on", reaction=True, facts={"hours": self.hours}, default="yes")
        return [closing, Choose(1, "clap", "clap", ("clap",), optional=True, reaction=True)]


def test_a_question_that_is_nobodys_is_answered_by_the_site_once_orders_have_been_heard():
    go_on = Action(SITE, "go-on", "yes")
    assert next_reaction(Patient(0), Heap(5), {}) == go_on
    assert next_reaction(Patient(0), Heap(5), {1: lambda view, decision: None}) == go_on
    assert next_reaction(Patient(0), Heap(5), {1: lambda view, decision: "clap"}) == Action(1, "clap", "clap")


def test_where_hours_have_to_pass_it_is_not_answered_by_itself():
    assert next_reaction(Patient(3), Heap(5), {1: lambda view, decision: None}) is None


def test_in_memory_no_time_passes_and_the_game_goes_on():
    assert next_action(Patient(3), Heap(5), [random_bot] * 2, lambda sides: 1) == Action(SITE, "go-on", "yes")


def test_where_a_captain_is_asked_the_site_says_nothing():
    with pytest.raises(NotYourDecision):
        play(NIM, Heap(5), Action(SITE, "take", 1), Dice(b"x"))


def test_events_are_known_to_those_they_are_meant_for():
    assert Event("a").seen_by(None)
    secret = Event("b", 0, to=(1, 2))
    assert [secret.seen_by(seat) for seat in (None, 0, 1, 2)] == [False, False, True, True]


def test_events_and_actions_become_json_and_come_back():
    for event in (Event("a"), Event("b", 0, {"x": [1]}, (1,), True), Event("c", 3, to=())):
        assert Event.from_json(event.to_json()) == event
    action = Action(1, "trade", (("G",), ("B3", "B1")))
    assert Action.from_json([1, "trade", [["G"], ["B3", "B1"]]]) == action
    assert freeze([1, ["a", ["b"]]]) == (1, ("a", ("b",)))
