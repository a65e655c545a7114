"""Parse answers by letter: find the lines of a reply that are orders, and the meaning of each line.

An order is a printed code such as "1 KX", with ": a, c" or ": M9" if the question needs arguments, or an option in whole words.
Orders stand together above or below the quoted letter. A quoted letter prints options as "[1 KX]  Sail", which is no order.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from core.plain_text import END, ISOLATE

MAX_LINES, MAX_LINE_LENGTH, MAX_TEXT, MAX_RAW_LINES = 10, 200, 16 * 1024, 400
MIN_WRAPPED, MAX_REJOINED = 50, 3
"""The minimum length in characters of a line that a mail program wrapped, and the maximum number of wrapped lines to rejoin."""
CONSONANTS = "bcdfghjklmnpqrstvwxz"
ORDER = re.compile(rf"([0-9]{{1,2}})[ .)-]{{0,3}}([{CONSONANTS}]{{2}})(?: ?: ?(.{{0,190}}))?")
LOOSE = re.compile(rf"\[?([0-9]{{1,2}})[ .)-]{{0,3}}([{CONSONANTS}]{{2}})(?:\](?: ?[:,;=>–—-]+)? ?| ?[,;=>–—-]+ ?| )(.{{1,190}})")
"""A code in brackets, or with arguments but no colon. Prose can match, too, so a match counts only if the move is legal."""
PAIR = f"(?:[{CONSONANTS}]{{2}})"
NEARLY = re.compile(
    rf"\W*(?:\d{{1,2}}\W{{1,3}})?(?:\d{{1,2}}\W{{0,3}}{PAIR}\b.*|{PAIR}\W{{0,3}}\d{{1,2}}\b.*|\d{{1,2}}\W{{0,3}}[a-z]?\W*|\d{{1,2}} ?:.*)"
)
"""Text that looks like a mistyped code."""
MORE_TIME = "more time"
WORDS = {"help": "help", "board": "board", "stop": "stop", "unsubscribe": "stop", "try": "try", MORE_TIME: MORE_TIME}
"""Words about the letter or the deadline, and the command for each word."""
TRY = re.compile(r"try(?: ?[:,] ?| |$)")
UNDO = "undo"
SINGLE = frozenset({"join", "decline", "yes", "no", "ready", "again", UNDO})
"""Words that answer letters about tables and leagues, or undo a choice. The site's letters never print a word alone on a line."""
A_SQUARE = re.compile(r"(?:(?:sail|go|move|attack)(?: to)?:? )?[a-z] ?\d{1,2}")
"""A square with an optional verb. The text is an order at any table, so the parser need not know the table."""
DIVIDER = re.compile(r"\s*(?:--\s*$|[-_=*]{5,})")
"""The line above a signature, or above the quoted letter in programs that do not mark quotations."""
BLANKS = " \t\r\xa0\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
"""Blanks and direction marks, which surround a heading in right-to-left languages."""
OUR_ISOLATES = dict.fromkeys(map(ord, (ISOLATE, END)))
"""Marks to remove: the site's letters put them around names, and a captain may copy a line of a letter."""
AROUND = " *_`\"'.,!;“”„‘’«»"
JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
"""Characters that join several emoji into one, as in the pirate flag."""
SMILEY = re.compile(r"(?:(?<=\w)| )[:;=]['’-]?[()|/]+$")
BULLET = re.compile(r"^(?:[-–—]>?|=>|[+•‣⁃→⇒]) (?=\S)|^(?:[-–—=]>|→)(?=\S)")
BEFORE, AFTER = re.compile(r"^(?:please|pls)[ ,:]+"), re.compile(r"[ ,;.!-]+(?:please|pls|plz|thanks|thank you|thx)(?=[ ,;.!?]*$)")
"""Polite words before and after an order. A line that begins with “·” is never an order."""


@dataclass(frozen=True, slots=True)
class Line:
    """A parsed line: a code ("1kx") with arguments, or plain words."""

    raw: str
    words: str
    code: str = ""
    args: str = ""

    @property
    def is_question(self) -> bool:
        return self.words.endswith("?")


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of a letter that may be orders; the first line is certain to be an order.

    `dry` asks only for a preview. `problem` is the code of a refusal. `unplayed` is an order further down the letter, below a
    quotation or an empty line. `below` is the first line after the orders, which may answer the next question.
    """

    lines: tuple[Line, ...] = ()
    dry: bool = False
    word: str = ""
    problem: str = ""
    unplayed: str = ""
    below: str = ""


def past(skipped: re.Pattern[str], text: str, start: int) -> int:
    """Return the index after the match of `skipped` at `start`; `start` if there is no match."""
    match = skipped.match(text, start)
    return match.end() if match else start


def plain(line: str) -> str:
    """Return a line in lower case without the marks that mail programs and phones add; "\\0" if the line has hidden characters."""
    line = without_pictures(unicodedata.normalize("NFKC", line).translate(OUR_ISOLATES))
    if not line.isprintable() and any(unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") and char != "\t" for char in line):
        return "\0"
    return " ".join(line.casefold().split()).strip(AROUND)


def without_pictures(line: str) -> str:
    """Return a line without trailing emoji. Keep leading emoji, because some lines of the site's letters begin with an emoji."""
    end = len(line)
    while end and not line.isascii() and is_picture(line[end - 1]):
        end -= 1
    return line[:end] if any(unicodedata.category(char) == "So" for char in line[end:]) else line


def is_picture(char: str) -> bool:
    return char.isspace() or char in JOINERS or "\U000e0020" <= char <= "\U000e007f" or unicodedata.category(char) in ("So", "Sk")


def tidied(words: str) -> str:
    """Return plain words without the bullets, arrows, “please”, “thanks” and smileys around an order."""
    if words in ("", "\0") or "call" in words:  # keep a name such as “called Please”
        return words
    core = BEFORE.sub("", BULLET.sub("", words))
    asks = "?" if core.endswith("?") else ""
    core = AFTER.sub("", SMILEY.sub("", core)).strip(f"{AROUND}?")
    return core + asks if core else words


def as_written(raw: str, before: str) -> str:
    """Return the text that follows `before` in a line, with the original capitals; "" if there is none."""
    match = re.search(rf"{before}[ :]+(.+)$", on_one_line(raw), re.IGNORECASE)
    return match[1].strip(AROUND) if match else ""


def on_one_line(raw: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", raw).translate(OUR_ISOLATES).split())


def in_own_capitals(raw: str, end: str) -> str:
    """Return the end of a raw line with the original capitals. `end` is the tidied text, with hyphens as blanks."""
    line = on_one_line(raw).strip(AROUND)
    start, remaining = len(line), len(end)
    while start and remaining > 0:  # casefolding may turn one character into several
        start -= 1
        remaining -= len(line[start].casefold())
    written = line[start:]
    return written if written.casefold().replace("-", " ") == end else end


def understood(raw: str) -> Line:
    return short(raw) if len(raw) <= MAX_LINE_LENGTH else Line(raw[:MAX_LINE_LENGTH], "\0")


@lru_cache(maxsize=4096)
def short(raw: str) -> Line:
    """Parse a line. Cached, because the site's letters repeat most of their lines."""
    words = tidied(plain(raw))
    match = ORDER.fullmatch(words.rstrip(" ?"))
    return Line(raw, words, f"{int(match[1])}{match[2]}", (match[3] or "").strip(AROUND)) if match else Line(raw, words)


def loosely(line: Line) -> Line | None:
    """Parse a code and arguments without a colon in between; return None for other text."""
    match = LOOSE.fullmatch(line.words)
    return match and Line(line.raw, line.words, f"{int(match[1])}{match[2]}", match[3].strip(AROUND))


def lines_of(text: str) -> list[str]:
    """Return the first lines of a letter. Mark lines that mailx indents by a tab below a heading as quoted."""
    lines, is_headed, is_quote = list[str](), False, False
    for line in text[:MAX_TEXT].split("\n")[:MAX_RAW_LINES]:
        if line.strip():
            is_quote = line.startswith("\t") and (is_headed or is_quote)
            is_headed = line.strip(BLANKS)[-1:] == ":" and not is_quote
        lines.append(f"> {line}" if is_quote and line.strip() else line)
    return lines


def is_quoted(raw: str) -> bool:
    return raw.lstrip()[:1] in (">", "|")


def read_block(text: str, fits: Callable[[str], bool], elsewhere: Callable[[str], bool] = lambda words: False) -> Block:
    """Return the orders of a letter. `fits(words)` tells whether words are an order here, `elsewhere(words)` in another context."""
    lines = lines_of(text)
    start = first_order(lines, fits)
    if start is None:
        lines = rejoined(lines, fits)
        start = first_order(lines, fits)
    if start is None:
        return Block(problem="unread")
    orders: list[Line] = []
    end = start
    while end < len(lines) and not ends_block(raw := lines[end], orders):
        orders += [understood(raw)] if raw.strip() else []
        end += 1
    if len(orders) > MAX_LINES and any(line.code for line in orders[MAX_LINES:]):
        return Block(problem="too-many-lines")
    block = worded(orders[:MAX_LINES])

    def known(words: str) -> bool:
        return fits(words) or elsewhere(words)

    unread = [line.raw for line in orders[1:] if block.word]
    below = next((raw for raw in lines[end:] if raw.strip()), "")
    return replace(block, unplayed=further_order(unread, known) or further_order(lines[end:], known), below=below)


def rejoined(lines: list[str], fits: Callable[[str], bool]) -> list[str]:
    """Return all lines. If a mail program wrapped a long order over two lines, join the two."""
    own = (index for index, line in enumerate(lines[:-1]) if not is_quoted(line) and not is_quoted(lines[index + 1]))
    wrapped = (index for index in own if len(lines[index]) >= MIN_WRAPPED)
    for index in islice(wrapped, MAX_REJOINED):
        whole = f"{lines[index].rstrip()} {lines[index + 1].strip()}"
        if fits(understood(whole).words):
            return [*lines[:index], whole, *lines[index + 2 :]]
    return lines


def left_over(block: Block, fits: Callable[[str], bool]) -> str:
    """Return the first order in a letter after the block's first line; "" if there is none."""
    return further_order([line.raw for line in block.lines[1:]], fits) or block.unplayed


def ends_block(raw: str, orders: list[Line]) -> bool:
    if not raw.strip():
        return len(orders) != 1 or not TRY.fullmatch(orders[0].words)
    return is_quoted(raw) or DIVIDER.match(raw) is not None


def further_order(lines: list[str], fits: Callable[[str], bool]) -> str:
    """Return the first unquoted order above any signature, even if the order answers another letter; "" if there is none."""
    for raw in lines:
        if raw.strip() == "--":
            break
        words = understood(raw).words
        is_elsewhere = not is_quoted(raw) and (words in SINGLE or A_SQUARE.fullmatch(words))
        if raw.strip() and (is_elsewhere or speaks(raw, fits)):
            return raw.strip()[:120]
    return ""


def first_order(lines: list[str], fits: Callable[[str], bool]) -> int | None:
    """Return the index of the first order; None if other text comes first, except quoted lines and their heading."""
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
    """Return the index after the heading of a quotation, such as "On Tuesday, Anne wrote:" (up to three lines); None without a heading."""
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
    """Return the command that a word such as “stop” or “help?” stands for; "" for other words and for “stop?”."""
    word = WORDS.get(words.rstrip("?"), "")
    return "" if word == "stop" and words.endswith("?") else word


def worded(lines: list[Line]) -> Block:
    first = lines[0]
    tried = TRY.match(first.words)
    if tried is None:
        word = word_of(first.words)
        return Block(word=word) if word else Block(tuple(lines))
    rest = first.words[tried.end() :]
    orders = (understood(rest), *lines[1:]) if rest else tuple(lines[1:])
    return Block(orders, dry=True) if orders else Block(problem="unread")


def speaks(line: str, fits: Callable[[str], bool]) -> bool:
    """Return whether a line alone would be an order. No line that the site sends may be an order."""
    if is_quoted(line):
        return False
    parsed = understood(line)
    return bool(parsed.code or is_word(parsed.words) or fits(parsed.words))


def order_in_talk(text: str) -> str:
    """Return the first unquoted line that is clearly an order (a code, a square, or a word such as “board”); "" if there is none."""
    for raw in own_lines(text):
        line = understood(TRY.sub("", plain(raw), count=1)) if len(raw) <= MAX_LINE_LENGTH else Line(raw, "")
        if line.code or word_of(line.words) or A_SQUARE.fullmatch(line.words):
            return raw.strip()[:120]
    return ""


def own_lines(text: str) -> Iterator[str]:
    for raw in lines_of(text):
        if raw.strip() == "--":
            return
        if raw.strip() and not is_quoted(raw):
            yield raw


def first_lines(text: str, most: int) -> list[str]:
    """Return up to `most` lines that the sender wrote; without any, unquoted lines, or else any lines."""
    for lines in (beside_headings(text), own_lines(text), text.split("\n")):
        chosen = list(islice((line for line in lines if line.strip()), most))
        if chosen:
            return chosen
    return []


def beside_headings(text: str) -> Iterator[str]:
    """Yield the unquoted lines above any signature, without the heading of the quoted letter."""
    lines, index = lines_of(text), 0
    while index < len(lines) and lines[index].strip() != "--":
        after = past_heading(lines, index)
        if after is None and not is_quoted(lines[index]):
            yield lines[index]
        index = after or index + 1


def first_line(text: str) -> Line | None:
    lines = first_lines(text, 1)
    return understood(lines[0]) if lines and not is_quoted(lines[0]) else None


def first_words(text: str) -> str:
    """Return the sender's first paragraph, above or below the quotation, on one line; "" if there is none."""
    lines = lines_of(text)
    paragraph: list[str] = []
    index = 0
    while index < len(lines):
        raw = lines[index]
        after = None if paragraph else past_heading(lines, index)
        if after is not None:
            index = after
            continue
        ends = not raw.strip() or is_quoted(raw) or DIVIDER.match(raw)
        if ends and (paragraph or DIVIDER.match(raw)):
            break
        if not ends:
            paragraph.append(raw.strip())
        index += 1
    return " ".join(paragraph)
