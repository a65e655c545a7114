"""One reply to a letter that asks at several tables: “2 M1” answers at the second table that the letter lists.

Lines without such a number go to the table of the line before, at first to that of the letter itself. Our letters print the numbers in
brackets, so a quoted letter never answers.
"""

import re

from games.mail.answered import Printed
from games.mail.grammar.reply_grammar import DIVIDER, is_quoted, lines_of, plain, understood

NUMBERED = re.compile(r"\W*(?:(?:table|game|no|nr)\.? ?)?#?([1-9]\d?) ?[.:)–—-]? *(?<=[ .:)–—-])(\S.*)")


def tables_of(printed: Printed) -> list[Printed]:
    """Return what the letter asked at each of its tables, in the order of their numbers."""
    return [printed, *printed.get("others", [])]


def split(text: str, printed: Printed) -> dict[int, str]:
    """Return the lines for each table by its number, 1 for that of the letter; {} if no line names a table."""
    tables = tables_of(printed)
    if len(tables) < 2:
        return {}
    found: dict[int, list[str]] = {}
    number, is_apart, is_numbered = 1, False, False
    for raw in lines_of(text):
        if DIVIDER.match(raw) or (is_quoted(raw) and found):
            break
        if is_quoted(raw) or not raw.strip():
            is_apart = bool(found)
            continue
        named, rest = table_named(raw, tables)
        if is_apart and not named:
            break
        number, is_apart, is_numbered = named or number, False, is_numbered or bool(named)
        found.setdefault(number, []).append(rest)
    return {key: "\n".join(lines) for key, lines in found.items()} if is_numbered else {}


def table_named(raw: str, tables: list[Printed]) -> tuple[int, str]:
    """Return (the number of a table at the head of this line, the rest of it); (0, the line) without one."""
    line = understood(raw)
    match = NUMBERED.fullmatch(plain(raw))
    if match is None or line.code in tables[0]["codes"] or int(match[1]) > len(tables):
        return 0, raw
    return int(match[1]), match[2]
