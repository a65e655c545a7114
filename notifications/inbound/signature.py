"""Authenticate the sender of a letter by the letter's DKIM signature, if no mail server of ours has checked the letter."""

import dkim
from django.conf import settings

from notifications import dns_lookup

from . import auth_results
from .prescan import GAP, problem_with, unix_lines

MAX_SIGNATURES = 5
"""The maximum number of signatures to check, because each check costs a DNS query."""


def proof(raw: bytes) -> str:
    """Return "pass", "fail" or "none": the verdict of our own mail server, or else of the signature."""
    result = auth_results.verdict(raw, settings.AUTHSERV_ID)
    return result if result != "none" else verdict(raw)


def verdict(raw: bytes) -> str:
    """Return "pass" if the domain of From signed the whole letter, "fail" for other or invalid signatures, "none" without a signature."""
    if of_sender(raw):
        return "pass"
    return "fail" if any(name == "dkim-signature" for name, _ in auth_results.header_lines(raw)) else "none"


def of_sender(raw: bytes) -> dict[str, str] | None:
    """Return the tags of a valid signature by the domain of From over the whole letter; None if there is none."""
    if GAP.search(raw) or problem_with(unix_lines(raw)):
        return None  # checking the signature would cost too much time
    sender = auth_results.domain_of_from(auth_results.header_lines(raw))
    try:
        letter = dkim.DKIM(raw, timeout=dns_lookup.SECONDS)
    except dkim.DKIMException:
        return None
    lines = [value for name, value in letter.headers if name.lower() == b"dkim-signature"][:MAX_SIGNATURES]
    return next((tags for index, value in enumerate(lines) if sender and (tags := is_signature_right(letter, index, value, sender))), None)


def is_signature_right(letter: dkim.DKIM, index: int, value: bytes, sender: str) -> dict[str, str] | None:
    try:
        tags = {name.decode("ascii"): text.decode("ascii") for name, text in dkim.util.parse_tag_value(value).items()}
        by_sender = auth_results.aligned(tags.get("d", "").lower(), sender)
        return tags if by_sender and "l" not in tags and letter.verify(idx=index, dnsfunc=key) else None
    except Exception:  # a stranger wrote the signature, and the library may raise anything: count it as invalid
        return None


def key(name: bytes, timeout: int = dns_lookup.SECONDS) -> bytes:
    return "".join(dns_lookup.texts(name.decode("ascii"))[:1]).encode()
