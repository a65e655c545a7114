"""Long lines of a letter are broken so that one still sees what belongs together."""

from email.header import decode_header, make_header

import pytest

from core.plain_text import WIDTH, one_line, wrapped
from notifications.transports.email.transport import in_ascii

LONG = "Calico Jack sailed eight squares with six crew cards in hand. Dispute it? Say what you forfeit."


def test_an_option_that_is_broken_goes_on_below_its_words():
    first, second = wrapped(f"[3 TC]  {LONG}").splitlines()
    assert first.startswith("[3 TC]  Calico Jack")
    assert second.startswith("        ")
    assert " ".join(f"{first} {second}".split()) == f"[3 TC] {LONG}"


def test_what_is_glued_together_is_never_broken_apart():
    for length in range(40, WIDTH + 8):
        text = wrapped(f"  - {'x' * length} g)\u00a0Gold h)\u00a0Rum")
        assert "\u00a0" not in text
        assert "g) Gold" in text
        assert "h) Rum" in text


@pytest.mark.parametrize("name", ["=?utf-8?B?4oCuZXZpbA==?=", "=?utf-8?q?=0D=0ABcc:_all?= x", "a =?iso-8859-1?q?=E2?="])
def test_no_encoded_word_in_a_name_is_decoded_in_a_subject(name):
    subject = in_ascii(f"[{one_line(name)}] Piracy, table 1")
    assert str(make_header(decode_header(subject))) == subject


def test_a_sentence_with_a_link_is_no_wider_than_others_and_the_link_stays_whole():
    link = "https://port-royal.example/" + "treasure/" * 9
    lines = wrapped(f"Anne says that all of the treasure of the island lies buried here: {link} and nowhere else.\n- {link}\n").splitlines()
    assert lines == ["Anne says that all of the treasure of the island lies buried here:", link, "and nowhere else.", f"- {link}"]
