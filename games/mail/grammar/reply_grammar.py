"""The grammar of answers by letter, pure: which lines of a reply are orders, and what each one says.

An order is "1 KX" (number and check letters, as printed), followed by ": a, c" or ": M9" if more is asked; or an
option in whole words. Orders stand together at the head of the reply, or at its foot below the quoted letter.
Our own letters print options as "[1 KX]  Sail", which is no order, so a quoted letter can never play.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from core.plain_text import END, ISOLATE

MOST_LINES, LONGEST_LINE, MOST_TEXT, LOOKED_AT = 10, 200, 16 * 1024, 400
BROKEN, MOST_BROKEN = 50, 3
"""A line that a program broke is at least so long; so many of these are tried in one with the next."""
CONSONANTS = "bcdfghjklmnpqrstvwxz"
ORDER = re.compile(rf"([0-9]{{1,2}})[ .)-]{{0,3}}([{CONSONANTS}]{{2}})(?: ?: ?(.{{0,190}}))?")
LOOSE = re.compile(rf"\[?([0-9]{{1,2}})[ .)-]{{0,3}}([{CONSONANTS}]{{2}})(?:\](?: ?[:,;=>–—-]+)? ?| ?[,;=>–—-]+ ?| )(.{{1,190}})")
"""A code and its arguments without the colon, or in its brackets. It looks like a sentence, so it counts only if it can be carried out."""
PAIR = f"(?:[{CONSONANTS}]{{2}})"
NEARLY = re.compile(
    rf"\W*(?:\d{{1,2}}\W{{1,3}})?(?:\d{{1,2}}\W{{0,3}}{PAIR}\b.*|{PAIR}\W{{0,3}}\d{{1,2}}\b.*|\d{{1,2}}\W{{0,3}}[a-z]?\W*|\d{{1,2}} ?:.*)"
)
"""Text that looks like an attempt at a code."""
MORE_TIME = "more time"
WORDS = {"help": "help", "board": "board", "stop": "stop", "unsubscribe": "stop", "try": "try", MORE_TIME: MORE_TIME}
"""Words about the letter itself or the time for it, and what each means."""
TRY = re.compile(r"try(?: ?[:,] ?| |$)")
UNDO = "undo"
SINGLE = frozenset({"join", "decline", "yes", "no", "ready", "again", UNDO})
"""Words that answer letters about tables and leagues, or undo a choice. No line of any letter of ours is one of them."""
A_SQUARE = re.compile(r"(?:(?:sail|go|move|attack)(?: to)?:? )?[a-z] ?\d{1,2}")
"""A square, perhaps with what to do there: an order at any table, even where it is not known which one is meant."""
DIVIDER = re.compile(r"\s*(?:--\s*$|[-_=*]{5,})")
"""The line before a signature, or before the quoted letter in programs that do not mark quotations."""
BLANKS = " \t\r\xa0\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
"""Blanks and signs of direction, which stand around a heading in languages that are written from right to left."""
OUR_ISOLATES = dict.fromkeys(map(ord, (ISOLATE, END)))
"""Our letters have them around names; a person may copy a line with them."""
AROUND = " *_`\"'.,!;“”„‘’«»"
JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
"""Signs that make one picture of several, as in the flag of pirates."""
SMILEY = re.compile(r"(?:(?<=\w)| )[:;=]['’-]?[()|/]+$")
BULLET = re.compile(r"^(?:[-–—]>?|=>|[+•‣⁃→⇒]) (?=\S)|^(?:[-–—=]>|→)(?=\S)")
BEFORE, AFTER = re.compile(r"^(?:please|pls)[ ,:]+"), re.compile(r"[ ,;.!-]+(?:please|pls|plz|thanks|thank you|thx)(?=[ ,;.!?]*$)")
"""What people put around an order. No line of ours that begins with “·” is one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One parsed line: its code ("1kx") and arguments, or plain words."""

    raw: str
    words: str
    code: str = ""
    args: str = ""

    @property
    def is_question(self) -> bool:
        """Does it end with a question mark, so that nobody knows whether it is an order?"""
        return self.words.endswith("?")


@dataclass(frozen=True, slots=True)
class Block:
    """The lines that may be orders; the first certainly is one. `dry`: only try them. `problem`: why there are none.

    `left`: an order further down the letter, beyond a quotation or an empty line, which is not carried out.
    `below`: the first line below the orders, if only empty lines stand between; it may answer the question that comes next.
    """

    lines: tuple[Line, ...] = ()
    dry: bool = False
    word: str = ""
    problem: str = ""
    left: str = ""
    below: str = ""


def past(skipped: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of a match of `skipped` at position `at`; `at` itself if there is no match."""
    match = skipped.match(text, at)
    return match.end() if match else at


def plain(line: str) -> str:
    """Return a line without what mail programs and phones put around words; "\\0" if hidden characters change its meaning."""
    line = without_pictures(unicodedata.normalize("NFKC", line).translate(OUR_ISOLATES))
    if not line.isprintable() and any(unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") and char != "\t" for char in line):
        return "\0"
    return " ".join(line.casefold().split()).strip(AROUND)


def without_pictures(line: str) -> str:
    """Return a line without the pictures (emoji) at its end. Ours begin some lines with one, so there it stays."""
    end = len(line)
    while end and not line.isascii() and is_picture(line[end - 1]):
        end -= 1
    return line[:end] if any(unicodedata.category(char) == "So" for char in line[end:]) else line


def is_picture(char: str) -> bool:
    return char.isspace() or char in JOINERS or "\U000e0020" <= char <= "\U000e007f" or unicodedata.category(char) in ("So", "Sk")


def tidied(words: str) -> str:
    """Return plain words without what people put around an order: a bullet or an arrow, “please” and “thanks”, a smiley."""
    if words in ("", "\0") or "call" in words:  # what is called so is a name
        return words
    core = BEFORE.sub("", BULLET.sub("", words))
    asks = "?" if core.endswith("?") else ""
    core = AFTER.sub("", SMILEY.sub("", core)).strip(f"{AROUND}?")
    return core + asks if core else words


def as_written(raw: str, before: str) -> str:
    """Return what a person wrote after these words, in their own capitals; "" if nothing follows."""
    found = re.search(rf"{before}[ :]+(.+)$", on_one_line(raw), re.IGNORECASE)
    return found[1].strip(AROUND) if found else ""


def on_one_line(raw: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", raw).translate(OUR_ISOLATES).split())


def in_own_capitals(raw: str, end: str) -> str:
    """Return the end of a line as the person wrote it; `end` is that part tidied, with hyphens as blanks."""
    line = on_one_line(raw).strip(AROUND)
    start, left = len(line), len(end)
    while start and left > 0:  # casefolding may turn one character into several
        start -= 1
        left -= len(line[start].casefold())
    written = line[start:]
    return written if written.casefold().replace("-", " ") == end else end


def understood(raw: str) -> Line:
    """Parse one line, order or not."""
    return short(raw) if len(raw) <= LONGEST_LINE else Line(raw[:LONGEST_LINE], "\0")


@lru_cache(maxsize=4096)
def short(raw: str) -> Line:
    """Parse one line with a cache: our own letters repeat most of their lines."""
    words = tidied(plain(raw))
    match = ORDER.fullmatch(words.rstrip(" ?"))
    if match:
        return Line(raw, words, f"{int(match[1])}{match[2]}", (match[3] or "").strip(AROUND))
    return Line(raw, words)


def loosely(line: Line) -> Line | None:
    """Parse a code and its arguments without a colon between them; None if the line is not of that kind."""
    match = LOOSE.fullmatch(line.words)
    return match and Line(line.raw, line.words, f"{int(match[1])}{match[2]}", match[3].strip(AROUND))


def lines_of(text: str) -> list[str]:
    """Return the lines of a letter that are looked at. Those that mailx sets in by a tab, below its heading, are marked as quoted."""
    found, is_headed, is_quote = list[str](), False, False
    for line in text[:MOST_TEXT].split("\n")[:LOOKED_AT]:
        if line.strip():
            is_quote = line.startswith("\t") and (is_headed or is_quote)
            is_headed = line.strip(BLANKS)[-1:] == ":" and not is_quote
        found.append(f"> {line}" if is_quote and line.strip() else line)
    return found


def is_quoted(raw: str) -> bool:
    return raw.lstrip()[:1] in (">", "|")


def read_block(text: str, fits: Callable[[str], bool], elsewhere: Callable[[str], bool] = lambda words: False) -> Block:
    """Return the orders of a letter. `fits(words)`: do the words name an option that is open now? `elsewhere`: or one elsewhere?"""
    lines = lines_of(text)
    start = first_order(lines, fits)
    if start is None:
        lines = rejoined(lines, fits)
        start = first_order(lines, fits)
    if start is None:
        return Block(problem="unread")
    found: list[Line] = []
    end = start
    while end < len(lines) and not ends_block(raw := lines[end], found):
        found += [understood(raw)] if raw.strip() else []
        end += 1
    if len(found) > MOST_LINES and any(line.code for line in found[MOST_LINES:]):
        return Block(problem="too-many-lines")
    block = worded(found[:MOST_LINES])

    def known(words: str) -> bool:
        return fits(words) or elsewhere(words)

    unread = [line.raw for line in found[1:] if block.word]
    below = next((raw for raw in lines[end:] if raw.strip()), "")
    return replace(block, left=further_order(unread, known) or further_order(lines[end:], known), below=below)


def rejoined(lines: list[str], fits: Callable[[str], bool]) -> list[str]:
    """Return the lines with an order in words that a mail program broke in two, because it was long, in one again."""
    long = (at for at, line in enumerate(lines[:-1]) if len(line) >= BROKEN and not is_quoted(line) and not is_quoted(lines[at + 1]))
    for at in islice(long, MOST_BROKEN):
        whole = f"{lines[at].rstrip()} {lines[at + 1].strip()}"
        if fits(understood(whole).words):
            return [*lines[:at], whole, *lines[at + 2 :]]
    return lines


def left_over(block: Block, fits: Callable[[str], bool]) -> str:
    """Return the first order of a letter of which only the first line was carried out; "" if there was no other."""
    return further_order([line.raw for line in block.lines[1:]], fits) or block.left


def ends_block(raw: str, found: list[Line]) -> bool:
    """Do the orders end before this line? Below a lone “try” there may be empty ones."""
    if not raw.strip():
        return len(found) != 1 or not TRY.fullmatch(found[0].words)
    return is_quoted(raw) or DIVIDER.match(raw) is not None


def further_order(lines: list[str], fits: Callable[[str], bool]) -> str:
    """Return the first order of one's own in the rest of a letter, above any signature; "" if there is none."""
    for raw in lines:
        if raw.strip() == "--":
            break
        if raw.strip() and is_attempt(raw, fits):
            return raw.strip()[:120]
    return ""


def first_order(lines: list[str], fits: Callable[[str], bool]) -> int | None:
    """Return the index of the first order; None if anything but quoted lines and their heading comes before it."""
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
    """Return the index after "On Tuesday, Anne wrote:" in any language: one to three lines, a colon, then quoted lines."""
    for end in range(index, min(index + 3, len(lines))):
        line = lines[end].strip(BLANKS)
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
    return bool(word_of(words) or TRY.match(words))


def word_of(words: str) -> str:
    """Return which word about the letter this is, also as a question; "" for others, and for a “stop?”."""
    word = WORDS.get(words.rstrip("?"), "")
    return "" if word == "stop" and words.endswith("?") else word


def worded(lines: list[Line]) -> Block:
    """Separate the words about the letter itself from the orders."""
    first = lines[0]
    tried = TRY.match(first.words)
    if tried is None:
        word = word_of(first.words)
        return Block(word=word) if word else Block(tuple(lines))
    rest = first.words[tried.end() :]
    orders = (understood(rest), *lines[1:]) if rest else tuple(lines[1:])
    return Block(orders, dry=True) if orders else Block(problem="unread")


def speaks(line: str, fits: Callable[[str], bool]) -> bool:
    """Would this line, alone, be taken for an order? No line that we send may be."""
    if is_quoted(line):
        return False
    found = understood(line)
    return bool(found.code or is_word(found.words) or fits(found.words))


def is_attempt(line: str, fits: Callable[[str], bool]) -> bool:
    """Is this line an order here, or one that might be meant for another letter?"""
    words = understood(line).words
    return speaks(line, fits) or (not is_quoted(line) and (words in SINGLE or A_SQUARE.fullmatch(words) is not None))


def order_in_talk(text: str) -> str:
    """Return the first line of one's own that nobody writes but as an order: a code, a square, or a word such as “board”; "" if none."""
    for raw in own_lines(text):
        line = understood(TRY.sub("", plain(raw), count=1)) if len(raw) <= LONGEST_LINE else Line(raw, "")
        if line.code or word_of(line.words) or A_SQUARE.fullmatch(line.words):
            return raw.strip()[:120]
    return ""


def own_lines(text: str) -> Iterator[str]:
    """Yield the lines that a person wrote themselves, above any signature."""
    for raw in lines_of(text):
        if raw.strip() == "--":
            return
        if raw.strip() and not is_quoted(raw):
            yield raw


def first_lines(text: str, most: int) -> list[str]:
    """Return the first lines that a person wrote themselves. Without any, those that may be theirs, or else any."""
    return next((found for lines in (beside_headings(text), own_lines(text), text.split("\n")) if (found := up_to(most, lines))), [])


def up_to(most: int, lines: Iterable[str]) -> list[str]:
    return list(islice((line for line in lines if line.strip()), most))


def beside_headings(text: str) -> Iterator[str]:
    """Yield the lines that a person wrote themselves and that do not stand right above a heading of the quoted letter."""
    lines, index = lines_of(text), 0
    while index < len(lines) and lines[index].strip() != "--":
        after = past_heading(lines, index)
        if after is None and not is_quoted(lines[index]):
            yield lines[index]
        index = after or index + 1


def first_line(text: str) -> Line | None:
    """Return the first line that a person wrote themselves; None if there is none."""
    found = first_lines(text, 1)
    return understood(found[0]) if found and not is_quoted(found[0]) else None


def first_words(text: str) -> str:
    """Return the first paragraph a person wrote, above or below the quotation, on one line; "" if there is none."""
    lines = lines_of(text)
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
