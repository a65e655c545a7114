"""Letters in the forms that mail programs and phones of many countries send: only what the person wrote is read."""

from pathlib import Path

import pytest
import yaml

from games.mail.grammar.reply_grammar import read_block
from notifications.inbound.parsing import parse

FOLDER = Path(__file__).with_name("samples")
EXPECTED = yaml.safe_load((FOLDER / "expected.yaml").read_text())
OFFERED = {"north", "north-east", "east", "south-east"}


def said(raw: bytes) -> list[str] | str:
    """The orders of a letter as they are understood, or why there are none."""
    letter = parse(raw)
    if letter.problem or letter.absent:
        return letter.problem or "absent"
    block = read_block(letter.text, OFFERED.__contains__)
    if block.problem or block.word:
        return block.problem or [block.word]
    found = [f"{line.code}: {line.args}" if line.args else line.code or line.words for line in block.lines]
    return ["try", *found] if block.dry else found


def test_every_letter_of_the_collection_says_what_it_should():
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 60


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_only_what_the_person_wrote_is_read(name):
    raw = (FOLDER / f"{name}.eml").read_bytes().replace(b"\n", b"\r\n")
    assert said(raw) == EXPECTED[name]
