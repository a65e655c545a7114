"""How `manage.py mail_doctor` says what it found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `state` is ok, missing or off (not set up, and nothing is wrong with that)."""

    what: str
    state: str
    sentence: str


def found(what: str, is_there: bool, there: str, missing: str) -> Finding:
    """There or missing, and the sentence for it."""
    return Finding(what, "ok", there) if is_there else Finding(what, "missing", missing)
