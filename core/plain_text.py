"""Make people's text safe in header lines and plain text, where some characters would act as markup."""

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

WIDTH = 66
"""Maximum number of characters in a line, so that a reply can quote the line without wrapping it again."""
JOINERS = "\u200c\u200d"
"""Zero-width joiners, which some scripts and flags need."""
IDLE = re.compile(r"(?<![^\x00-\u058f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\u058f\s])")
"""A joiner that joins nothing, because it is beside a Latin, Greek or Cyrillic letter, a space or an end. It may hide something."""
ISOLATE, END = "\u2068", "\u2069"
LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
LEFTWARD_WORDS = re.compile(rf"{ISOLATE}[^{END}]*{END}|[{LEFTWARD}](?:[{LEFTWARD}{JOINERS} ’'\"-]*[{LEFTWARD}])?")
"""Words in a right-to-left script. The first alternative matches words that are already isolated."""
LEFTWARD_SIGN, ASCII = re.compile(f"[{LEFTWARD}]"), bytes(range(128))
HEADING = re.compile(r"\[[0-9A-Z ]+\]  ")
"""The prefix of an option in a letter, with its code."""


def one_line(text: str, most: int = 60) -> str:
    """Return `text` for use in a header: without line breaks, control characters, direction marks and encoded words."""
    if not text.isprintable():  # printable text contains none of the characters to remove
        text = "".join(" " if char.isspace() else char for char in text)
        text = "".join(char for char in text if unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} or char in JOINERS)
    words = " ".join(text.replace("=?", "= ?").split())  # "=?utf-8?…" would be decoded in a header
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def printable(text: str) -> str:
    """Return the text on one line, without control characters and direction marks. Keep joiners that join something."""
    chars = (" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)
    words = "".join(char for char in chars if char in JOINERS or unicodedata.category(char) not in ("Cf", "Cs", "Co"))
    return IDLE.sub("", " ".join(words.split()))


def printable_lines(text: str) -> str:
    """Return the lines of the text, without control characters and direction marks."""
    return "\n".join(printable(line) for line in text.splitlines()).strip()


def isolated(text: str) -> str:
    """Return plain text or HTML with each right-to-left name isolated, so that the name does not reorder the text around it."""
    beyond_ascii = text.encode("utf-8", "surrogatepass").translate(None, ASCII).decode("utf-8", "surrogatepass")
    if not LEFTWARD_SIGN.search(beyond_ascii):  # for speed: the pattern tests each character beyond ASCII
        return text
    return LEFTWARD_WORDS.sub(lambda match: match[0] if match[0].startswith(ISOLATE) else f"{ISOLATE}{match[0]}{END}", text)


def full_stop(text: str) -> str:
    """Return the text as a sentence, with a full stop unless it ends like a sentence already."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def quoted(text: str) -> str:
    """Return the text with a bar before each line, so that nobody takes the text for the site's own."""
    lines = [piece for line in text.splitlines() for piece in textwrap.wrap(line, WIDTH - 2) or [""]]
    return "\n".join(f"| {line}" for line in lines)


def wrapped(text: str, is_risky: Callable[[str], bool] = lambda line: False) -> str:
    """Wrap a letter at WIDTH, except links, with at most one empty line in a row.

    A line is risky if it would be read as an order once a mail program quotes it without a mark. Break a risky line elsewhere,
    or put a dot in front of it.
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
    """Return a line as one or more lines that are not risky."""
    if len(line) <= WIDTH and not is_risky(line):
        return [line]
    for width in range(WIDTH, WIDTH - 20, -2):
        pieces = fold(line, width)
        if not any(piece and is_risky(piece) for piece in pieces):
            return pieces
    return [f"· {piece.removeprefix('- ')}" if is_risky(piece) else piece for piece in fold(line, WIDTH - 2)]


def fold(line: str, width: int = WIDTH) -> list[str]:
    """Return a line broken into several that fit, indented like the first. Never break a line that is only an address or link."""
    is_address = ("@" in line or "://" in line) and " " not in line.strip()
    return [line] if len(line) <= width or is_address else list(folded(line, width))


@lru_cache(maxsize=1024)
def folded(line: str, width: int) -> tuple[str, ...]:
    """Return the pieces of a long line. Cached, because most lines appear in every letter and `textwrap` is slow."""
    heading = HEADING.match(line)
    inset = line[: len(line) - len(line.lstrip(" -|*"))] or (heading[0] if heading else "")
    further = inset if "|" in inset else " " * len(inset)
    wrapper = textwrap.TextWrapper(width, inset, further, break_on_hyphens=False, break_long_words="://" not in line)
    return tuple(wrapper.wrap(line[len(inset) :]))


def listed(names: Iterable[str], most: int = 10) -> str:
    """Return the names as a list in words, such as "Anne, Mary and 5 more"."""
    all_names = list(names)
    if len(all_names) > most:
        return f"{', '.join(all_names[:most])} and {len(all_names) - most} more"
    return " and ".join(part for part in (", ".join(all_names[:-1]), all_names[-1] if all_names else "") if part)
