"""A record is read with the site's own limits: it stores and costs no more than a game that could have been played here."""

import random
from dataclasses import replace

import pytest
from django.db.models import Sum
from django.db.models.functions import Length

from accounts import trust
from games.editions.errors import NotAllowed
from games.engine import Action, Dice, close_game, commitment, play
from games.engine.play import find_decision
from games.engine.random_play import next_action, random_bot
from games.formats.notation import BadRecord, parse, write
from games.formats.replay import MOST_UNDOS, digest
from games.models import Checkpoint, Game, Move
from games.queries.past import state_at
from games.rulesets import on_offer
from games.tables import record_import

pytestmark = pytest.mark.one_database

RULES, SECRET, PLACES = on_offer()["buccaneer"], b"a record that is built to hurt 32", ["bombay", "london"]


def written(plan: list) -> str:
    """Return the record of a resigned game. In the plan, None is a random move, and a number undoes to the state after that move."""
    secret, chance = SECRET[:32], random.Random("bombs")
    dice, options = Dice(secret), {option.key: option.default for option in RULES.options}
    state, _ = RULES.setup(PLACES, 0, options, dice)
    states, moves = [state], [[0, None, "setup", None, digest(RULES.dump(state))]]
    for step in plan:
        if step is None:
            action = next_action(RULES, states[-1], [random_bot] * 2, chance.randrange)
            answer = find_decision(RULES, states[-1], action.seat, action.decision).check(action.answer)
            states.append(play(RULES, states[-1], Action(*action[:2], answer), dice).state)
            moves.append([len(moves), action.seat, action.decision, answer, digest(RULES.dump(states[-1]))])
        else:
            states.append(states[step])
            moves.append([len(moves), 0, "undo", step, moves[step][4]])
    ended = close_game(RULES, states[-1], "agreed").state
    moves.append([len(moves), None, "close", "agreed", digest(RULES.dump(ended))])
    record = {
        "ruleset": RULES.slug, "version": RULES.version, "options": options, "places": PLACES, "first": 0,
        "commitment": commitment(secret), "seed": secret.hex(), "moves": moves, "outcome": {"reason": "agreed"},
    }  # fmt: skip
    return write(RULES, record, ["Anne", "Mary"])


def kept() -> tuple[int, int]:
    """Return the number of stored moves and the bytes of checkpoints."""
    return Move.objects.count(), Checkpoint.objects.aggregate(size=Sum(Length("snapshot")))["size"] or 0


@pytest.mark.parametrize(
    ("plan", "line"),
    [
        ([None, *[0] * 300], f"Nobody takes back more than {MOST_UNDOS} of {2 * MOST_UNDOS} moves."),
        ([None, 0] * 60, f"Nobody takes back more than {MOST_UNDOS} of {2 * MOST_UNDOS} moves."),
        ([None] * 120 + [5], "There is no such move to go back to."),
        ([None, 7], "There is no such move to go back to."),
    ],
)
def test_more_is_not_taken_back_in_a_record_than_at_a_table_and_nothing_is_played_before_that_is_known(plan, line, anne, monkeypatch):
    text = written([0 if step == 7 else step for step in plan])
    text = text.replace("undo 0", "undo 7") if 7 in plan else text
    monkeypatch.setattr(record_import, "replayed", lambda script: pytest.fail("played before it was counted"))
    with pytest.raises(BadRecord, match=line):
        record_import.take_in(anne, text)
    assert not Game.objects.exists()


def test_a_hundred_thousand_signs_of_undo_are_refused_and_store_nothing(anne):
    head, _, moves = written([None, 0, None, 0]).partition("\n1 ")
    first, undone, *_ = f"1 {moves}".split("\n")
    lines = [first, *(f"{number} {undone[2:]}" for number in range(2, 4_000))]
    text = "\n".join([head, "", *lines, "", "End: agreed", ""])
    assert len(text) > 90_000
    with pytest.raises(BadRecord, match="Line "):
        record_import.take_in(anne, text)
    assert kept() == (0, 0)


def test_equal_tables_are_kept_once_and_every_one_of_them_is_found_again(anne):
    plan = [*[None] * 60]
    for _ in range(20):
        plan += [len(plan) - 40, None, None]
    script = parse(written(plan))
    game = record_import.take_in(anne, written(plan), last_number=len(plan) - 1)
    rows = dict(Checkpoint.objects.filter(game=game).values_list("number", "snapshot"))
    whole = [repr(snapshot) for snapshot in rows.values() if "same" not in snapshot]
    assert len(whole) == len(set(whole)) < len(rows)
    hashes = dict(Move.objects.filter(game=game).values_list("number", "hash"))
    assert len(script.moves) == len(plan) + 1
    for number in range(len(plan)):
        assert digest(RULES.dump(state_at(game, number))) == hashes[number]


def test_what_one_person_keeps_has_a_limit_that_is_looked_at_before_anything_is_read(anne, mary, monkeypatch):
    text = written([None] * 60)
    record_import.take_in(anne, text, last_number=50)
    one = record_import.MOST_BYTES - record_import.room_of(anne)
    assert 5_000 < one < 500_000
    monkeypatch.setattr(record_import, "MOST_BYTES", one + 2_000)
    before = kept()
    with pytest.raises(NotAllowed, match="30 MB"):
        record_import.take_in(anne, text, last_number=50)
    assert kept() == before, "stopped in the middle: nothing is stored"
    monkeypatch.setattr(record_import, "MOST_BYTES", one)
    monkeypatch.setattr(record_import, "parse", lambda text: pytest.fail("read before there was room"))
    with pytest.raises(NotAllowed, match="30 MB"):
        record_import.take_in(anne, text)
    monkeypatch.setattr(record_import, "parse", parse)
    assert record_import.take_in(mary, text, last_number=10).owner == mary, "what others keep does not count"


def test_who_keeps_as_many_as_may_be_is_told_before_the_record_is_read(anne, monkeypatch, golden):
    monkeypatch.setitem(trust.HELD, "records", replace(trust.HELD["records"], most=(1, 1, 1, 1)))
    record_import.take_in(anne, written([None] * 5), last_number=3)
    monkeypatch.setattr(record_import, "parse", lambda text: pytest.fail("read although there is no room"))
    with golden.refused("refusals/records", NotAllowed):
        record_import.take_in(anne, "x")
