"""Reply codes: a number and two letters of an HMAC over position, question and option, so that an old code never fits a new question."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings

from games.engine import Amount, Choose, Confirm, Deal, Decision, IllegalAction, Pick, Place, Ruleset, Words
from games.formats.notation.words import read_answer
from games.mail.grammar.reply_grammar import CONSONANTS, plain
from games.mail.grammar.reply_words import after_name, named, spoken, square
from games.mail.grammar.square_runs import in_short
from games.models import Game, Wait

T = TypeVar("T")
IN_OWN_WORDS = "your orders in words, such as"
SQUARE, ONE_LETTER = "the square", "one letter"
SINGLE, SQUARES = 12, 4
"""The maximum number of options, and of squares, with a code each. For more, the reader writes the option after a single code."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in a letter's list of possible answers. `option` is None if the reader must write more after the code."""

    code: str
    decision: str
    option: str | None
    content: str
    label: str
    how: str = ""
    items: tuple[str, ...] = ()
    help: str = ""
    warning: str = ""

    @property
    def shown(self) -> str:
        """Return the code as printed and typed, such as "1 KX"."""
        return f"{self.code[:-2]} {self.code[-2:].upper()}"

    @property
    def squares(self) -> tuple[str, ...]:
        """Return the squares that may follow the code, each of which completes an answer; () if the question is not about a square."""
        return self.items if self.how == SQUARE else ()

    @property
    def is_in_words(self) -> bool:
        return self.how == IN_OWN_WORDS

    @property
    def in_short(self) -> str:
        """Return the squares abbreviated, for a letter whose board names every square."""
        return in_short(self.squares)

    @property
    def example(self) -> str:
        """Return a full answer as typed, for beginners; "" if no example is needed or certain to be legal."""
        first = self.items[0] if self.squares else "a" if self.how == ONE_LETTER else ""
        return first and f"{self.shown}: {first}"

    def to_json(self) -> list[Any]:
        return [self.decision, self.option, self.content, self.label]


def position(game: Game, wait: Wait) -> str:
    """Return a key for the captain's position in a wait; each answer of the captain changes the key."""
    return f"{wait.pk}:{game.last_moves[wait.seat]}"


def content(decision: Decision) -> str:
    """Return a short hash of a question, including everything that the question offers."""
    limits = [getattr(decision, key, None) for key in ("options", "least", "most", "low", "high", "room", "give", "take", "even", "over")]
    text = json.dumps([decision.kind, decision.seat, decision.name, limits, decision.facts], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def entries(rules: Ruleset, decisions: list[Decision], names: list[str], where: str) -> list[Entry]:
    """Return at most 99 lines of possible answers, with required questions first."""
    lines: list[Entry] = []
    for decision in sorted(decisions, key=lambda asked: asked.optional):
        question_hash = content(decision)
        for option, label, how, items in lines_of(rules, decision, names):
            if len(lines) == 99:
                return lines
            code = check_letters(where, question_hash, decision.name, option)
            is_plain = not how or how == SQUARE or (isinstance(decision, Deal) and decision.even)
            more = "" if is_plain else rules.help(decision)
            lines.append(Entry(f"{len(lines) + 1}{code}", decision.name, option, question_hash, label, how, items, more))
    return lines


def check_letters(where: str, question_hash: str, name: str, option: str | None) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"codes|{where}|{question_hash}|{name}|{option}".encode(), "sha256")
    return CONSONANTS[digest[0] % 20] + CONSONANTS[digest[1] % 20]


# -- lines of a question --------------------------------------------------------------------------
def lines_of(rules: Ruleset, decision: Decision, names: list[str]) -> Iterator[tuple[str | None, str, str, tuple[str, ...]]]:
    """Yield (option, label, what to write after the code, items to choose from) for each line of a question."""
    question = rules.ask(decision, names)
    if isinstance(decision, Words):
        example = next(decision.answers())  # the templates print the example after a dash, so that a quoted example is not an order
        yield None, question, IN_OWN_WORDS, (f"{example}.", "Code and colon may be left out.")
    elif isinstance(decision, Amount):
        yield None, question, f"a number from {decision.least} to {decision.most}", ()
    elif isinstance(decision, Pick):
        yield None, question, of_pick(decision), lettered(rules, decision, decision.options, names)
    elif isinstance(decision, Deal):
        goods = lettered(rules, decision, (*decision.give, *decision.take), names)
        gives = len(decision.give)
        between = ["for"] if decision.give and decision.take else []
        yield None, question, of_deal(decision), (*goods[:gives], *between, *goods[gives:])
    elif isinstance(decision, Choose) and len(decision.options) <= (SQUARES if isinstance(decision, Place) else SINGLE):
        for option in decision.options:
            label = rules.label(decision, option, names)
            says_it_all = label != option if isinstance(decision, Confirm) else not decision.optional
            yield option, label if says_it_all else asked_and_said(question, label), "", ()
    elif isinstance(decision, Place):
        yield None, question, SQUARE, tuple(decision.options)
    else:
        yield None, question, ONE_LETTER, lettered(rules, decision, getattr(decision, "options", ()), names)


def asked_and_said(question: str, label: str) -> str:
    """Return the question and the answer, or the answer alone if both begin with the same word, such as “Attack”."""
    if question.split(" ")[0] == label.split(" ")[0]:
        return label
    return f"{question[:-1]}: {label}" if question.endswith(".") else f"{question} {label}"


# -- answers in a reply --------------------------------------------------------------------------
def answer_of(rules: Ruleset, decision: Decision, option: str | None, args: str, names: list[str], by_letter: bool = True) -> Any:
    """Return the answer, legal or not, for a code and its arguments. Accept option letters (a, b, …) only if `by_letter` is true.

    Raise IllegalAction if the arguments cannot be read.
    """
    if option is not None:
        if args and not (isinstance(decision, Choose) and plain(args) in spoken(rules, decision, option, names)):
            raise IllegalAction("reply-args", "Nothing has to be written behind that code.")
        return option
    if isinstance(decision, Amount | Words):
        return args
    if isinstance(decision, Place):
        if not args:
            raise IllegalAction("reply-args", f"Write the square after the code and a colon, such as “{decision.options[0]}”.")
        return named(rules, decision, plain(args), names) or square_alone(decision, plain(args))
    if by_letter and (things := lettered_things(decision, args)) is not None:
        return things
    try:
        return decision.check(read_answer(rules, decision, args, names))
    except IllegalAction:
        raise IllegalAction("reply-letters", HOW if by_letter else IN_WORDS) from None


def square_alone(decision: Place, words: str) -> str:
    """Return the square in words such as “sail to M9” or “(M9)”. Raise IllegalAction if other text follows the square."""
    words = (after_name(decision, words) or words).strip("()[] ")
    if more := FOLLOWED.fullmatch(words):
        complaint = f"We cannot read “{more[2][:40]}” after the square “{more[1].upper()}”."
        raise IllegalAction("reply-args", f"{complaint} Write the square alone.")
    return square(words)


FOLLOWED = re.compile(r"([a-z] ?\d{1,2})\W+(.+)")
HOW = "Write a colon and the letters of what you choose behind the code, such as “a, c”."
IN_WORDS = "Your line before it changed what is offered. Name the things in words, or send this line by itself."


def lettered_things(decision: Decision, args: str) -> Any:
    """Return the things that the option letters in `args` stand for; None if any word is not an option letter."""
    words = [word for word in re.split(r"[\s,;]+|\band\b", args) if word]
    if isinstance(decision, Deal):
        gives = len(decision.give)
        goods = picked(range(gives + len(decision.take)), [word for word in words if word != "for"])
        return goods and (
            tuple(decision.give[index] for index in goods if index < gives),
            tuple(decision.take[index - gives] for index in goods if index >= gives),
        )
    if isinstance(decision, Pick) and words in (["nothing"], ["none"], ["-"]):
        return ()
    things = picked(getattr(decision, "options", ()), words)
    return things if things is None or isinstance(decision, Pick) else things[0] if len(things) == 1 else None


def picked(options: Iterable[T], words: list[str]) -> tuple[T, ...] | None:
    by_letter = {letters(index): option for index, option in enumerate(options)}
    if not words or len(set(words)) != len(words) or not set(words) <= set(by_letter):
        return None
    return tuple(by_letter[word] for word in words)


GLUE, SHORT = "\u00a0", 40
"""Names of up to SHORT characters get no-break spaces, which keep an option's letter and name on one line."""


def of_pick(decision: Pick) -> str:
    least, most = decision.least, min(decision.most, len(decision.options))
    if least == most:
        count = f": exactly {least}"
    elif least:
        count = f": {least} to {most}"
    else:
        count = f": at most {most}" if most < len(decision.options) else ""
    nothing = ", or “nothing”" if decision.problem(()) is None else ""
    room = f", with room for {decision.room} more aboard" if decision.room is not None and decision.room < most else ""
    return f"the letters of what you choose{count}{worth(decision.low, decision.high) if decision.worth else ''}{room}{nothing}"


def worth(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f", worth {low} together" if low == high else f", worth {low} to {high} together"
    if high is not None:
        return f", worth {high} at most together"
    return "" if low is None else f", worth {low} at least together"


def of_deal(decision: Deal) -> str:
    value = ""
    if decision.even:
        value = "; you may give more than you take" if decision.may_overpay else "; both must be worth the same"
    takes_room = decision.room is not None and any(item in decision.cargo for item in decision.take)
    by_points = len(set(decision.cargo)) < len(decision.cargo)
    room = f"; there is room for {decision.room} {'points ' if by_points else ''}more aboard" if takes_room else ""
    sides = [f"of what you {verb}" for verb, things in (("give", decision.give), ("take", decision.take)) if things]
    return f"the letters {' and '.join(sides)}{value}{room}"


def lettered(rules: Ruleset, decision: Decision, options: Any, names: list[str]) -> tuple[str, ...]:
    """Return each thing with a letter, and with the thing's worth if the question counts worth and the name does not state it."""
    values = getattr(decision, "worth", None) if counts_worth(decision) else None
    things = []
    for index, option in enumerate(options):
        label = rules.label(decision, option, names)
        value = str(values[option]) if values and option in values else ""
        name = f"{letters(index)}) {label} ({value})" if value and value not in label.split() else f"{letters(index)}) {label}"
        things.append(name.replace(" ", GLUE) if len(name) <= SHORT else name)
    return tuple(things)


def counts_worth(decision: Decision) -> bool:
    if isinstance(decision, Deal):
        return decision.even
    return isinstance(decision, Pick) and (decision.low is not None or decision.high is not None)


def letters(index: int) -> str:
    """Return the letters for an option's index: a, b, … z, aa, ab, …"""
    return (letters(index // 26 - 1) if index >= 26 else "") + chr(ord("a") + index % 26)
