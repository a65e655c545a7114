"""Names of people, tables and leagues: what they may be, and how they are compared."""

import re
import unicodedata
from functools import cache

from django.core.exceptions import ValidationError

from accounts.confusables import is_seen, plain_letter, skeleton

LEAST, MOST = 2, 24
MOST_MARKS = 3
"""Accents on one letter: as many as a living script needs (Vietnamese two, Hebrew three)."""
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, direction marks, unassigned, line ends
LOOKS_OF_EMOJI = dict.fromkeys((0xFE0E, 0xFE0F))
"""Phones add these after an emoji; without them it is the same emoji."""
JOINED = re.compile(r"(?<=[^\w\s])\u200d(?=[^\w\s])")
"""Joins two emoji into one; anywhere else it is refused as hidden."""
WEB_ADDRESS = re.compile(r"\w:/|\bwww\.|[^\s.]\.[^\W\d_]{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b", re.IGNORECASE)
OFFICES = ("host", "hosts", "admin", "admins", "administrator", "administrators", "moderator", "moderators", "postmaster", "webmaster")
"""Words that no name may contain: others would think its owner runs the site."""
_reserved = {"Mod", "Mods", "Staff", "System", "Root", "Support", "Official", "Mailer-Daemon", "Buccaneer", "You", "The site"}


def tidy(name: str) -> str:
    """Return one spelling for names that look alike: composed letters, single spaces, emoji without hidden parts."""
    return pictures_apart(" ".join(unicodedata.normalize("NFKC", name).split()))


def pictures_apart(text: str) -> str:
    """Remove what people hide between and behind emoji."""
    return JOINED.sub("", text.translate(LOOKS_OF_EMOJI))


def hides_something(text: str) -> bool:
    """Return whether the text holds invisible characters, or characters that turn the direction of writing."""
    return any(unicodedata.category(char) in FORBIDDEN or not is_seen(char) for char in text)


def is_piled_up(text: str) -> bool:
    """Return whether one letter has more accents than any script needs, or the same accent twice."""
    run = ""
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.category(char) not in ("Mn", "Me"):
            run = ""
        elif char in run or len(run) == MOST_MARKS:
            return True
        else:
            run += char
    return False


def holds_web_address(text: str) -> bool:
    """Return whether a mail program would make a link of some of it. A dot between letters without a space is enough."""
    return WEB_ADDRESS.search(without_marks(unicodedata.normalize("NFKC", text).replace("。", "."))) is not None


def without_marks(text: str) -> str:
    """Remove accents, and the vowels that some scripts write as marks."""
    return "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char)[0] != "M")


def must_be_plain(text: str) -> None:
    """Check the rules for every name that others read. Raises ValidationError."""
    if hides_something(text):
        raise ValidationError("A name may not hold invisible, blank or control characters.", code="invisible")
    if is_piled_up(text):
        raise ValidationError(f"A name may have at most {MOST_MARKS} different accents on one letter.", code="accents")
    if holds_web_address(text):
        raise ValidationError("A name may not hold a web address. If it is none, put a space behind the dot.", code="address")


def validate_name(name: str) -> None:
    if "@" in name:
        raise ValidationError("Your name is shown to others: please no e-mail address.", code="address")
    if not LEAST <= len(name) <= MOST:
        raise ValidationError(f"A name has {LEAST} to {MOST} characters.", code="length")
    must_be_plain(name)
    if not any(char.isalnum() for char in name):
        raise ValidationError("A name needs a letter or a digit.", code="empty")


VALIDATORS = [validate_name]


# -- names that nobody may take ------------------------------------------------------------------------
def reserve(*names: str) -> None:
    """Reserve these names for the site, such as its bots'. A number at the end does not make another name."""
    _reserved.update(names)
    reserved_keys.cache_clear()


@cache
def reserved_keys() -> tuple[frozenset[str], frozenset[str]]:
    """Return (whole names, words that no name may contain), both as `comparison_key` gives them."""
    return frozenset(map(comparison_key, _reserved)), frozenset(map(comparison_key, OFFICES))


def comparison_key(text: str) -> str:
    """Return the text as it is compared with reserved names: letters without accents, with i, l and 1 as the same."""
    letters = "".join(char for char in map(plain_letter, without_marks(text)) if char.isalnum()).rstrip("0123456789")
    return without_marks(skeleton(letters)).replace("i", "l")


def is_reserved(name: str) -> bool:
    """Return whether the name claims that its owner runs the site, or is the name of a bot."""
    names, offices = reserved_keys()
    words = {comparison_key(word) for word in (name, *re.split(r"[\W_]+", tidy(name)))}
    return comparison_key(name) in names or bool(words & offices)
