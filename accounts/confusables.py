"""What a name looks like: names that look alike have one skeleton (Unicode Technical Standard 39), whatever letters they are made of.

The table of characters that look alike is that of the Unicode Consortium, as the library confusable_homoglyphs brings it.
"""

import re
import unicodedata
from collections import defaultdict
from functools import cache

from django.db.models import QuerySet

LONGEST = 200
ROOM_FOR_NUMBER = 20
MARK = "@"
"""Behind the skeleton of an older name, and before a number: two people had names that look alike before that was refused."""
IGNORED = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Default_Ignorable_Code_Point of the Unicode Character Database: a reader sees nothing there."""
BLANK = ((0x2800, 0x2800), (0xFFFC, 0xFFFC), (0x13441, 0x13442), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159))
"""Assigned and no spaces, and yet nothing is to be seen."""

STYLED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE )?(?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
"""What Unicode calls letters that are ours in another dress. The Consortium's table leaves them out, and so does NFKC."""


def is_seen(char: str) -> bool:
    """Does this character show at all? A space does not count as hidden."""
    return not any(first <= ord(char) <= last for first, last in (*IGNORED, *BLANK))


@cache
def prototypes() -> dict[str, str]:
    """Character -> what stands for it and for all that look like it: one character or several."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte: read when it is needed

    alike: dict[str, list[str]] = defaultdict(list)
    for char, others in confusables_data.items():
        alike[without_direction_marks(char)] += [without_direction_marks(other["c"]) for other in others]
    return {char: prototype(char, alike) for char in list(alike) if len(char) == 1}


def without_direction_marks(written: str) -> str:
    """The library keeps the direction marks that the Consortium's file has around letters written from right to left."""
    return written.strip("\u200e")


def prototype(char: str, alike: dict[str, list[str]]) -> str:
    """The library lists neighbours both ways: the middle of a group has several, all others have the middle alone."""
    first, *more = alike[char]
    if more:
        return char
    return min(char, first) if alike[first] == [char] and len(first) == 1 else first


def plain_letter(char: str) -> str:
    """The plain letter under a small capital, or one in a box or a circle; any other character as it is."""
    match = None if char.isascii() else STYLED.fullmatch(unicodedata.name(char, ""))
    return match[1] if match else char


def mapped(text: str) -> str:
    """Every character of `text` replaced by its prototype, and so the characters of that."""
    table = prototypes()
    for _ in range(2):
        text = "".join(table.get(char, char) for char in unicodedata.normalize("NFD", text) if is_seen(char))
    return unicodedata.normalize("NFD", text)


def skeleton(name: str) -> str:
    """The same for two names that look alike, in whatever case: `AnIta` looks like `Anlta`, and is also `anita`."""
    plain = "".join(map(plain_letter, unicodedata.normalize("NFKC", name)))
    return mapped(mapped(plain).casefold())[: LONGEST - ROOM_FOR_NUMBER]


def fill_skeletons(people: QuerySet) -> list[tuple[str, str]]:
    """Work out the skeletons of all these people anew: who has been here longest keeps the plain one.

    Gives (name, older name) of everybody who looks like an older one: these get a skeleton with MARK and their number behind it,
    so that they stay who they are and nobody is refused a change of anything else.
    """
    people.update(skeleton=None)
    owners: dict[str, str] = {}
    alike = []
    for pk, name in list(people.order_by("date_joined", "pk").values_list("pk", "name")):
        plain = skeleton(name)
        if plain in owners:
            alike.append((name, owners[plain]))
            plain = f"{plain}{MARK}{pk}"
        owners.setdefault(plain, name)
        people.filter(pk=pk).update(skeleton=plain)
    return alike
