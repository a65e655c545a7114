"""Check the bytes of a letter before any parser reads them, to refuse letters that are built to do harm."""

import re

MAX_BYTES = 256 * 1024
MAX_HEADERS, MAX_HEADER_LENGTH, MAX_PARAMETERS, MAX_BOUNDARIES, MAX_BREAKS = 200, 8 * 1024, 50, 20, 200
MAX_BLOCKS = 500
"""The maximum number of blocks of lines in a delivery report. Each block is about one address."""
FOLDED = re.compile(rb"\n[ \t]")
ABOUT_A_PART = re.compile(rb"^content-[^\n]*", re.IGNORECASE | re.MULTILINE)
"""Header lines that describe a part. The standard parser is slow if a line has many parameters."""

GAP = re.compile(rb"[ \t]{400}")
"""A run of blanks so long that a search for trailing blanks, as in DKIM, would take minutes."""


def unix_lines(raw: bytes) -> bytes:
    """Return the bytes with Unix line ends only, so that no line hides inside another line."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def problem_with(raw: bytes) -> str:
    """Return why the bytes must not be parsed, or ""."""
    if len(raw) > MAX_BYTES:
        return "too-big"
    if b"\0" in raw:
        return "nul"
    head, _, _ = raw.partition(b"\n\n")
    lines = FOLDED.sub(b" ", head).split(b"\n")
    if len(lines) > MAX_HEADERS:
        return "too-many-headers"
    about_parts = ABOUT_A_PART.findall(FOLDED.sub(b" ", raw))
    if any(len(line) > MAX_HEADER_LENGTH for line in [*lines, *about_parts]):
        return "header-too-long"
    if any(line.count(b";") > MAX_PARAMETERS for line in about_parts):
        return "too-many-parameters"
    if any(b"delivery-status" in line.lower() for line in about_parts) and raw.count(b"\n\n") > MAX_BLOCKS:
        return "too-many-parts"
    if sum(b"boundary" in line.lower() for line in about_parts) > MAX_BOUNDARIES or raw.count(b"\n--") > MAX_BREAKS:
        return "too-many-parts"
    return ""
