"""Compare names by appearance (Unicode Technical Standard 39), by the Unicode Consortium's table of look-alike characters."""

import json
import re
import unicodedata
from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import Any

from django.db.models import QuerySet

LONGEST_SKELETON = 200
ROOM_FOR_NUMBER = 20
MARK = "@"
"""Separates the skeleton of a name from a number, for look-alike names that are older than the check."""
IGNORED = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Default_Ignorable_Code_Point of the Unicode Character Database: invisible characters."""
BLANK = ((0x2800, 0x2800), (0xFFFC, 0xFFFC), (0x13441, 0x13442), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159))
"""Assigned and not spaces, but invisible."""

STYLED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE )?(?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
"""Unicode's styled variants of Latin letters. The Consortium's table leaves them out, and so does NFKC."""

EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "IDEOGRAPHIC")
ACCENTED = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC", "DIGIT")
"""Scripts whose marks are accents, or vowels that are usually left out."""


def is_seen(char: str) -> bool:
    """Return whether this character is visible; a space counts as visible."""
    return not any(first <= ord(char) <= last for first, last in (*IGNORED, *BLANK))


@cache
def prototypes() -> dict[str, str]:
    """Return, for each character, the prototype of all characters that look like it: one character or several.

    The library's own module would hold its whole file in memory, with the names of all characters: 7 MB.
    """
    table = (files("confusable_homoglyphs") / "confusables.json").read_text("utf-8")
    alike: dict[str, list[str]] = defaultdict(list)
    for char, others in json.loads(table, object_hook=look_alike).items():
        alike[without_direction_marks(char)] += map(without_direction_marks, others)
    return {char: prototype(char, alike) for char in list(alike) if len(char) == 1}


def look_alike(entry: dict[str, Any]) -> Any:
    """Return the character of one entry of the table, without its name; the table itself unchanged."""
    return entry["c"] if entry.keys() == {"c", "n"} else entry


def without_direction_marks(written: str) -> str:
    """Drop the direction marks that the Consortium's file has around letters written from right to left."""
    return written.strip("\u200e")


def prototype(char: str, alike: dict[str, list[str]]) -> str:
    """Return the prototype of `char`. The library lists neighbours both ways: only the middle of a group has several."""
    first, *more = alike[char]
    if more:
        return char
    return min(char, first) if alike[first] == [char] and len(first) == 1 else first


def plain_letter(char: str) -> str:
    """Return the plain letter for a small capital or a letter in a box or circle; any other character unchanged."""
    match = None if char.isascii() else STYLED.fullmatch(unicodedata.name(char, ""))
    return match[1] if match else char


def mapped(text: str) -> str:
    """Replace every character of `text` by its prototype, and the characters of that again."""
    table = prototypes()
    for _ in range(2):
        text = "".join(table.get(char, char) for char in unicodedata.normalize("NFD", text) if is_seen(char))
    return unicodedata.normalize("NFD", text)


def separates(char: str) -> bool:
    """Return whether the character separates letters: a space, a sign, or its look-alike, except in Chinese and Japanese."""
    if unicodedata.name(char, "").startswith(EAST_ASIAN):
        return False
    return all(
        unicodedata.category(looks)[0] in "ZP" or unicodedata.category(looks) in ("Sm", "Sk") for looks in prototypes().get(char, char)
    )


def without_accents(text: str) -> str:
    """Remove accents, but not marks that are vowels or make another letter, as in Hindi, Thai and Japanese."""
    plain, is_plain = "", False
    for char in text:
        if unicodedata.category(char)[0] != "M":
            is_plain = unicodedata.name(char, "").startswith(ACCENTED)
        elif is_plain:
            continue
        plain += char
    return plain


def skeleton(name: str) -> str:
    """Return a text that is the same for names that look alike, with any accents and anything between their letters.

    `AnIta` looks like `Anlta` and `A-nlta`. Capitals may look like other letters: to find a name in any case, see `in_any_case`.
    """
    plain = "".join(map(plain_letter, unicodedata.normalize("NFKC", name)))
    letters = "".join(char for char in plain if not separates(char)) or plain
    return without_accents(mapped(mapped(letters).casefold()))[: LONGEST_SKELETON - ROOM_FOR_NUMBER]


def in_any_case(name: str) -> set[str]:
    """Return the skeletons of a name in lower case, in upper case, and as it is: `АННА` and `Анна` have two."""
    return set(map(skeleton, (name, name.lower(), name.upper(), name.title())))


def fill_skeletons(users: QuerySet[Any]) -> list[tuple[str, str]]:
    """Recalculate the skeletons of these people. Return (name, older name) for each name that looks like an older one.

    The oldest account gets the plain skeleton; later ones end with MARK and their number, so that those people keep their names.
    """
    users.update(skeleton=None)
    owners: dict[str, str] = {}
    alike = []
    for pk, name in list(users.order_by("date_joined", "pk").values_list("pk", "name")):
        plain = skeleton(name)
        if plain in owners:
            alike.append((name, owners[plain]))
            plain = f"{plain}{MARK}{pk}"
        owners.setdefault(plain, name)
        users.filter(pk=pk).update(skeleton=plain)
    return alike
