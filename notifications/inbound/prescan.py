"""A look at the bytes of a letter before anything parses them: what is built to hurt is refused by name."""

import re

MOST_BYTES = 256 * 1024
MOST_HEADERS, LONGEST_HEADER, MOST_BOUNDARIES = 200, 8 * 1024, 50
FOLDED = re.compile(rb"\n[ \t]")


def unix_lines(raw: bytes) -> bytes:
    """Every kind of line end as one, so that no line hides in another."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def problem_with(raw: bytes) -> str:
    """Why these bytes are not parsed, or "" """
    if len(raw) > MOST_BYTES:
        return "too-big"
    if b"\0" in raw:
        return "nul"
    head, _, _ = raw.partition(b"\n\n")
    lines = FOLDED.sub(b" ", head).split(b"\n")
    if len(lines) > MOST_HEADERS:
        return "too-many-headers"
    if any(len(line) > LONGEST_HEADER for line in lines):
        return "header-too-long"
    if raw.lower().count(b"boundary=") > MOST_BOUNDARIES or raw.count(b"\n--") > 4 * MOST_BOUNDARIES:
        return "too-many-parts"
    return ""
