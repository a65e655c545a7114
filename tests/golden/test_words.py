"""The golden words themselves: what is missing, differs or is stale fails; renewing mends all three."""

import pytest

from tests import golden_words
from tests.golden_words import Golden, all_sections, sections, stale
from tests.reading import alert, buttons, fields, opening, paragraphs, part, section, tree, words

PAGE = """<main><p role="alert">Someone has that place
  already.</p><h2>A <b>table</b></h2><ul><li>one</li><li>two</li></ul><svg><text>unread</text></svg>
  <form><label>Name <input name="name" value="Anne"></label><input type="hidden" name="seen" value="7">
  <select name="bot"><option>none<option selected value="e">easy</select><button>Take a chair</button></form></main>"""


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Golden words of other tests."""
    monkeypatch.setattr(golden_words, "FOLDER", tmp_path)
    monkeypatch.setattr(golden_words, "RENEW", False)
    return tmp_path


def renewed(monkeypatch, name: str, *asked: tuple[str, str]) -> None:
    with monkeypatch.context() as only_now:
        only_now.setattr(golden_words, "RENEW", True)
        words = Golden(name)
        assert all(words(kind, found) for kind, found in asked)
        words.end()


def test_no_section_is_stale(request):
    assert stale(request.config) == []


def test_words_without_a_section_fail(folder):
    with pytest.raises(AssertionError, match="no section for this test"):
        Golden("test_a.py test_b")("pages/lobby", "Ahoy")


def test_words_that_are_others_than_the_golden_ones_fail_and_show_the_difference(folder, monkeypatch):
    renewed(monkeypatch, "test_a.py test_b", ("pages/lobby", "Ahoy\nAnne"))
    with pytest.raises(AssertionError, match=r"-Anne\n\+Mary"):
        Golden("test_a.py test_b")("pages/lobby", "Ahoy\nMary")


def test_a_part_that_is_not_there_fails_also_when_golden_words_are_renewed(folder, monkeypatch):
    with pytest.raises(AssertionError, match="no such part"):
        renewed(monkeypatch, "test_a.py test_b", ("pages/lobby", ""))


def test_a_refusal_is_held_to_its_words_and_nothing_refused_fails(folder, monkeypatch):
    renewed(monkeypatch, "test_a.py test_b", ("refusals/tables", "No such table."))
    words = Golden("test_a.py test_b")
    with pytest.raises(AssertionError, match="No such chair"), words.refused("refusals/tables", LookupError):
        raise LookupError("No such chair.")
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"), words.refused("refusals/tables", LookupError):
        pass


def test_each_kind_has_its_file_and_each_question_of_a_test_its_section(folder, monkeypatch):
    renewed(monkeypatch, "test_a.py test_b[2]", ("pages/lobby", "one"), ("pages/lobby", "two"), ("letters/turn", "three"))
    again = Golden("test_a.py test_b[2]")
    assert [again("pages/lobby", "one"), again("pages/lobby", "two"), again("letters/turn", "three")] == [True] * 3
    assert list(sections(folder / "pages" / "lobby.txt")) == ["test_a.py test_b[2]", "test_a.py test_b[2] (2)"]


def test_a_question_that_a_test_does_not_ask_any_more_leaves_a_stale_section(folder, monkeypatch):
    renewed(monkeypatch, "test_a.py test_b", ("pages/lobby", "one"), ("pages/lobby", "two"))
    with pytest.raises(AssertionError, match="nothing asks for"):
        Golden("test_a.py test_b").end()
    renewed(monkeypatch, "test_a.py test_b", ("pages/lobby", "one"))
    assert all_sections(folder) == [("pages/lobby", "test_a.py test_b")]


def test_sections_of_tests_that_are_gone_are_stale_and_those_of_tests_left_out_are_not(folder, monkeypatch, request):
    mine = str(request.path.relative_to(golden_words.TESTS))
    for name in (f"{mine} test_gone", "gone.py test_a", "conftest.py test_not_collected"):
        renewed(monkeypatch, name, ("pages/lobby", "one"))
    monkeypatch.setitem(request.config.stash[golden_words.COLLECTED], mine, {f"{mine} test_here"})
    assert stale(request.config) == [("pages/lobby", f"{mine} test_gone"), ("pages/lobby", "gone.py test_a")]


def test_hours_numbers_of_rows_and_secrets_are_not_golden():
    found = golden_words.settled("[1 KX] by Fri 20 Nov, 12:00: http://a/games/12/clock/ http://a/u/1-turns.xY/ table 7", False)
    assert found == "[1 ‹code›] by ‹date›, ‹time›: http://a/games/‹number›/clock/ http://a/u/‹secret›/ table ‹number›"
    assert golden_words.settled("2 Mary, 3 March, Sunday 2 March 2031", False) == "2 Mary, ‹date›, ‹date›"
    assert golden_words.settled("Wednesday 18 November 2026, 12:00 Mary is away", False) == "‹date›, ‹time› Mary is away"
    assert golden_words.settled("by Fri 20 Nov, 12:00", True) == "by Fri 20 Nov, 12:00"


def test_a_page_is_read_as_lines_that_tell_headings_points_fields_and_buttons_apart():
    assert words(tree(PAGE).css_first("main")).split("\n") == [
        "Someone has that place already.", "## A table", "- one", "- two", "Name <Anne>", "<none | *easy> [Take a chair]",
    ]  # fmt: skip


def test_parts_of_a_page_are_found_by_structure():
    assert (alert(PAGE), part(PAGE, ".none"), buttons(PAGE)) == ("Someone has that place already.", None, ["Take a chair"])
    assert fields(PAGE) == {"name": "Anne", "seen": "7", "bot": "e"}


def test_a_letter_is_read_without_its_foot_and_in_sections():
    class Letter:
        text = "Ahoy Anne,\n\nIt is your turn.\n\nhttp://a/\n\nThe board\n\nA B\n\n--------\nNo more:\nhttp://b/\n"
        html = "<h2>The board</h2>"

    assert paragraphs(Letter) == ["Ahoy Anne,", "It is your turn.", "http://a/", "The board", "A B"]
    assert (opening(Letter), section(Letter, 1), section(Letter, 2)) == ("Ahoy Anne,\nIt is your turn.\nhttp://a/", "The board\nA B", None)
