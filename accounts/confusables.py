"""Compare names by appearance (Unicode Technical Standard 39), with the Unicode Consortium's table of look-alike characters."""

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
"""Separates a skeleton from a number, for look-alike names that are older than the check."""
IGNORED = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Invisible characters: Default_Ignorable_Code_Point of the Unicode Character Database."""
BLANK = ((0x2800, 0x2800), (0xFFFC, 0xFFFC), (0x13441, 0x13442), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159))
"""Further invisible characters, which are assigned and not spaces."""

STYLED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE )?(?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
"""Unicode names of styled Latin letters, which neither the Consortium's table nor NFKC maps to plain letters."""

EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "IDEOGRAPHIC")
ACCENTED = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC", "DIGIT")
"""Scripts whose marks are accents, or vowels that are usually left out."""


def is_seen(char: str) -> bool:
    """Return whether the character is visible. A space counts as visible."""
    return not any(first <= ord(char) <= last for first, last in (*IGNORED, *BLANK))


@cache
def prototypes() -> dict[str, str]:
    """Return {character: prototype}. All characters that look alike have one prototype, of one character or several.

    The library's own module would keep its whole file in memory, with the names of all characters: 7 MB.
    """
    table = (files("confusable_homoglyphs") / "confusables.json").read_text("utf-8")
    alike: dict[str, list[str]] = defaultdict(list)
    for char, others in json.loads(table, object_hook=look_alike).items():
        alike[without_direction_marks(char)] += map(without_direction_marks, others)
    return {char: prototype(char, alike) for char in list(alike) if len(char) == 1}


def look_alike(entry: dict[str, Any]) -> Any:
    """Return the character of one entry of the table, without the character's name. Return the table itself unchanged."""
    return entry["c"] if entry.keys() == {"c", "n"} else entry


def without_direction_marks(written: str) -> str:
    """Remove the direction marks that the Consortium's file has around letters written from right to left."""
    return written.strip("\u200e")


def prototype(char: str, alike: dict[str, list[str]]) -> str:
    """Return the prototype of `char`. The library lists look-alikes in both directions: only a prototype has several."""
    first, *more = alike[char]
    if more:
        return char
    return min(char, first) if alike[first] == [char] and len(first) == 1 else first


def plain_letter(char: str) -> str:
    """Return the plain letter for a small capital, or for a letter in a box or circle; any other character unchanged."""
    match = None if char.isascii() else STYLED.fullmatch(unicodedata.name(char, ""))
    return match[1] if match else char


def mapped(text: str) -> str:
    """Replace every character of `text` by its prototype, and repeat that once for the new characters."""
    table = prototypes()
    for _ in range(2):
        text = "".join(table.get(char, char) for char in unicodedata.normalize("NFD", text) if is_seen(char))
    return unicodedata.normalize("NFD", text)


def separates(char: str) -> bool:
    """Return whether the character separates letters: a space, a sign or a look-alike of one, except in Chinese and Japanese."""
    if unicodedata.name(char, "").startswith(EAST_ASIAN):
        return False
    return all(
        unicodedata.category(looks)[0] in "ZP" or unicodedata.category(looks) in ("Sm", "Sk") for looks in prototypes().get(char, char)
    )


def without_accents(text: str) -> str:
    """Remove accents. Keep marks that are vowels or form another letter, as in Hindi, Thai and Japanese."""
    plain, is_plain = "", False
    for char in text:
        if unicodedata.category(char)[0] != "M":
            is_plain = unicodedata.name(char, "").startswith(ACCENTED)
        elif is_plain:
            continue
        plain += char
    return plain


def skeleton(name: str) -> str:
    """Return a text that is equal for names that look alike, whatever their accents and the signs between their letters.

    `AnIta` looks like `Anlta` and `A-nlta`. Capitals may look like other letters: to find a name in any case, use `in_any_case`.
    """
    plain = "".join(map(plain_letter, unicodedata.normalize("NFKC", name)))
    letters = "".join(char for char in plain if not separates(char)) or plain
    return without_accents(mapped(mapped(letters).casefold()))[: LONGEST_SKELETON - ROOM_FOR_NUMBER]


def in_any_case(name: str) -> set[str]:
    """Return the skeletons of a name as written, in lower case, in upper case and in title case: `АННА` and `Анна` have two."""
    return set(map(skeleton, (name, name.lower(), name.upper(), name.title())))


def fill_skeletons(users: QuerySet[Any]) -> list[tuple[str, str]]:
    """Recalculate the skeletons of the given users. Return (name, older name) for each name that looks like an older name.

    The oldest account gets the plain skeleton. Later ones get MARK and their number appended, so that they keep their names.
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
