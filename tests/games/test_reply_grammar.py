"""Which lines of a reply are orders, whatever mail program it came from. The samples are ours, in the forms programs send."""

from time import process_time

import pytest

from games.mail.grammar.reply_grammar import first_lines, read_block, speaks, understood

OPTIONS = {"sail n3", "north", "pass", "end the turn"}
QUOTE = "Ahoy Anne,\n\nIt is your turn.\n\n[1 KX]  Sail to N3\n[2 QF]  Pass\n"


def fits(words):
    return words in OPTIONS


def read(text):
    block = read_block(text, fits)
    return block.problem or [line.code + (f":{line.args}" if line.args else "") or line.words for line in block.lines]


def marked(text, sign="> "):
    return "\n".join(sign + line for line in text.splitlines())


HEADINGS = [
    "On Tue, 6 Jan 2026 at 13:00, Buccaneer <turns@x.example> wrote:",
    "\u202bבתאריך יום ג׳, 6 בינו׳ 2026 ב-13:00 מאת \u202aBuccaneer\u202c\u200f <\u202aturns@x.example\u202c\u200f>:\u202c",
    "\u200fفي الثلاثاء، 6 يناير 2026 في 1:00 م تمت كتابة ما يلي بواسطة \u202aBuccaneer\u202c\u200f:\u200f",
    "Am Di., 6. Jan. 2026 um 13:00 Uhr schrieb Buccaneer <turns@x.example>:",
    "Le mar. 6 janv. 2026 à 13:00, Buccaneer <turns@x.example> a écrit :",
    "El mar, 6 ene 2026 a las 13:00, Buccaneer (<turns@x.example>) escribió:",
    "вт, 6 янв. 2026 г. в 13:00, Buccaneer <turns@x.example>:",
    "Op di 6 jan 2026 om 13:00 schreef Buccaneer <turns@x.example>:",
    "On Tue, 6 Jan 2026 at 13:00, Buccaneer\n<turns@x.example> wrote:",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_an_order_above_what_is_quoted_is_read(heading):
    assert read(f"1 KX\n\n{heading}\n\n{marked(QUOTE)}") == ["1kx"]


@pytest.mark.parametrize("heading", HEADINGS)
def test_an_order_below_what_is_quoted_is_read(heading):
    assert read(f"{heading}\n{marked(QUOTE)}\n\n1 KX\n") == ["1kx"]


@pytest.mark.parametrize(
    "below",
    [
        "\nSent from my iPhone",
        "\n-- \nAnne\n2 QF",
        "\nBest,\nAnne",
        "-- \nAnne",
        "\n-----Original Message-----\nFrom: Buccaneer\n\n" + QUOTE,
        "\n________________________________\nVon: Buccaneer\nGesendet: Dienstag\n\n" + QUOTE,
        "\n" + QUOTE,
        "\n" + marked(QUOTE, "| "),
        "\n" + marked(QUOTE, ">> "),
        "\n2 QF",
    ],
)
def test_what_follows_the_orders_is_not_read(below):
    assert [said for said in read(f"1 KX\n{below}") if said[0].isdigit()] == ["1kx"]


@pytest.mark.parametrize(
    "line",
    [
        "1 KX",
        "1 kx",
        "1. KX",
        "1) kx",
        "1-KX",
        "1KX",
        "*1 KX*",
        "“1 KX”",
        " 1 KX ",
        "1\u00a0KX",
        "１　ＫＸ",
        "01 kx",
        "_1 KX_",
        "1 KX.",
        "1 KX!",
        "'1 kx'",
    ],
)
def test_a_code_is_read_however_it_is_typed(line):
    assert read(line) == ["1kx"]


@pytest.mark.parametrize(
    ("line", "said"),
    [("3 HT: a, c", "3ht:a, c"), ("3 ht:M9", "3ht:m9"), ("3-HT : 5", "3ht:5"), ("3 HT: nothing.", "3ht:nothing")],
)
def test_what_is_written_behind_a_code_goes_with_it(line, said):
    assert read(line) == [said]


def test_whole_words_are_read():
    assert read("Sail N3\nNorth!\n\nthanks") == ["sail n3", "north"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "I am away until Monday.\n\nsail n3",
        "Hello,\n\n1 KX",
        marked(QUOTE),
        QUOTE,
        "1\u200b KX",
        "\u202e1 KX",
        "1 KX: M9\u200b",
        "1 KX: \u202ea, c",
        "1 KX because it is best",
        "100 KX",
        "1 KA",
        "1 ÄX",
        "[1 KX]",
        "> 1 KX",
        "| 1 KX",
        "x" * 300,
        "On Tuesday we wrote:\n1 KX",
        "<html><b>1 KX</b>",
    ],
)
def test_nothing_is_guessed_at(text):
    assert read(text) == "unread"


def test_ten_lines_are_the_most():
    assert read("1 KX\n" * 10) == ["1kx"] * 10
    assert read("1 KX\n" * 11) == "too-many-lines"


@pytest.mark.parametrize(("first", "word"), [("Help", "help"), ("BOARD!", "board"), ("stop.", "stop"), ("Unsubscribe", "stop")])
def test_a_word_about_the_letters_stands_first(first, word):
    assert read_block(f"{first}\n1 KX", fits).word == word


@pytest.mark.parametrize("text", ["try 1 KX", "try\n1 KX", "Try: 1 KX", "TRY, 1 KX", "try:\n\n1 KX", "try\n\n1 KX\n\n> 2 QF"])
def test_trying_is_said_first(text):
    block = read_block(text, fits)
    assert (block.dry, [line.code for line in block.lines]) == (True, ["1kx"])


HANGS = 4.0
"""Seconds of CPU; the readers that were tried needed eight to more than twenty for these, ours well under 0.01."""


@pytest.mark.parametrize(
    "bomb", ["On " * 5000, "On a\n" * 5000, "\n" * 100_000, ">" * 100_000, "On a:\n\n" * 20_000, "1 KX: " + " " * 50_000, "1" * 20_000]
)
def test_what_is_built_to_hang_a_reader_does_not(bomb):
    start = process_time()
    assert isinstance(read(bomb), (str, list))
    assert process_time() - start < HANGS


def test_options_as_they_are_printed_are_no_orders():
    assert not any(speaks(line, fits) for line in QUOTE.splitlines())
    assert speaks("1 KX", fits)
    assert speaks("  North.", fits)


def test_a_line_that_is_too_long_says_nothing():
    assert understood("1 KX" + " " * 300).code == ""


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("G6\n\nOn Tuesday, Buccaneer wrote:\n> Ahoy", ["G6"]),
        ("On Tuesday, Buccaneer\n<turns@x.example> wrote:\n> Ahoy\n> Dig?\n\nG6\n\nthanks\n-- \nAnne", ["G6", "thanks"]),
        ("G6\nOn Tuesday, Buccaneer wrote:\n> Ahoy", ["G6", "On Tuesday, Buccaneer wrote:"]),
        ("> Ahoy\n> Dig?\n", ["> Ahoy", "> Dig?"]),
        ("\n", []),
    ],
)
def test_the_beginning_of_a_letter_is_what_its_writer_wrote(text, own):
    assert first_lines(text, 3) == own


def test_lines_that_mailx_sets_in_below_its_heading_are_quoted():
    quote = "\n".join(f"\t{line}" for line in ("Ahoy Anne,", "", "1 KX", "", "[1 KX]  North", "How to answer:", "2 QF"))
    assert read(f"Buccaneer <turns@x.example> wrote:\n\n{quote}\n\n3 RZ\n\nfair winds\n") == ["3rz"]
    assert read(f"3 RZ\n\nBuccaneer wrote:\n{quote}\n") == ["3rz"]
    assert read("\t3 RZ\n") == ["3rz"]


def test_a_long_order_that_a_mail_program_broke_is_one():
    order = "bb g4; a6 a5 a4 a3 a2 a1 b1 c1; fire blue take 1 push n n n; end"
    broken = order.upper().replace(" N N;", "\nN N;")
    for text in (f"{broken}\n\n> Ahoy\n", f"On Tuesday, Buccaneer wrote:\n> Ahoy\n\n{broken}\n"):
        assert [line.words for line in read_block(text, lambda words: words == order).lines] == [order]
    assert read_block(f"Hello,\n\n{broken}\n", lambda words: words == order).problem == "unread"
    assert read_block("1 KX because it is the best thing that I can think of now\nNorth\n", "north".__eq__).problem == "unread"
