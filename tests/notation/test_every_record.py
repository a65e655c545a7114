"""Writing and reading a record are exact inverses, for every game."""

import random
import re

import pytest

from games.engine import Action, Dice, close_game, commitment, last_round, leave, play
from games.engine.play import find_decision
from games.engine.random_play import next_action, random_bot
from games.formats.notation import BadRecord, parse, read_answer, replayed, write, write_answer
from games.formats.replay import digest
from games.kit.parts import face_of
from games.rulesets import all_rulesets
from harness.simulation.chances import some_options
from tests.rulesets.walks import TABLES, walk

NAMES = ["Anne", "Mary / Jack", "O'Malley", "Çelik", 'Ann "Two" B; C', "Eve", "Six", "Seven"]
MOST_ENTRIES = 120


@pytest.fixture(autouse=True)
def _drafts_are_read_too(monkeypatch):
    monkeypatch.setattr("games.formats.notation.reading.on_offer", all_rulesets)


def some_places(rules, players: int, chance: random.Random) -> list[str]:
    """Return places that players may take one after another, in seat order."""
    order, taken = [place for place, _ in rules.places], []
    for _ in range(players if order else 0):
        taken.append(chance.choice(rules.places_left(taken, players)))
    return sorted(taken, key=order.index) or [""] * players


def next_entry(rules, states: list, most: int, players: int, dice: Dice, chance: random.Random) -> tuple:
    """Return the next entry of such a game: (seat, decision, answer, state after it)."""
    state = states[-1]
    if len(states) >= most:
        if len(rules.seats_left(state)) > 2:
            seat = rules.seats_left(state)[0]
            return seat, "resign", None, leave(rules, state, seat, dice).state
        return None, "close", "agreed", close_game(rules, state, "agreed").state
    if len(states) == most - 10 and rules.round_limit and players % 2:
        return None, "last-round", None, last_round(rules, state).state
    if len(states) > 1 and chance.randrange(15) == 0:
        return rules.turn(state)[1], "undo", len(states) - 2, states[-2]
    action = next_action(rules, state, [random_bot] * players, chance.randrange)
    answer = find_decision(rules, state, action.seat, action.decision).check(action.answer)
    return action.seat, action.decision, answer, play(rules, state, Action(*action[:2], answer), dice).state


def recorded(slug: str, players: int, seed: int, most: int = MOST_ENTRIES) -> dict:
    """Return a random game with some undos; a long one ends with a resignation and an agreement."""
    rules, chance = all_rulesets()[slug], random.Random(f"{slug}{players}{seed}")
    places = some_places(rules, players, chance)
    secret = bytes(chance.randrange(256) for _ in range(32))
    dice, options, first = Dice(secret), some_options(rules, players, chance), chance.randrange(players)
    state, _ = rules.setup(places, first, options, dice)
    states, moves = [state], [[0, None, "setup", None, digest(rules.dump(state))]]

    while rules.outcome(states[-1]) is None:
        seat, decision, answer, after = next_entry(rules, states, most, players, dice, chance)
        states.append(after)
        moves.append([len(moves), seat, decision, answer, digest(rules.dump(after))])
    outcome = rules.outcome(states[-1])
    return {
        "ruleset": slug, "version": rules.version, "options": options, "places": places, "first": first,
        "commitment": commitment(secret), "seed": secret.hex(), "moves": moves, "outcome": {"reason": outcome.reason},
    }  # fmt: skip


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_what_is_written_is_read_back_exactly_and_written_again_the_same(slug, players):
    rules, record = all_rulesets()[slug], recorded(slug, players, 1)
    text = write(rules, record, NAMES[:players])
    script = parse(text)
    steps = list(replayed(script))
    read = {
        "ruleset": script.rules.slug, "version": script.rules.version, "options": script.options, "places": script.places,
        "first": script.first, "commitment": commitment(script.seed), "seed": script.seed.hex(),
        "moves": [[step.number, step.seat, step.decision, step.answer, step.hash] for step in steps],
        "outcome": {"reason": script.end[1]},
    }  # fmt: skip
    assert read == record
    assert script.names == NAMES[:players]
    assert write(rules, read, script.names) == text


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_every_answer_a_walk_gives_is_heard_as_it_was_said(slug, players):
    rules = all_rulesets()[slug]
    for step in walk(slug, players)[::3]:
        decision = find_decision(rules, step.state, step.action.seat, step.action.decision)
        answer = decision.check(step.action.answer)
        assert decision.check(read_answer(rules, decision, write_answer(rules, decision.name, answer))) == answer


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_the_words_of_an_edition_mean_one_thing_each(slug):
    words = face_of(all_rulesets()[slug]).words
    assert len(set(words.values())) == len(words)
    assert not set(words.values()) & set(words)


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_any_line_that_is_left_out_doubled_or_changed_is_refused_with_its_number(slug):
    rules = all_rulesets()[slug]
    lines = write(rules, recorded(slug, rules.seats[0], 2, most=25), NAMES[: rules.seats[0]]).split("\n")
    meant = [index for index, line in enumerate(lines) if line and line[0] != ";"]
    for index in meant:
        spoiled = (
            [*lines[:index], *lines[index + 1 :]],
            [*lines[:index], lines[index], *lines[index:]],
            [*lines[:index], lines[index][:-1] + ("1" if lines[index][-1] != "1" else "2"), *lines[index + 1 :]],
            lines[:index],
        )
        for at, other in enumerate(spoiled):
            if at == 2 and lines[index].startswith("Seat "):
                continue  # another name makes another record, not a broken one
            with pytest.raises(BadRecord, match=r"Line \d+: ."):
                list(replayed(parse("\n".join(other))))


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_whatever_is_done_to_a_record_it_is_read_or_refused_with_a_line_and_nothing_else_happens(slug):
    rules, chance = all_rulesets()[slug], random.Random(slug)
    text = write(rules, recorded(slug, rules.seats[0], 3, most=30), NAMES[: rules.seats[0]])
    refused = []
    for _ in range(150):
        at, signs = chance.randrange(len(text)), '0129 aZ,;:#"\\-\n\0\u202e<é'
        cut = text[:at] + chance.choice(signs) * chance.choice((0, 1, 3)) + text[at + chance.randrange(4) :]
        try:
            list(replayed(parse(cut)))
        except BadRecord as refusal:
            refused.append(refusal)
    assert len(refused) > 75
    assert all(refusal.line > 0 and refusal.reason for refusal in refused)


def test_a_line_that_is_refused_is_named_once():
    text = write(all_rulesets()["buccaneer"], recorded("buccaneer", 2, 2, most=5), NAMES[:2])
    spoiled = re.sub(r"^3 \S+ .*$", "3 - new-rules 9 #00000000", text, count=1, flags=re.MULTILINE)
    assert spoiled != text
    with pytest.raises(BadRecord) as refused:
        list(replayed(parse(spoiled)))
    assert refused.value.text == f"Line {refused.value.line}: {refused.value.reason}"
    assert "Line" not in refused.value.reason


@pytest.mark.parametrize("text", ["", "\n\n", "; nothing", "End: rounds", "x" * 300_000, "Record: 1\n" * 2, "1 1 sail M9 #00000000", "\0"])
def test_what_is_no_record_at_all_is_refused(text):
    with pytest.raises(BadRecord, match=r"Line \d+: ."):
        list(replayed(parse(text)))
