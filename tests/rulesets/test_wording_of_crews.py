"""Buccaneer and Trade Winds tell of crews, fights and rounds once, in whole sentences, and call the reader “you”."""

import random

import pytest

from games.engine import Dice, Event, last_round
from games.engine.random_play import play_out, random_bot
from games.rulesets import get_ruleset

SLUGS = ["buccaneer", "buccaneer-classic", "buccaneer-family", "trade-winds"]
NAMES = ["Anne", "Mary"]


@pytest.fixture(params=SLUGS)
def rules(request):
    return get_ruleset(request.param)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("turn-began", 0, {"round": 4}), "Round 4: it is your turn."),
        (Event("turn-began", 1, {"round": 4}), "Round 4: it is Mary's turn."),
        (Event("fight-drawn", 0, {"other": 1}), "The fight between you and Mary was a draw."),
        (Event("fight-drawn", 1, {"other": 0}), "The fight between you and Mary was a draw."),
        (Event("crew-demanded", 0, {"other": 1, "count": 0}), "You took nothing from Mary."),
        (Event("crew-demanded", 0, {"other": 1, "count": 2}), "You demanded two crew cards from Mary."),
        (Event("crew-exchanged", 1, {"count": 0}), "Mary had no crew to exchange."),
        (Event("crew-gone", 0, {"cards": ["B1", "B1", "R3"]}), "Your crew that left: two black 1s and red 3."),
        (
            Event("hands-shown", 1, {"other": 0, "hands": {"0": [], "1": ["R2", "R2"]}}),
            "Mary's crew: two red 2s; fighting strength 4. Your crew: none; fighting strength 0.",
        ),
    ],
)
def test_what_happened_is_told_in_one_whole_sentence(rules, event, said):
    assert rules.describe_event(event, NAMES, 0) == said


def test_no_round_is_announced_after_the_last(rules):
    state, _ = rules.setup([place for place, _ in rules.places[:2]], 0, {}, Dice(b"the last round"))
    chance, told = random.Random(5), []
    play_out(
        rules,
        last_round(rules, state).state,
        [random_bot] * 2,
        Dice(b"dice"),
        chance.randrange,
        watch=lambda _, __, events: told.extend(events),
    )
    assert [event.facts["round"] for event in told if event.name == "turn-began"] == [1]
    assert told[-1].name == "game-won"


@pytest.mark.parametrize("slug", SLUGS)
def test_after_a_colon_the_reader_is_not_written_large(slug):
    told = get_ruleset(slug).describe_event(Event("fever", 0, {"count": 2}), NAMES, 0)
    assert (": you " in told, ": You " in told) == (True, False)
