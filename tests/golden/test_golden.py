"""Games and positions as earlier releases stored them are loaded, played on and replayed by this one, for ever.

A file is never made again. One that fails says that stored games of that release would not go on: what changed needs an upgrade
or a version of the rules (docs/changing-rules.md).
"""

import json
import lzma
import re
from functools import cache
from pathlib import Path

import pytest

from games.engine import Action, Dice, play, restored, written
from games.engine.facts import freeze
from games.engine.formats import plain
from games.formats.notation import parse, replayed, write
from games.formats.replay import digest, from_json, to_json
from games.kit.parts import face_of
from games.rulesets import all_rulesets, get_ruleset
from tests.golden.make import DICE

FILES = sorted(Path(__file__).parent.glob("*/*.json.xz"))
NAMES = ["Anne", "Mary", "Jack", "Eve", "Bo", "Cy", "Di", "Flo"]


@cache
def golden(path: Path) -> dict:
    return json.loads(lzma.decompress(path.read_bytes()))


@pytest.fixture(params=FILES, ids=lambda path: f"{path.parent.name} {path.name.split('.')[0]}")
def found(request) -> dict:
    return golden(request.param)


@pytest.fixture(autouse=True)
def _drafts_are_read_too(monkeypatch):
    monkeypatch.setattr("games.formats.notation.reading.on_offer", all_rulesets)


def test_there_are_golden_files_of_every_edition():
    assert {golden(path)["ruleset"] for path in FILES} >= set(all_rulesets())


def test_every_position_is_loaded_and_played_on_to_what_it_became_then(found):
    rules = get_ruleset(found["ruleset"], found["version"])
    assert len(found["positions"]) >= 15
    for position in found["positions"]:
        state, dice = restored(rules, from_json(position["snapshot"]), found["format"]), Dice(DICE)
        assert digest(written(rules, state, found["format"])) == position["hash"]
        for seat, decision, answer in position["then"]:
            state = play(rules, state, Action(seat, decision, freeze(answer)), dice).state
        assert digest(written(rules, state, found["format"])) == position["after"]


def test_every_position_comes_back_exactly_from_the_newest_format(found):
    rules = get_ruleset(found["ruleset"], found["version"])
    for position in found["positions"]:
        state = restored(rules, from_json(position["snapshot"]), found["format"])
        again = rules.load(plain(rules.dump(state)))
        assert to_json(plain(written(rules, again, found["format"]))) == position["snapshot"]


def test_every_position_can_be_seen_by_everyone(found):
    rules = get_ruleset(found["ruleset"], found["version"])
    face = face_of(rules)
    for position in found["positions"]:
        state = restored(rules, from_json(position["snapshot"]), found["format"])
        seats = len(rules.scores(state))
        for seat in (None, *range(seats)):
            view = rules.view(state, seat)
            assert face.text_board is None or face.text_board(view, NAMES[:seats], None)
            assert face.picture is None or face.picture(view, names=NAMES[:seats]).startswith("<svg")
            assert view.to_json()


def test_every_record_is_replayed_to_its_end_and_written_again_as_it_was_but_for_the_names_of_squares(found):
    assert len(found["records"]) >= 4
    for text in found["records"]:
        script = parse(text)
        steps = list(replayed(script))
        outcome = script.rules.outcome(steps[-1].state)
        moves = [[step.number, step.seat, step.decision, step.answer, step.hash] for step in steps]
        record = {
            "ruleset": found["ruleset"], "version": found["version"], "options": script.options, "places": script.places,
            "first": script.first, "seed": script.seed.hex(), "commitment": text.partition("Commitment: ")[2][:64], "moves": moves,
            "outcome": {"reason": outcome.reason},
        }  # fmt: skip
        again = write(script.rules, record, script.names)
        assert with_squares(again, script.rules) == with_squares(text, script.rules)
        assert [(step.answer, step.hash) for step in replayed(parse(again))] == [(step.answer, step.hash) for step in steps]


def with_squares(text: str, rules) -> list[str]:
    """The lines of a record; earlier releases wrote the square B1 as the crew card "black 1", and so on."""
    face = face_of(rules)
    asked = "|".join(face.squares_asked) or "nothing"
    called = {word: code for code, word in face.words.items()}
    move = re.compile(rf"^(\d+ \S+ (?:{asked}) )(.+)( #\w+)$")
    return [move.sub(lambda part: f"{part[1]}{called.get(part[2], part[2])}{part[3]}", line) for line in text.splitlines()]
