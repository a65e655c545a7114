"""`manage.py mail_doctor`: what a site still needs to send letters and receive replies. Each check returns a finding."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `state` is ok, missing or off (not set up, which is fine)."""

    what: str
    state: str
    sentence: str


def checked(what: str, is_there: bool, there: str, missing: str) -> Finding:
    return Finding(what, "ok", there) if is_there else Finding(what, "missing", missing)
