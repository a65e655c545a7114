"""A person who knows of a game only what letters say, and who answers them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage

from .conftest import MailProgram, tidy, words

LINE = re.compile(r"^\[(\d+) ([A-Z]{2})\]  (.*)$")
LETTER = re.compile(r"\b([a-z]{1,2})\) ")
NUMBER = re.compile(r"from (\d+)")
SQUARES = re.compile(r"(?:[A-Z]\d+|…)(?: (?:[A-Z]\d+|…))*")
AN_HOUR = timedelta(hours=1)
"""Between two answers: seldom enough that the site never thinks it writes to this person too often."""
PATIENCE = 400
"""Letters after which a game should really be over."""


@dataclass(slots=True)
class Choice:
    """One thing that can be answered: its code, its words, and what is to be written behind a colon."""

    code: str
    label: str
    more: list[str] = field(default_factory=list)

    def lines(self, turn: int) -> Iterator[str]:
        """Some ways to answer it, the likeliest first."""
        if not self.more:
            yield self.code
            return
        how, items = self.more[0], " ".join(self.more[1:])
        letters = LETTER.findall(items)
        if "the square" in how or SQUARES.match(how):
            listed = items if "the square" in how else " ".join(self.more)
            squares = [square for line in listed.split(", ") if line != "…" for square in in_line(line)]
            yield f"{self.code}: {squares[turn % len(squares)]}"
        elif "a number from" in how:
            yield f"{self.code}: {NUMBER.search(how)[1]}"
        elif "one letter" in how:
            yield f"{self.code}: {letters[turn % len(letters)]}"
        elif "what you choose" in how:
            yield from (f"{self.code}: {', '.join(letters[:many])}" for many in range(1, len(letters) + 1))
            yield f"{self.code}: nothing"


def in_line(said: str) -> list[str]:
    """The squares of a line such as "Q4 Q5 … Q24", or the one name."""
    return [square for square in said.split() if square != "…"] if SQUARES.fullmatch(said) else [said]


def choices(letter: EmailMessage) -> list[Choice]:
    """What a letter offers, in its order: first what the game waits for."""
    found: list[Choice] = []
    block = words(letter).partition("How to answer")[2].partition("Other first lines")[0]
    for line in block.splitlines():
        if match := LINE.match(line):
            found.append(Choice(f"{match[1]} {match[2]}", match[3]))
        elif line.startswith("  - ") and found:
            found[-1].more.append(line[4:])
        elif line.startswith("    ") and found and found[-1].more:
            found[-1].more[-1] += f" {line.strip()}"
    return found


def is_result(letter: EmailMessage) -> bool:
    return "Look at the whole game, move by move" in tidy(letter)


class Reader:
    """Plays by what is in the letters, not well, but to the end. `habits` are orders put below every first line."""

    def __init__(self, program: MailProgram, clock, habits: tuple[str, ...] = ()):
        self.program, self.clock, self.habits, self.written = program, clock, habits, 0
        self.receipts: list[EmailMessage] = []

    def play(self, letter: EmailMessage) -> EmailMessage:
        """From the first turn letter to the one that says how the game came out."""
        while self.written < PATIENCE:
            if is_result(letter):
                return letter
            receipt = self.answer(letter)
            letter = receipt if choices(receipt) else self.next_letter()
            self.program.unread.clear()  # what lies beside it says the same
        raise AssertionError(f"{PATIENCE} letters, and the game goes on")

    def next_letter(self) -> EmailMessage:
        return self.program.take(lambda letter: choices(letter) or is_result(letter))

    def answer(self, letter: EmailMessage) -> EmailMessage:
        """Answer one letter somehow; the receipt that says what became of it."""
        for line in self.ideas(letter):
            self.clock.shift(AN_HOUR)
            sent = self.program.reply(letter, "\n".join((line, *self.habits)))
            self.written += 1
            receipt = self.program.take(lambda found, sent=sent: found["In-Reply-To"] == sent["Message-ID"])
            self.receipts.append(receipt)
            if "Your letter began" not in tidy(receipt):
                return receipt
        raise AssertionError(f"nothing of this was taken: {words(letter)}")

    def ideas(self, letter: EmailMessage) -> Iterator[str]:
        """What to write: plain options in turn, and what needs more writing where it stands first."""
        offered = choices(letter)
        plain = [choice for choice in offered if not choice.more and "?" not in choice.label]
        first = [] if offered[0].more else plain[self.written % len(plain) :] + plain[: self.written % len(plain)] if plain else []
        for choice in [*first, *offered]:
            yield from choice.lines(self.written)
