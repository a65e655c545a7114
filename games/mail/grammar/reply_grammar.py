"""The grammar of answers by letter, pure: which lines of a reply are meant for us, and what each one says.

An order is "1 KX" (number and check letters, as printed), with ": a, c" or ": M9" behind it where more is asked; or an
option in whole words. Orders stand together at the head of the reply, or at its foot below the quoted letter.
Our own letters print options as "[1 KX]  Sail", which is no order, so a quoted letter can never play.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

MOST_LINES, LONGEST_LINE, MOST_TEXT, LOOKED_AT = 10, 200, 16 * 1024, 400
CONSONANTS = "bcdfghjklmnpqrstvwxz"
ORDER = re.compile(rf"([0-9]{{1,2}})[ .)-]{{0,3}}([{CONSONANTS}]{{2}})(?: ?: ?(.{{0,190}}))?")
LOOSE = re.compile(rf"([0-9]{{1,2}})[ .)-]{{0,3}}([{CONSONANTS}]{{2}})(?: ?[,;=>–—-]+ ?| )(.{{1,190}})")
"""A code with what belongs to it behind no colon. Too much like a sentence to be one, unless it says what can be done."""
PAIR = f"(?:[{CONSONANTS}]{{2}})"
NEARLY = re.compile(
    rf"\W*(?:\d{{1,2}}\W{{1,3}})?(?:\d{{1,2}}\W{{0,3}}{PAIR}\b.*|{PAIR}\W{{0,3}}\d{{1,2}}\b.*|\d{{1,2}}\W{{0,3}}[a-z]?\W*|\d{{1,2}} ?:.*)"
)
"""What looks as if it was to be a code."""
MORE_TIME = "more time"
WORDS = {"help": "help", "board": "board", "stop": "stop", "unsubscribe": "stop", "try": "try", MORE_TIME: MORE_TIME}
"""What is about the letter itself or the time for it, and what each word means."""
TRY = re.compile(r"try(?: ?[:,] ?| |$)")
UNDO = "undo"
SINGLE = frozenset({"join", "decline", "yes", "no", "ready", "again", UNDO})
"""Words that answer letters about tables and leagues, or take a choice back. No line of any letter is one of them, whatever it is about."""
DIVIDER = re.compile(r"\s*(?:--\s*$|[-_=*]{5,})")
"""What stands between an answer and a signature, or the letter it answers, in programs that mark no quotation."""
AROUND = " *_`\"'.,!;“”„‘’«»"


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is understood: its code ("1kx") with what follows it, or plain words."""

    raw: str
    words: str
    code: str = ""
    args: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines that may be orders; the first one surely is. `dry`: only try it. `problem` says why there are none."""

    lines: tuple[Line, ...] = ()
    dry: bool = False
    word: str = ""
    problem: str = ""


def past(skipped: re.Pattern[str], text: str, at: int) -> int:
    """Where what is `skipped` from `at` on ends: there, where nothing is."""
    match = skipped.match(text, at)
    return match.end() if match else at


def plain(line: str) -> str:
    """A line without what mail programs and phones put around words; "\\0" where signs hide that change its meaning."""
    line = unicodedata.normalize("NFKC", line)
    if not line.isprintable() and any(unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") and char != "\t" for char in line):
        return "\0"
    return " ".join(line.casefold().split()).strip(AROUND)


def as_written(raw: str, before: str) -> str:
    """What a person wrote behind these words, in their own capitals; "" when nothing did."""
    found = re.search(rf"{before}[ :]+(.+)$", on_one_line(raw), re.IGNORECASE)
    return found[1].strip(AROUND) if found else ""


def on_one_line(raw: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", raw).split())


def in_his_letters(raw: str, end: str) -> str:
    """The end of a line, tidied and with hyphens taken as blanks, as the person wrote it."""
    line = on_one_line(raw).strip(AROUND)
    start, left = len(line), len(end)
    while start and left > 0:  # a sign may become several in small letters, each for itself
        start -= 1
        left -= len(line[start].casefold())
    written = line[start:]
    return written if written.casefold().replace("-", " ") == end else end


def understood(raw: str) -> Line:
    """What one line says, whether or not it is an order."""
    return short(raw) if len(raw) <= LONGEST_LINE else Line(raw[:LONGEST_LINE], "\0")


@lru_cache(maxsize=4096)
def short(raw: str) -> Line:
    """The same. Our own letters say most of their lines again and again."""
    words = plain(raw)
    match = ORDER.fullmatch(words)
    if match:
        return Line(raw, words, f"{int(match[1])}{match[2]}", (match[3] or "").strip(AROUND))
    return Line(raw, words)


def loosely(line: Line) -> Line | None:
    """A code and what belongs to it, without the colon between them."""
    match = LOOSE.fullmatch(line.words)
    return match and Line(line.raw, line.words, f"{int(match[1])}{match[2]}", match[3].strip(AROUND))


def is_quoted(raw: str) -> bool:
    return raw.lstrip()[:1] in (">", "|")


def read_block(text: str, fits: Callable[[str], bool]) -> Block:
    """The orders of a letter. `fits(words)`: does this name an option that is open now?"""
    lines = text[:MOST_TEXT].split("\n")[:LOOKED_AT]
    start = first_order(lines, fits)
    if start is None:
        return Block(problem="unread")
    found: list[Line] = []
    for raw in lines[start:]:
        if not raw.strip() and len(found) == 1 and TRY.fullmatch(found[0].words):
            continue
        if not raw.strip() or is_quoted(raw) or DIVIDER.match(raw):
            break
        found.append(understood(raw))
    if len(found) > MOST_LINES and any(line.code for line in found[MOST_LINES:]):
        return Block(problem="too-many-lines")
    return worded(found[:MOST_LINES])


def first_order(lines: list[str], fits: Callable[[str], bool]) -> int | None:
    """Where the first order stands. Anything before it but quoted lines and their heading means: not read at all."""
    index = 0
    while index < len(lines):
        raw = lines[index]
        if not raw.strip() or is_quoted(raw):
            index += 1
            continue
        line = understood(raw)
        if line.code or is_word(line.words) or fits(line.words):
            return index
        after = past_heading(lines, index)
        if after is None:
            return None
        index = after
    return None


def past_heading(lines: list[str], index: int) -> int | None:
    """The line after "On Tuesday, Anne wrote:", in any language: one to three lines, a colon, then quoted lines."""
    for end in range(index, min(index + 3, len(lines))):
        line = lines[end].strip()
        if not line or is_quoted(line):
            return None
        if line[-1:] in (":", "：") and starts_quote(lines, end + 1):
            return end + 1
    return None


def starts_quote(lines: list[str], index: int) -> bool:
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index < len(lines) and is_quoted(lines[index])


@lru_cache(maxsize=4096)
def is_word(words: str) -> bool:
    return words in WORDS or bool(TRY.match(words))


def worded(lines: list[Line]) -> Block:
    """Set apart the words that are about the letter itself."""
    first = lines[0]
    tried = TRY.match(first.words)
    if tried is None:
        word = WORDS.get(first.words, "")
        return Block(word=word) if word else Block(tuple(lines))
    rest = first.words[tried.end() :]
    orders = (understood(rest), *lines[1:]) if rest else tuple(lines[1:])
    return Block(orders, dry=True) if orders else Block(problem="unread")


def speaks(line: str, fits: Callable[[str], bool]) -> bool:
    """Would this line, alone, be taken for an order? Nothing that we send may."""
    if is_quoted(line):
        return False
    found = understood(line)
    return bool(found.code or is_word(found.words) or fits(found.words))


def first_line(text: str) -> Line | None:
    """The first line that a person wrote themselves, whatever it says."""
    own = (raw for raw in text[:MOST_TEXT].split("\n")[:LOOKED_AT] if raw.strip() and not is_quoted(raw))
    return next((understood(raw) for raw in own), None)


def first_words(text: str) -> str:
    """The first paragraph a person wrote, above or below what is quoted, on one line; "" when there is none."""
    lines = text[:MOST_TEXT].split("\n")[:LOOKED_AT]
    found: list[str] = []
    index = 0
    while index < len(lines):
        raw = lines[index]
        after = None if found else past_heading(lines, index)
        if after is not None:
            index = after
            continue
        ends = not raw.strip() or is_quoted(raw) or DIVIDER.match(raw)
        if ends and (found or DIVIDER.match(raw)):
            break
        if not ends:
            found.append(raw.strip())
        index += 1
    return " ".join(found)
