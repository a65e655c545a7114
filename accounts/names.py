"""The name a person goes by: what it may be, and how two names are told apart."""

import unicodedata

from django.core.exceptions import ValidationError

LEAST, MOST = 2, 24
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, direction marks, unassigned, line ends


def tidy(name: str) -> str:
    """One spelling for names that look alike: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def validate_name(name: str) -> None:
    if any(unicodedata.category(char) in FORBIDDEN for char in name):
        raise ValidationError("A name may not hold invisible or control characters.", code="invisible")
    if not LEAST <= len(name) <= MOST:
        raise ValidationError(f"A name has {LEAST} to {MOST} characters.", code="length")
    if not any(char.isalnum() for char in name):
        raise ValidationError("A name needs a letter or a digit.", code="empty")
    if "@" in name:
        raise ValidationError("Your name is shown to others: please no e-mail address.", code="address")


VALIDATORS = [validate_name]
