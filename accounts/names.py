"""The name a person goes by, and names of tables and leagues: what they may be, and how two of them are told apart."""

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
"""Telephones put these behind a picture; without them it is the same picture."""
JOINED = re.compile(r"(?<=[^\w\s])\u200d(?=[^\w\s])")
"""What makes one picture of two; anywhere else it is refused as hidden."""
WEB_ADDRESS = re.compile(r"\w:/|\bwww\.|[^\s.]\.[^\W\d_]{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b", re.IGNORECASE)
OFFICES = ("host", "hosts", "admin", "admins", "administrator", "administrators", "moderator", "moderators", "postmaster", "webmaster")
"""No word of a name: such a person would be taken for one of those who run the site."""
_reserved = {"Mod", "Mods", "Staff", "System", "Root", "Support", "Official", "Mailer-Daemon", "Buccaneer", "You", "The site"}


def tidy(name: str) -> str:
    """One spelling for names that look alike: composed letters, single spaces, pictures one by one."""
    return pictures_apart(" ".join(unicodedata.normalize("NFKC", name).split()))


def pictures_apart(text: str) -> str:
    """Without what is hidden between and behind pictures by those who type them."""
    return JOINED.sub("", text.translate(LOOKS_OF_EMOJI))


def hides_something(text: str) -> bool:
    """Does it hold characters that nobody sees, or that turn the direction of writing?"""
    return any(unicodedata.category(char) in FORBIDDEN or not is_seen(char) for char in text)


def is_piled_up(text: str) -> bool:
    """Do more accents stand on one letter than any script needs, or the same one twice?"""
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
    """Would a reader of letters make a link of some of it? A dot between letters, without a space, is enough."""
    return WEB_ADDRESS.search(without_marks(unicodedata.normalize("NFKC", text).replace("。", "."))) is not None


def without_marks(text: str) -> str:
    """The letters and signs alone: without accents, and without the vowels that some scripts write as marks."""
    return "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char)[0] != "M")


def must_be_plain(text: str) -> None:
    """What holds for every name that others read. Raises ValidationError."""
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
    """These names belong to the site, such as those of its bots. Numbers behind them make no other name."""
    _reserved.update(names)
    reserved_keys.cache_clear()


@cache
def reserved_keys() -> tuple[frozenset[str], frozenset[str]]:
    """(of whole names, of words that may not stand in any) as `key` has them."""
    return frozenset(map(comparison_key, _reserved)), frozenset(map(comparison_key, OFFICES))


def comparison_key(text: str) -> str:
    """What is left of a name when it is compared with a reserved one: letters without accents, where i, l and 1 are the same."""
    letters = "".join(char for char in map(plain_letter, without_marks(text)) if char.isalnum()).rstrip("0123456789")
    return without_marks(skeleton(letters)).replace("i", "l")


def is_reserved(name: str) -> bool:
    """Does it say that its owner runs the site, or is it the name of a bot?"""
    names, offices = reserved_keys()
    words = {comparison_key(word) for word in (name, *re.split(r"[\W_]+", tidy(name)))}
    return comparison_key(name) in names or bool(words & offices)
