"""People's words in places where they must stay plain words: header lines and plain text."""

import re
import textwrap
import unicodedata
from collections.abc import Callable
from functools import lru_cache

WIDTH = 66
"""Width of a line of text, so that an answer can quote it without breaking it again."""


JOINERS = "\u200c\u200d"
"""Invisible signs that some scripts, and flags, need to stay whole."""
IDLE = re.compile(r"(?<![^\x00-\u058f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\u058f\s])")
"""Such a sign beside a Latin, Greek or Cyrillic letter, a space or an end joins nothing: it could only hide."""
ISOLATE, END = "\u2068", "\u2069"
LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
LEFTWARD_WORDS = re.compile(rf"{ISOLATE}[^{END}]*{END}|[{LEFTWARD}](?:[{LEFTWARD}{JOINERS} ’'\"-]*[{LEFTWARD}])?")
"""Words of a script that is written from right to left; what is isolated already comes first."""
LEFTWARD_SIGN, ASCII = re.compile(f"[{LEFTWARD}]"), bytes(range(128))
HEADING = re.compile(r"\[[0-9A-Z ]+\]  ")
"""Stands before an option."""


def one_line(text: str, most: int = 60) -> str:
    """Return `text` as part of a header: no line breaks or controls, nothing that turns the direction of writing or is decoded."""
    if not text.isprintable():  # nothing of the kind is
        text = "".join(" " if char.isspace() else char for char in text)
        text = "".join(char for char in text if unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} or char in JOINERS)
    words = " ".join(text.replace("=?", "= ?").split())  # "=?utf-8?…" would be decoded where it stands in a header
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def printable(text: str) -> str:
    """Return only the words: no control characters, no tricks with the direction of writing. Signs that join something stay."""
    kept = (" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)
    words = "".join(char for char in kept if char in JOINERS or unicodedata.category(char) not in ("Cf", "Cs", "Co"))
    return IDLE.sub("", " ".join(words.split()))


def printable_lines(text: str) -> str:
    """Return only the words of a text of several lines."""
    return "\n".join(printable(line) for line in text.splitlines()).strip()


def isolated(text: str) -> str:
    """Return our sentences with each name that is written from right to left in an isolate, so that it turns nothing around it.

    It serves plain text and HTML alike, and may be called twice.
    """
    if not LEFTWARD_SIGN.search(beyond_ascii(text)):
        return text
    return LEFTWARD_WORDS.sub(lambda found: found[0] if found[0].startswith(ISOLATE) else f"{ISOLATE}{found[0]}{END}", text)


def beyond_ascii(text: str) -> str:
    """Return the other characters of a text. A whole letter has a few hundred, and patterns look at each."""
    return text.encode("utf-8", "surrogatepass").translate(None, ASCII).decode("utf-8", "surrogatepass")


def full_stop(text: str) -> str:
    """Return a person's words as a sentence among ours, with exactly one full stop."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def quoted(text: str) -> str:
    """Return a person's words with a bar before each line, so that nobody takes them for ours."""
    lines = [piece for line in text.splitlines() for piece in textwrap.wrap(line, WIDTH - 2) or [""]]
    return "\n".join(f"| {line}" for line in lines)


def wrapped(text: str, is_risky: Callable[[str], bool] = lambda line: False) -> str:
    """Return a whole letter with no line over WIDTH, except that links stay whole, and at most one empty line in a row.

    No line is risky, that is, would be taken for an order if a mail program quoted it unmarked: such a line is broken
    elsewhere, or gets a dot in front.
    """
    lines: list[str] = []
    for line in text.strip().splitlines():
        words = line.rstrip()
        if words:
            lines += safely(words, is_risky)
        elif lines and lines[-1]:
            lines.append("")
    return "\n".join(lines).replace("\u00a0", " ") + "\n"


def safely(line: str, is_risky: Callable[[str], bool]) -> list[str]:
    """Return one line as several, none of them risky."""
    if len(line) <= WIDTH and not is_risky(line):
        return [line]
    for width in range(WIDTH, WIDTH - 20, -2):
        pieces = fold(line, width)
        if not any(piece and is_risky(piece) for piece in pieces):
            return pieces
    return [f"· {piece.removeprefix('- ')}" if is_risky(piece) else piece for piece in fold(line, WIDTH - 2)]


def is_address(line: str) -> bool:
    """Return whether the line is a lone address or link, which would be useless in two pieces."""
    return ("@" in line or "://" in line) and " " not in line.strip()


def fold(line: str, width: int = WIDTH) -> list[str]:
    """Break one line into several that fit; the following lines are indented like the first."""
    return [line] if len(line) <= width or is_address(line) else list(folded(line, width))


@lru_cache(maxsize=1024)
def folded(line: str, width: int) -> tuple[str, ...]:
    """Return the pieces of a long line. Cached: most of these stand in every letter, and `textwrap` is slow."""
    heading = HEADING.match(line)
    inset = line[: len(line) - len(line.lstrip(" -|*"))] or (heading[0] if heading else "")
    further = inset if "|" in inset else " " * len(inset)
    wrapper = textwrap.TextWrapper(width, inset, further, break_on_hyphens=False, break_long_words="://" not in line)
    return tuple(wrapper.wrap(line[len(inset) :]))
