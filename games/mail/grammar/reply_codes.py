"""Reply codes: each possible answer to a letter has a number and two check letters, which lead back to an action.

The letters are an HMAC over the wait, the captain's newest move in it, the question with all its options, and the option. So a
code belongs to one question in one position: an old letter never takes on a new meaning.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from games.engine import Amount, Choose, Confirm, Deal, Decision, IllegalAction, Pick, Place, Ruleset, Words
from games.formats.notation.words import read_answer
from games.mail.grammar import reply_hints
from games.mail.grammar.reply_grammar import CONSONANTS, plain
from games.mail.grammar.reply_hints import lettered, letters
from games.mail.grammar.reply_words import after_name, named, spoken, square
from games.mail.grammar.square_runs import in_short
from games.models import Game, Wait

IN_OWN_WORDS = "your orders in words, such as"
SQUARE, ONE_LETTER = "the square", "one letter"
SINGLE, SQUARES = 12, 4
"""With up to this many options, or squares, each has its own code; with more the option is written behind the question's code."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line to answer with. `option` is None if something has to be written behind the code."""

    code: str
    decision: str
    option: str | None
    content: str
    label: str
    how: str = ""
    items: tuple[str, ...] = field(default=())
    help: str = ""
    warning: str = ""

    @property
    def shown(self) -> str:
        """The code as printed and typed: "1 KX"."""
        return f"{self.code[:-2]} {self.code[-2:].upper()}"

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares that may be written behind the code of a place; each is a full answer."""
        return self.items if self.how == SQUARE else ()

    @property
    def is_in_words(self) -> bool:
        """Return whether the answer is written in words of the reader's own, for which the code may be left out."""
        return self.how == IN_OWN_WORDS

    @property
    def in_short(self) -> str:
        """The same squares in few words, for a letter whose board names them all."""
        return in_short(self.squares)

    @property
    def example(self) -> str:
        """A full answer as it is typed, for beginners; "" if none is needed or no example is sure to be accepted."""
        first = self.items[0] if self.squares else "a" if self.how == ONE_LETTER else ""
        return first and f"{self.shown}: {first}"

    def to_json(self) -> list:
        return [self.decision, self.option, self.content, self.label]


def position(game: Game, wait: Wait) -> str:
    """Return a key of the captain's position in this wait, which changes with each of their answers."""
    return f"{wait.pk}:{game.last_moves[wait.seat]}"


def content(decision: Decision) -> str:
    """Return a short hash of a question with everything it offers."""
    limits = [getattr(decision, key, None) for key in ("options", "least", "most", "low", "high", "room", "give", "take", "even", "over")]
    text = json.dumps([decision.kind, decision.seat, decision.name, limits, decision.facts], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def entries(rules: Ruleset, decisions: list[Decision], names: list[str], where: str) -> list[Entry]:
    """Return every possible answer, those the game waits for first."""
    found: list[Entry] = []
    for decision in sorted(decisions, key=lambda asked: asked.optional):
        what = content(decision)
        for option, label, how, items in lines_of(rules, decision, names):
            if len(found) == 99:
                return found
            code = check_letters(where, what, decision.name, option)
            more = rules.help(decision) if how and not says_enough(decision, how) else ""
            found.append(Entry(f"{len(found) + 1}{code}", decision.name, option, what, label, how, items, more))
    return found


def says_enough(decision: Decision, how: str) -> bool:
    """Is the help for beginners needless here? (The worth of a thing is printed behind it.)"""
    return how == SQUARE or (isinstance(decision, Deal) and decision.even)


def check_letters(where: str, what: str, name: str, option: str | None) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"codes|{where}|{what}|{name}|{option}".encode(), "sha256")
    return CONSONANTS[digest[0] % 20] + CONSONANTS[digest[1] % 20]


# -- from a question to lines ---------------------------------------------------------------------
def lines_of(rules: Ruleset, decision: Decision, names: list[str]) -> Iterator[tuple[str | None, str, str, tuple[str, ...]]]:
    """Yield (option, label, what to write behind the code, the items named there) for each line of this question."""
    question = rules.ask(decision, names)
    if isinstance(decision, Words):
        example = next(decision.answers())  # behind a dash, so that no program that quotes it turns it into an order
        yield None, question, IN_OWN_WORDS, (f"{example}.", "Code and colon may be left out.")
    elif isinstance(decision, Amount):
        yield None, question, f"a number from {decision.least} to {decision.most}", ()
    elif isinstance(decision, Pick):
        yield None, question, reply_hints.of_pick(decision), lettered(rules, decision, decision.options, names)
    elif isinstance(decision, Deal):
        goods = lettered(rules, decision, (*decision.give, *decision.take), names)
        gives = len(decision.give)
        between = ["for"] if decision.give and decision.take else []
        yield None, question, reply_hints.of_deal(decision), (*goods[:gives], *between, *goods[gives:])
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
    """Return an answer with its question before it, unless both begin with the same word: “Attack with your ship? Attack Mary”."""
    if question.split(" ")[0] == label.split(" ")[0]:
        return label
    return f"{question[:-1]}: {label}" if question.endswith(".") else f"{question} {label}"


# -- from a reply to an answer -------------------------------------------------------------------
def answer_of(rules: Ruleset, decision: Decision, option: str | None, args: str, names: list[str], by_letter: bool = True) -> Any:
    """Return the answer of a code with what was written behind it, legal in the game or not. Raises IllegalAction.

    `by_letter`: is this the question as it was printed, so that its letters still stand for the same things?
    """
    if option is not None:
        if args and not (isinstance(decision, Choose) and plain(args) in spoken(rules, decision, option, names)):
            raise IllegalAction("reply-args", "Nothing has to be written behind that code.")
        return option
    if isinstance(decision, Amount | Words):
        return args
    if isinstance(decision, Place):
        if not args:
            raise IllegalAction("reply-args", f"Write the square behind the code and a colon, such as “{decision.options[0]}”.")
        return named(rules, decision, plain(args), names) or square_alone(decision, plain(args))
    if by_letter and (said := lettered_things(decision, args)) is not None:
        return said
    try:
        return decision.check(read_answer(rules, decision, args, names))
    except IllegalAction:
        raise IllegalAction("reply-letters", HOW if by_letter else IN_WORDS) from None


def square_alone(decision: Place, words: str) -> str:
    """Return the square that these words are, perhaps with “sail to” before it or in brackets. Raises IllegalAction if more follows it."""
    words = (after_name(decision, words) or words).strip("()[] ")
    more = FOLLOWED.fullmatch(words)
    if more:
        what = f"“{more[2][:40]}” stands behind the square “{more[1].upper()}”, and we cannot read it."
        raise IllegalAction("reply-args", f"{what} Write the square alone.")
    return square(words)


FOLLOWED = re.compile(r"([a-z] ?\d{1,2})\W+(.+)")
HOW = "Write a colon and the letters of what you choose behind the code, such as “a, c”."
IN_WORDS = "Your line before it changed what is offered. Name the things in words, or send this line by itself."


def lettered_things(decision: Decision, args: str) -> Any:
    """Return the things that printed letters stand for; None if these are no such letters."""
    words = [word for word in re.split(r"[\s,;]+|\band\b", args) if word]
    if isinstance(decision, Deal):
        gives = len(decision.give)
        goods = picked(range(gives + len(decision.take)), [word for word in words if word != "for"])
        return goods and (
            tuple(decision.give[at] for at in goods if at < gives),
            tuple(decision.take[at - gives] for at in goods if at >= gives),
        )
    if isinstance(decision, Pick) and words in (["nothing"], ["none"], ["-"]):
        return ()
    found = picked(getattr(decision, "options", ()), words)
    return found if found is None or isinstance(decision, Pick) else found[0] if len(found) == 1 else None


def picked(options: Any, words: list[str]) -> tuple | None:
    """Return the items of these letters, each once; None if these are no such letters."""
    by_letter = {letters(index): option for index, option in enumerate(options)}
    if not words or len(set(words)) != len(words) or not set(words) <= set(by_letter):
        return None
    return tuple(by_letter[word] for word in words)
