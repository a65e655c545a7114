"""An order in the forms that people write: what can only mean one thing is played, and anything else is told its real cause."""

import pytest

from games.mail.grammar.reply_grammar import first_line, order_in_talk, read_block, speaks, tidied, word_of
from games.mail.replies.dry_run import Asked, not_understood, run_dry
from games.models import Wait
from games.play.session import Session

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def asked(table):
    """What Anne is asked in her first turn at a table of Buccaneer: where she sails."""
    game = table()
    wait = Wait.objects.get(game=game, closed_at=None)
    asked = Asked(Session.load(game.pk), 0, {"where": f"{wait.pk}:{game.last_moves[0]}", "codes": {}})
    asked.printed["codes"] = asked.present
    return asked


@pytest.fixture
def code(asked):
    """The code for a square, as it is printed."""
    code = next(code for code, entry in asked.present.items() if entry[0] == "sail")
    return f"{code[:-2]} {code[-2:].upper()}"


@pytest.fixture
def square(asked):
    return next(decision for decision in asked.open() if decision.name == "sail").options[0]


def read(asked, text: str):
    """What the letter would play: its answers, or the name and the words of its problem."""
    block = read_block(text, asked.fits)
    if block.problem:
        why = not_understood(asked, first_line(text))
        return why.reason, why.text
    if block.word:
        return block.word
    done = run_dry(asked, block.lines, dry=block.dry)
    return (done.problem.reason, done.problem.text) if done.problem else [step.action.answer for step in done.steps]


BULLETS = ("- {}", "* {}", "• {}", "-> {}", "→ {}", "– {}", "=> {}", "+ {}", "‣ {}", "->{}", "  -  {}")
ENDS = (
    "{}!", "{} :)", "{} :-)", "{} ;)", "{}:)", "{} 😀", "{} 👍🏽", "{} 🏴\u200d☠\ufe0f", "{}, please", "{} please!", "{} pls.",
    "{}, thanks",
    "{}. Thank you!", "{} - thx",
    "{} please :)", "Please {}", "Please, {}", "pls {}", "**{}**", "“{}”", "{} ⚓",
)  # fmt: skip
CODES = ("{code}: {square}", "{code} {square}", "{code}:{square}", "[{code}] {square}", "[{code}]: {square}", "[{code}] - {square}",
         "{code} -> {square}", "{code} = {square}", "{code}: sail to {square}", "{code}: to {square}", "{code}: ({square})")  # fmt: skip
WORDS = ("{square}", "sail {square}", "Sail to {square}", "move to {square}", "Move {square}", "go to {square}", "Go to: {square}")


@pytest.mark.parametrize("form", [*BULLETS, *ENDS])
@pytest.mark.parametrize("order", [CODES[0], CODES[1], CODES[3], WORDS[0], WORDS[2], WORDS[3]])
def test_what_stands_around_an_order_does_not_change_it(asked, code, square, form, order):
    assert read(asked, form.format(order.format(code=code, square=square))) == [square]


@pytest.mark.parametrize("order", [*CODES, *WORDS])
def test_an_order_that_can_only_mean_one_thing_is_played(asked, code, square, order):
    assert read(asked, order.format(code=code, square=square)) == [square]


@pytest.mark.parametrize("order", [*CODES, *WORDS])
def test_a_question_mark_is_named_as_the_cause_and_can_be_tried(asked, code, square, order):
    order = order.format(code=code, square=square)
    assert read(asked, f"{order}?")[0] == "question"
    assert read(asked, f"{order} ??")[0] == "question"
    assert read(asked, f"try {order}?") == [square]


@pytest.mark.parametrize("more", ["and back", "- it is close", "(the small one)", "or Z9", "M9", "/ M9"])
def test_what_follows_a_right_square_is_not_blamed_on_the_square(asked, code, square, more, golden):
    reason, text = read(asked, f"{code}: {square} {more}")
    assert reason == "reply-args"
    assert golden("letters/receipt", text.replace(square, "‹square›"))


BEHIND = (
    "no", "not", "or stay", "if I can", "unless Mary attacks", "tomorrow", "would be stupid", "is a trap",
    "A1", "and then A1", "; A1", "- A1",
    "(A1)", "+ A1", "A1, please", "/A1", "...A1", ">A1", "??A1", "END", "stay", ", stay", "2 QF", "1", "a", "north", "try", "undo",
    ": stay", "= A1",
)  # fmt: skip


@pytest.mark.parametrize("behind", BEHIND)
@pytest.mark.parametrize("order", ["{code}: {square}", "[{code}] {square}", "{square}", "move to {square}", "- sail to {square}"])
def test_words_behind_an_order_never_make_another_order_of_it(asked, code, square, order, behind):
    assert isinstance(read(asked, f"{order.format(code=code, square=square)} {behind}"), tuple)


@pytest.mark.parametrize(
    ("form", "answer"),
    [("{}: North", "north"), ("{} north", "north"), ("{} - North, please", "north"), ("{}: stay", "reply-args"), ("{}: :D", "reply-args"),
     ("[{}]  North", "no-code"), ("[{}]", "no-code"), ("- [{}] north", "no-code"), ("{} stay", "no-code")],
)  # fmt: skip
def test_the_words_of_an_option_may_stand_behind_its_code_and_no_others(at, form, answer):
    wait = at.wait()
    asked = Asked(Session.load(at.pk), 0, {"where": f"{wait.pk}:{at.game.last_moves[0]}", "codes": {}})
    asked.printed["codes"] = asked.present
    code = next(code for code, entry in asked.present.items() if entry[1] == "north")
    assert read(asked, form.format(code))[0] == answer


@pytest.mark.parametrize(
    ("line", "word"),
    [("help?", "help"), ("Help, please!", "help"), ("board please", "board"), ("Board?", "board"), ("more time, please", "more time"),
     ("More time, please?", "more time"), ("- board", "board"), ("please stop", "stop"), ("Stop, thanks.", "stop"), ("stop?", "")],
)  # fmt: skip
def test_a_word_about_the_letter_may_be_polite(line, word):
    assert read_block(line, lambda words: False).word == word


@pytest.mark.parametrize(
    ("words", "core"),
    [
        ("yes please", "yes"), ("no, thank you", "no"), ("no thanks", "no"), ("join london, please", "join london"), ("thanks", "thanks"),
        ("please", "please"), ("-", "-"), ("- -", "-"), ("-5", "-5"), ("3 ht:d", "3 ht:d"), ("3 ht: a, d", "3 ht: a, d"), ("yes?", "yes?"),
        ("new piracy called thanks", "new piracy called thanks"), ("yes, call me please", "yes, call me please"),
        ("bb d1; end", "bb d1; end"),
        ("keep gold - rum", "keep gold - rum"), ("say please to x16", "say please to x16"),
    ],
)  # fmt: skip
def test_only_what_stands_around_words_is_taken_off(words, core):
    assert tidied(words) == core


@pytest.mark.parametrize(
    "line",
    [
        "> - 1 KX",
        "· 1 KX",
        "✓ 1 KX",
        "· - north",
        "[1 KX]  North",
        "- [1 KX]  North",
        "→ [1 KX]",
        "1 KX: M9\u200b",
        "\u200d1 KX",
        "☠ 1\u200b KX",
    ],
)
def test_what_stands_around_a_line_makes_no_order_of_it(line):
    assert not speaks(line, "north".__eq__)


def test_polite_orders_in_talk_are_known_as_orders():
    assert order_in_talk("Board, please?") == "Board, please?"
    assert order_in_talk("Move to M9, please") == "Move to M9, please"
    assert word_of("stop") == "stop"


@pytest.mark.parametrize("words", ["South-east", "south east", "SOUTHEAST", "SE", "south east, please", "- South East :)"])
def test_a_direction_is_understood_with_and_without_its_hyphen(asked, square, words):
    assert read(asked, f"{square}\n{words}") == [square, "SE"]
