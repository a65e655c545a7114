"""Validate and compare names of people, tables and leagues."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import chain

from django.core.exceptions import ValidationError

from accounts.confusables import EAST_ASIAN, is_seen, plain_letter, skeleton
from core.registry import Registry

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 24
MAX_MARKS = 3
"""Maximum number of accents on one letter. Living scripts need no more (Vietnamese two, Hebrew three)."""
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, format, surrogate, private, unassigned, line ends
LOOKS_OF_EMOJI = dict.fromkeys((0xFE0E, 0xFE0F))
"""Variation selectors that phones append to an emoji without changing it."""
JOINED = re.compile(r"(?<=[^\w\s])\u200d(?=[^\w\s])")
"""A joiner between two emoji. Anywhere else, it is refused as a hidden character."""
JOINING_LETTER = "[\u0600-\u07ff\u0900-\u0dff\u1780-\u17ff]"
JOINING = re.compile(f"(?<={JOINING_LETTER})[\u200c\u200d](?={JOINING_LETTER})")
"""A joiner or non-joiner between letters of Arabic, Indic and Khmer scripts, where many names need one."""
WEB_ADDRESS = re.compile(r"\w:/|\bwww\.|[^\s.]\.[^\W\d_]{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b", re.IGNORECASE)
POSSESSIVE = re.compile(r"[’']s\b")
"""English possessive after a name in any alphabet, as in “Анна’s table”."""
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
DISGUISED = str.maketrans("34578$!|", "eastbsll")
"""Digits and signs that stand for letters. The skeleton covers 0 and 1."""
SEPARATE_NUMBER = re.compile(r"(?<=\w\w)\s+\d+$")
RESERVED: Registry[str, Iterable[str]] = Registry()
"""Names of the site, such as its bots' names, by app. A number at the end does not make a different name."""
MOODS = ("Merry", "Sly", "Salty", "Jolly", "Quiet", "Bold", "Lucky", "Rusty", "Stout", "Weary")
BEINGS = ("Gull", "Parrot", "Otter", "Pelican", "Barnacle", "Heron", "Mackerel", "Lobster", "Turtle", "Cormorant")
MADE_UP = re.compile(f"({'|'.join(MOODS)}) ({'|'.join(BEINGS)}) [1-9][0-9]{{3}}")
"""Pattern of generated names, for guests and for people who sign up by letter without a name."""


def tidy(name: str) -> str:
    """Return the name in a standard spelling: composed letters, single spaces, emoji without hidden characters."""
    return pictures_apart(" ".join(unicodedata.normalize("NFKC", name).split()))


def pictures_apart(text: str) -> str:
    """Remove hidden characters between and after emoji."""
    return JOINED.sub("", text.translate(LOOKS_OF_EMOJI))


def is_piled_up(text: str) -> bool:
    """Return whether a letter has more accents than any script needs, or the same accent twice."""
    run = ""
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.category(char) not in ("Mn", "Me"):
            run = ""
        elif char in run or len(run) == MAX_MARKS:
            return True
        else:
            run += char
    return False


def holds_web_address(text: str) -> bool:
    """Return whether a mail program would turn part of the text into a link. A dot between letters, without a space, is enough."""
    return WEB_ADDRESS.search(without_marks(unicodedata.normalize("NFKC", text).replace("。", "."))) is not None


def without_marks(text: str) -> str:
    """Remove accents, and the vowels that some scripts write as marks."""
    return "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char)[0] != "M")


def mixes_scripts(name: str) -> bool:
    """Return whether a word mixes alphabets, such as Latin and Cyrillic. Latin with Chinese, Japanese or Korean is allowed."""
    for word in words_of(POSSESSIVE.sub("", unicodedata.normalize("NFKC", name))):
        scripts = {script_of(char) for char in word if unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo")}
        if len(scripts) > 1 and scripts != {"LATIN", EAST_ASIAN}:
            return True
    return False


def script_of(letter: str) -> str | tuple[str, ...]:
    """Return the script of a letter. Chinese, Japanese and Korean count as one script."""
    name = unicodedata.name(letter, "")
    return EAST_ASIAN if name.startswith(EAST_ASIAN) else name.partition(" ")[0]


def must_be_one_script(name: str) -> None:
    """Raise ValidationError if a word of the new name mixes alphabets."""
    if mixes_scripts(name):
        raise ValidationError("One word of a name may not mix alphabets, such as Latin and Cyrillic letters.", code="scripts")


def must_be_plain(text: str) -> None:
    """Check the rules for every public name. Raise ValidationError."""
    if any(unicodedata.category(char) in FORBIDDEN or not is_seen(char) for char in JOINING.sub("", text)):
        raise ValidationError("A name may not hold invisible, blank or control characters.", code="invisible")
    if is_piled_up(text):
        raise ValidationError(f"A name may have at most {MAX_MARKS} different accents on one letter.", code="accents")
    if holds_web_address(text):
        raise ValidationError("A name may not hold a web address. If it is none, put a space after the dot.", code="address")


def validate_name(name: str) -> None:
    if "@" in name:
        raise ValidationError("Your name is shown to others: please no e-mail address.", code="address")
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        raise ValidationError(f"A name has {MIN_NAME_LENGTH} to {MAX_NAME_LENGTH} characters.", code="length")
    must_be_plain(name)
    if not any(char.isalnum() for char in name):
        raise ValidationError("A name needs a letter or a digit.", code="empty")


VALIDATORS = [validate_name]


def is_made_up(name: str) -> bool:
    """Return whether the site generated the name."""
    return MADE_UP.fullmatch(name) is not None


# -- names that nobody may take ------------------------------------------------------------------------
@cache
def reserved_keys() -> frozenset[str]:
    return keys_of((*chain.from_iterable(RESERVED.values()), *reserved_words()["whole"]))


@cache
def reserved_words() -> dict[str, list[str]]:
    """Return {effect on a name: reserved words}."""
    return tomllib.loads((files("accounts") / "reserved_words.toml").read_text("utf-8"))


def keys_of(words: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(comparison_keys, words))


@cache
def keys_of_kinds(*kinds: str) -> frozenset[str]:
    """Return the comparison keys of all reserved words of the given kinds."""
    return keys_of(word for kind in kinds for word in reserved_words()[kind])


@cache
def nothing_but(*kinds: str) -> re.Pattern[str]:
    """Return a pattern for keys that consist only of words of the given kinds, such as `supportteam`."""
    return re.compile(f"(?:the|our|your)?(?:{'|'.join(sorted(keys_of_kinds(*kinds)))})+")


def comparison_keys(text: str) -> set[str]:
    """Return the keys for comparison with reserved words: letters without accents, with i, l and 1 equal.

    Digits at the end may be a number (`admin 7`) or disguised letters (`officia1`), so each reading gets a key.
    """
    text = SEPARATE_NUMBER.sub("", text)
    plain = "".join(map(plain_letter, without_marks(text)))
    keys = set()
    for form in {plain, plain.lower()}:
        form = "".join(char for char in form if char.isalnum() or char in "$!|")
        ends = range(len(form.rstrip("0123456789!|")), len(form) + 1)
        keys |= {without_marks(skeleton(form[:end].translate(DISGUISED))).replace("i", "l") for end in ends if end}
    return keys


def words_of(name: str) -> list[str]:
    """Return the words between spaces. Spaced-out letters form one word."""
    return re.sub(r"(?<!\S)(\S)\s(?=\S(?!\S))", r"\1", name).split()


def claims(name: str, contains: tuple[str, ...], consists: tuple[str, ...]) -> bool:
    """Return whether the name contains a word of the kinds `contains`, or consists only of words of the kinds `consists`."""
    apart = re.split(r"[\W_]+", CAMEL.sub(" ", tidy(name)))
    keys = keys_of([*words_of(name), *apart])
    return not keys.isdisjoint(keys_of_kinds(*contains)) or any(map(nothing_but(*consists).fullmatch, comparison_keys(name)))


def is_reserved(name: str) -> bool:
    """Return whether the name claims that its owner runs the site, or is reserved by the site, for example for bots."""
    if not comparison_keys(name).isdisjoint(reserved_keys()):
        return True
    return claims(name, ("claims", "offices"), ("claims", "offices", "parts", "placeholders"))


def looks_like_site(name: str) -> bool:
    """Return whether a table or league with the name would look as if the site itself ran it."""
    return claims(name, ("claims",), ("claims", "offices", "parts"))
