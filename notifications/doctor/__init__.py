"""Define the findings of `manage.py mail_doctor`, which checks whether a site can send letters and receive replies."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check. `state` is "ok", "missing" or "off" (not set up, which is allowed)."""

    what: str
    state: str
    sentence: str


def checked(what: str, is_there: bool, there: str, missing: str) -> Finding:
    return Finding(what, "ok", there) if is_there else Finding(what, "missing", missing)
