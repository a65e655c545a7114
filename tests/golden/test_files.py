"""Files of golden words: what is written is read again, and each part of it stands there once."""

from hypothesis import given
from hypothesis import strategies as st

from tests.golden_files import MANY, parsed, written

LINES = st.lists(st.sampled_from(["", "Ahoy", "Anne", "- Mary", "=", "+1", "…", "a ≈ b"]), min_size=1, max_size=12)
WORDS = LINES.map(lambda lines: "\n".join(lines).strip("\n")).filter(bool)
NAMES = st.sampled_from(["a.py test_b", "a.py test_b (2)", "a.py test_c[1]", "a.py test_c[2]", "a.py test_c[1] (Anne)", "a.py test_d[] []"])
PAGE = "\n".join(f"line {number}" for number in range(20))


@given(st.dictionaries(NAMES, WORDS, min_size=1))
def test_what_is_written_is_read_again(sections):
    assert parsed(written(sections)) == sections


def test_a_section_like_another_is_its_difference():
    text = written({"test_a": PAGE, "test_b": PAGE.replace("line 7\n", "a line\n"), "test_c": f"{PAGE}\nMore"})
    assert text.split("\n")[21:] == ["== test_b ≈ test_a", "-line 7", "+a line", "== test_c ≈ test_a", "=line 19", "+More", ""]


def test_of_many_lines_that_go_the_first_and_the_last_are_named():
    text = written({"test_a": PAGE, "test_b": "line 0\nline 19"})
    assert text.split("\n")[21:] == ["== test_b", "line 0", "line 19", ""]
    shorter = PAGE.split("\n")[:3] + PAGE.split("\n")[9:]
    assert written({"test_a": PAGE, "test_b": "\n".join(shorter)}).split("\n")[21:] == [
        "== test_b ≈ test_a",
        "-line 3",
        f"-{MANY}",
        "-line 8",
        "",
    ]


def test_parameters_with_the_same_words_share_a_section():
    text = written({"test_a[1]": "Ahoy", "test_a[2]": "Avast", "test_a[3]": "Ahoy"})
    assert text == "== test_a[1 · 3]\nAhoy\n== test_a[2]\nAvast\n"


def test_a_difference_from_words_that_changed_is_read_as_other_words():
    text = written({"test_a": PAGE, "test_b": PAGE.replace("line 7\n", "")})
    assert parsed(text.replace("line 7\n", "line seven\n", 1))["test_b"] == PAGE.replace("line 7\n", "line seven\n")
