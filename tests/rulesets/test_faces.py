"""The face of an edition: a missing part is plain, each part is shown, and the pages about it name all parts."""

import re
import sys
from dataclasses import fields
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path

import pytest

from games.drawing import board_pictures
from games.engine import Dice
from games.kit.face import Face
from games.kit.parts import face_of, imported
from games.rulesets import all_rulesets

DOCS = Path(__file__).parent.parent.parent / "docs"
PARTS = {field.name for field in fields(Face)}
NAMES = ["Anne", "Mary"]


@pytest.fixture
def nim():
    """Return an edition without a face, at its beginning: the rules and a spectator's view."""
    rules = all_rulesets()["nim"]
    state, _ = rules.setup(["", ""], 0, {}, Dice(b"a heap"))
    return rules, rules.view(state, None)


@pytest.fixture
def with_face(monkeypatch, nim):
    """Return `with_face(face)`: that edition with this `face.py` beside its rules."""
    name = f"{type(nim[0]).__module__.rpartition('.')[0]}.face"
    imported.cache_clear()

    def put(face: Face) -> None:
        module = module_from_spec(ModuleSpec(name, None))
        module.FACE = face
        monkeypatch.setitem(sys.modules, name, module)

    yield put
    imported.cache_clear()


def test_an_edition_without_a_face_is_shown_plainly(nim):
    rules, view = nim
    assert face_of(rules) == Face()
    assert board_pictures.board(rules, view, NAMES) == {"board_text": board_pictures.plain_lines(view, NAMES), "png": None}


def test_a_pile_of_as_many_cards_as_players_is_not_shared_out_among_their_names():
    class Seen:
        def to_json(self):
            return {"turn": 1, "at": {0: 3, 1: 5}, "used_cards": ["gold", "rum"], "hand": (), "seat": 0}

    assert board_pictures.plain_lines(Seen(), NAMES) == "Turn: Mary.\nAt: Anne 3, Mary 5.\nUsed cards: gold, rum."


def test_what_a_face_has_is_shown_and_the_rest_stays_plain(nim, with_face):
    rules, view = nim
    with_face(Face(text_board=lambda view, names, decision: f"{view.public.left} pieces for {names[0]} or {names[1]}"))
    assert board_pictures.board(rules, view, NAMES) == {"board_text": "60 pieces for Anne or Mary", "png": None}


@pytest.mark.parametrize("page", ["adding-a-game.md"])
def test_the_pages_about_editions_name_every_part_of_a_face(page):
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| .* \|$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    named = [set(re.findall(r"\w+", row)) for row in rows]
    assert {part for row in named if row <= PARTS for part in row} == PARTS
