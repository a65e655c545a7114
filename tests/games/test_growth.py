"""Whatever people write is read in a time that grows as it does, not with its square."""

import pytest

from accounts import names
from core import plain_text
from core.plain_text import printable
from games.editions.errors import NotAllowed
from games.engine import Deal, Dice, IllegalAction, Pick
from games.formats.notation import BadRecord, parse, read_answer, typed
from games.formats.notation.reading import MOST_TEXT, MOVE, clean
from games.mail.grammar import command_grammar, reply_grammar, reply_words
from games.mail.grammar.reply_codes import lettered_things
from games.mail.grammar.table_words import parse_table, wish_of
from games.mail.letters import chat_letters
from games.rulesets import on_offer
from tests.growth import grows_evenly, repeated

LINE = 20_000
RULES = on_offer()["buccaneer"]
NAMES = ["Anne", "Mary"]
PICK = Pick(0, "keep", options=("gold", "rum"), least=0, most=2, default=())
DEAL = Deal(0, "trade", give=("gold",), take=("rum",), default=((), ()))
PIECES = [
    *(
        "a",
        " ",
        "a ",
        "\t",
        "\n",
        "> a\n",
        "a:\n",
        ">\n",
        "-",
        "-- ",
        "—",
        "_",
        '"',
        '"\\',
        "\\",
        ";",
        ";a ",
        "#",
        "# ",
        ",",
        ", ",
        "@",
        "a@a",
    ),
    *("1 ", "12", "1 kx ", "1 kx\n", "ß", "ﬁ", "İ", "ﷺ", "\u0301", "\u200b", "for ", " for ", "a for ", "and ", "or ", "open ", "no bots "),
    *("for 2 ", "called ", "called a ", "try ", "join ", "yes, call me ", "anything ", "bounty ", "bounty or ", "e ", "k1+1 ", '; "a'),
    *("1 a b #00000000\n", "(555) ", "555-"),
]


def order_in_words():
    """The question of Piracy that takes a line of words."""
    rules = on_offer()["piracy"]
    state, _ = rules.setup(["red", "blue"], 0, {option.key: option.default for option in rules.options}, Dice(b"growth"))
    return rules, next(decision for decision in rules.decisions(state) if decision.kind == "order")


def decided(words):
    rules, order = order_in_words()
    return lambda text: (reply_words.meant(rules, [order], f"{words}{text}", NAMES, True), order.matches(text))


READERS = {
    "a letter": (16_384, lambda text: reply_grammar.read_block(text, lambda words: False)),
    "a letter with an order": (16_384, lambda text: reply_grammar.read_block(f"1 KX\n{text}", lambda words: False)),
    "talk by letter": (16_384, lambda text: chat_letters.PRIVATE.search(reply_grammar.first_words(text))),
    "a line": (LINE, lambda text: (reply_grammar.plain(text), reply_grammar.as_written(text, "called"))),
    "a code": (LINE, lambda text: [pattern.fullmatch(f"1 {text}") for pattern in (reply_grammar.NEARLY, reply_grammar.LOOSE)]),
    "the end of a line": (LINE, lambda text: reply_grammar.in_own_capitals(text, "elsewhere")),
    "the whole of a line": (LINE, lambda text: reply_grammar.in_own_capitals(text, reply_grammar.plain(text))),
    "what is wanted": (LINE, lambda text: [command_grammar.parse_command(f"{word}{text}") for word in ("", "invite ", "join 1 ")]),
    "yes": (LINE, lambda text: command_grammar.YES.fullmatch(f"yes{text}")),
    "a new table": (LINE, lambda text: parse_table(f"bounty {text}", f"bounty {text}")),
    "company": (LINE, wish_of),
    "letters for things": (LINE, lambda text: lettered_things(PICK, text)),
    "a list": (LINE, lambda text: read_answer(RULES, PICK, text)),
    "a deal": (LINE, lambda text: read_answer(RULES, DEAL, f'a{text}"', NAMES)),
    "a typed line": (LINE, lambda text: typed(RULES, [PICK], text, NAMES)),
    "an order in words": (LINE, lambda text: decided("")(text)),
    "a record": (MOST_TEXT, parse),
    "a line of a record": (LINE, lambda text: (MOVE.fullmatch(f"1 a b {text}"), clean(1, text[:1000]))),
    "talk": (LINE, printable),
    "a name": (LINE // 4, lambda text: names.must_be_plain(names.tidy(text))),
    "a header": (LINE, lambda text: plain_text.one_line(text)),
}


@pytest.mark.parametrize("what", READERS)
def test_a_text_four_times_as_long_is_not_read_sixteen_times_as_long(what):
    most, read = READERS[what]

    def reads(text):
        try:
            read(text)
        except (NotAllowed, IllegalAction, BadRecord, names.ValidationError):
            return  # refused with a sentence

    slow = [piece for piece in PIECES if not grows_evenly(reads, lambda size, piece=piece: repeated(piece, size), most)]
    assert slow == []


@pytest.mark.parametrize(
    ("raw", "end", "written"),
    [
        ("new Bounty for Two!", "two", "Two"),
        ("Bounty STRASSE", "strasse", "STRASSE"),
        ("Bounty Straße", "strasse", "Straße"),
        ("a-B c", "b c", "B c"),
        ("a", "", ""),
        ("other", "words", "words"),
        ("ß", "s", "s"),
    ],
)
def test_the_end_of_a_line_is_found_as_it_was_written(raw, end, written):
    assert reply_grammar.in_own_capitals(raw, end) == written
