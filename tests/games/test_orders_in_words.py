"""Orders as people write them in real games: with and without the colon, in words, in upper case, half right, from another letter."""

import re
from datetime import timedelta

import pytest

from games.engine import commitment
from games.models import Game, Seed
from games.tables import lobby
from notifications.models import Delivery, LetterIn, ReplyAddress, State
from tests.letters import codes, of_kind, receipt, relay_is_away
from tests.reading import opening, section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SECRET = b"so that it is the same each time"


@pytest.fixture
def begun(monkeypatch, post, anne, mary):
    """`begun(edition)`: a game of Anne, who is on turn, and Mary, and the letter that asks her; the deal is always the same."""
    monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))

    def begin(edition: str, **options):
        game = lobby.create(anne, edition, options, seats=2, open_to_all=True)
        lobby.join(game.pk, mary)
        [letter] = of_kind("turn", post.letters())
        return At(post, game.pk, letter)

    return begin


class At:
    """One game that has begun, and what is written about it."""

    def __init__(self, post, pk: int, letter):
        self.post, self.pk, self.letter = post, pk, letter

    def code(self, beginning: str) -> str:
        return next(code for label, code in codes(self.letter).items() if label.startswith(beginning))

    @property
    def number(self) -> int:
        return Game.objects.get(pk=self.pk).number

    def write(self, text: str) -> LetterIn:
        """Answer the first letter; nobody counts how often."""
        LetterIn.objects.all().delete()
        ReplyAddress.objects.update(uses_left=20)
        return self.post.answer(self.letter, text)

    def tried(self, text: str) -> list[str] | str:
        """What would be played of it, or why not."""
        facts = self.write(f"try {text}").facts
        return facts.get("problem") or facts["tried"]


SAID = [
    *("1 XX: X16", "1 XX:x16", "1xx X16", "1 XX X16", "1 XX : X16.", "1 XX; X16", "1 XX, X16", "1 XX = X16", "1 XX -> X16", "01-xx: x 16"),
    *("1 XX：X16", "1 XX: Ｘ１６", "X16", "x16", "sail X16", "Sail: X16", "sail to x16", "SAIL, X16"),
    *("[1 XX]: X16", "[1 XX] X16", "- 1 XX: X16", "• 1 XX X16", "-> sail to X16", "move to X16, please"),
]


def test_a_square_is_understood_however_it_is_written(begun):
    at = begun("buccaneer")
    code = at.code("Your answer")[2:]
    said = [line.replace("XX", code).replace("xx", code.lower()) for line in SAID]
    assert {line: at.tried(line) for line in said} == {line: ["You set a course for X16."] for line in said}
    assert at.number == 0


NO_CODES = ("(1 XX) X16", "1a", "1 a", "[1a]", "XX 1: X16", "1: X16", "1) 1 XX: X16", "١ XX: X16")


def test_what_was_to_be_a_code_is_answered_with_how_codes_are_written(begun, golden):
    at = begun("buccaneer")
    code = at.code("Your answer")
    said = [line.replace("XX", code[2:]) for line in NO_CODES]
    [told] = {at.tried(line) for line in said}
    assert golden("letters/receipt", told)
    assert f"“{code}”" in told


@pytest.mark.parametrize(
    ("edition", "said", "why"),
    [
        ("buccaneer", "Z99", "There is no such square at sea; name one like M9, or a port."),
        ("buccaneer", "sail A25", "There is no such square at sea; name one like M9, or a port."),
        ("buccaneer", "sail to the moon", "There is no such square at sea; name one like M9, or a port."),
        ("buccaneer", "stow red 9", "You named something that you cannot choose here."),
        ("piracy", "E E E", "In “E E E”: the event comes before the voyage."),
        ("piracy", "BB Z9", "Name a square like F5."),
        ("piracy", "BB D1, RED1 A6", "“RED1 A6” is too much here; separate the parts of an order by semicolons."),
        ("piracy", "BB D1; RED1 A6 A5 A4", "In “RED1 A6 A5 A4”: there is one square still to sail."),
        ("bounty", "sail Z9", "No ship can lie there; name a square like F9."),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_told_why(begun, edition, said, why, golden):
    at = begun(edition)
    kept = at.write(said)
    assert (kept.state, at.number) == ("refused", 0)
    assert why in kept.facts["problem"]
    assert golden("letters/receipt", opening(receipt()))


@pytest.mark.parametrize("edition", ["buccaneer", "trade-winds"])
def test_a_square_behind_a_code_is_refused_with_the_reason_of_the_game(begun, edition, golden):
    at = begun(edition)
    code = at.code("Your answer")
    assert golden("letters/receipt", at.tried(f"{code}: Z99"))
    assert golden("letters/receipt", at.tried(code))


# -- several lines --------------------------------------------------------------------------------
def test_a_wrong_square_below_a_right_order_is_no_other_text_and_nothing_is_played(begun, golden):
    at = begun("buccaneer")
    kept = at.write("X16\nZ99")
    assert (kept.state, at.number) == ("refused", 0)
    assert golden("letters/receipt", kept.facts["problem"])


def test_two_orders_for_one_turn_are_refused_together(begun, golden):
    at = begun("buccaneer")
    code = at.code("Your answer")
    kept = at.write(f"{code}: X16\n{code}: W15")
    assert (kept.state, at.number) == ("refused", 0)
    assert golden("letters/receipt", kept.facts["problem"])


def test_thanks_below_an_order_are_other_text(begun):
    at = begun("buccaneer")
    kept = at.write("X16\nTake care, and sail well!")
    assert (kept.state, kept.facts["rest"], at.number) == ("applied", "Take care, and sail well!", 1)


def test_two_codes_of_one_letter_are_played_one_after_the_other_though_the_first_changes_what_the_second_offers(begun, golden):
    at = begun("buccaneer")
    stow, sail = at.code("Move crew and cargo"), at.code("Your answer")
    assert golden("letters/receipt", at.write(f"{stow}: a, b\n{sail}: X16").facts["played"])


def test_letters_for_things_are_not_guessed_at_once_an_earlier_line_has_changed_what_there_is(begun, golden):
    at = begun("buccaneer")
    stow = at.code("Move crew and cargo")
    kept = at.write(f"{stow}: a\n{stow}: c")
    assert golden("letters/receipt", kept.facts["problem"])
    assert [told.rpartition("? ")[2] for told in at.write(f"{stow}: red 2").facts.get("played", [])] == []


def test_a_second_pile_may_be_named_in_words(begun):
    at = begun("buccaneer")
    stow = at.code("Move crew and cargo")
    assert len(at.write(f"{stow}: a and c\n{stow}: red 2 for nothing\nstow red 2, red 2 for nothing").facts["played"]) == 3


@pytest.mark.parametrize("between", ["\n\n", "\n> [2 QF]  something quoted\n"])
def test_a_second_order_further_down_is_never_dropped_in_silence(begun, between):
    at = begun("buccaneer")
    stow, sail = at.code("Move crew and cargo"), at.code("Your answer")
    kept = at.write(f"{stow}: a, b{between}{sail}: X16")
    assert (len(kept.facts["played"]), kept.facts["rest"]) == (1, f"{sail}: X16")


def test_an_order_below_a_word_about_the_letter_is_never_dropped_in_silence(begun):
    at = begun("buccaneer")
    assert at.write("board\nX16").facts["rest"] == "X16"


# -- the language of an edition -------------------------------------------------------------------
def the_order(at) -> str:
    return " ".join(re.search(r"such as\n  - (.*?)\. Code", at.letter.body, re.DOTALL)[1].split())


def test_an_order_in_words_is_played_with_its_code_and_without(begun):
    at = begun("piracy")
    order, code = the_order(at), at.code("Or give your orders")
    [tried] = {tuple(at.tried(order))}
    assert tried[0].startswith("You moved Blackbeard")
    for line in (order, order.lower(), f"order {order}", f"{code}: {order}", f"{code} {order}", order.replace(";", "；"), f"“{order}.”"):
        assert tuple(at.tried(line)) == tried, line
    [played] = at.write(order).facts["played"]
    assert order in played


def test_an_order_may_stand_on_several_lines(begun):
    at = begun("piracy")
    order = the_order(at)
    assert len(at.write(order.replace("; ", "\n")).facts["played"]) == order.count(";") + 1


def test_one_letter_below_an_order_is_a_name_and_no_direction(begun):
    at = begun("piracy")
    event = the_order(at).partition(";")[0]
    assert at.write(f"{event}\nE.").facts["rest"] == "E."


def begun_voyage(at) -> tuple[str, list[str]]:
    """A letter down to the first square of its voyage, and the squares that are left."""
    event, voyage, _ = the_order(at).split("; ")
    _, first, *others = voyage.split()
    return f"{event}\nship 0\nsail {first}", others


def test_orders_in_words_are_read_also_below_a_first_square(begun):
    at = begun("piracy")
    head, others = begun_voyage(at)
    kept = at.write(f"{head}\n{' '.join(others)}")
    assert (kept.facts["rest"], at.number) == ("", 4)
    assert " ".join(others) in kept.facts["played"][-1]


def test_a_letter_that_stops_after_a_first_square_is_offered_the_rest_in_words(begun, golden):
    at = begun("piracy")
    at.write(begun_voyage(at)[0])
    assert at.number == 3
    assert golden("letters/receipt", section(receipt(), 2))


def test_two_directions_in_one_word_below_a_square_are_read_like_it_or_neither_is(begun):
    at = begun("piracy")
    kept = at.write(f"{begun_voyage(at)[0]}\nNE")
    assert (kept.state, at.number) in (("refused", 0), ("applied", 4))
    assert kept.facts.get("rest", "") == ""


def test_the_letter_teaches_the_language_of_its_edition(begun, golden):
    at = begun("piracy")
    assert golden("letters/turn", section(at.letter, 1))


# -- no letter twice ------------------------------------------------------------------------------
def test_what_a_receipt_has_asked_is_not_asked_again_in_a_letter(post, at):
    [letter] = post.letters()
    at.turn(0)
    at.turn(1)
    post.answer(letter, codes(letter)["north"])
    assert "Steer?" in receipt().body
    assert [letter.subject for letter in post.letters()] == []


def test_a_receipt_that_has_not_left_spares_no_letter(post, at, monkeypatch):
    [letter] = post.letters()
    at.turn(0)
    at.turn(1)
    told = Delivery.objects.filter(notice__kind="turn", state=State.SENT).count()
    relay_is_away(monkeypatch, timedelta(minutes=20))
    post.answer(letter, codes(letter)["north"])
    assert Delivery.objects.filter(notice__kind="turn", state=State.SENT).count() == told
    assert any("Steer?" in letter.body for _ in range(12) for letter in post.letters(5))
