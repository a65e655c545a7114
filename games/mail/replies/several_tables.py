"""Split a reply to a letter about several tables: “2 M1” answers at the second table that the letter lists.

A line without such a number goes to the table of the line before it; the first lines go to the letter's own table. Our letters
print the numbers in brackets, so a quoted letter never answers.
"""

import re

from games.mail.answered import Printed
from games.mail.grammar.reply_grammar import DIVIDER, is_quoted, lines_of, plain, understood

NUMBERED = re.compile(r"\W*(?:(?:table|game|no|nr)\.? ?)?#?([1-9]\d?) ?[.:)–—-]? *(?<=[ .:)–—-])(\S.*)")


def tables_of(printed: Printed) -> list[Printed]:
    """Return the printed questions of each table of the letter, by number."""
    return [printed, *printed.get("others", [])]


def split(text: str, printed: Printed) -> dict[int, str]:
    """Return {number of a table: its lines}, with 1 for the letter's own table; {} if no line names a table."""
    tables = tables_of(printed)
    if len(tables) < 2:
        return {}
    lines_of_table: dict[int, list[str]] = {}
    number, is_apart, is_numbered = 1, False, False
    for raw in lines_of(text):
        if DIVIDER.match(raw) or (is_quoted(raw) and lines_of_table):
            break
        if is_quoted(raw) or not raw.strip():
            is_apart = bool(lines_of_table)
            continue
        named, rest = table_named(raw, tables)
        if is_apart and not named:
            break
        number, is_apart, is_numbered = named or number, False, is_numbered or bool(named)
        lines_of_table.setdefault(number, []).append(rest)
    return {key: "\n".join(lines) for key, lines in lines_of_table.items()} if is_numbered else {}


def table_named(raw: str, tables: list[Printed]) -> tuple[int, str]:
    """Return (table number at the start of the line, rest of the line); (0, line) without a number."""
    line = understood(raw)
    match = NUMBERED.fullmatch(plain(raw))
    if match is None or line.code in tables[0]["codes"] or int(match[1]) > len(tables):
        return 0, raw
    return int(match[1]), match[2]
