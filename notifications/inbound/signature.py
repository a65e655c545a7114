"""Who wrote a letter, by its own DKIM signature: for letters that come by a way on which no server of ours looked at them."""

import dkim
from django.conf import settings

from notifications import dns_lookup

from . import auth_results
from .prescan import GAP, problem_with, unix_lines

MOST_SIGNATURES = 5
"""Each costs a question to DNS."""


def proof(raw: bytes) -> str:
    """pass, fail or none: what our own mail server found when it looked at this letter, else what its signature proves."""
    said = auth_results.verdict(raw, settings.AUTHSERV_ID)
    return said if said != "none" else verdict(raw)


def verdict(raw: bytes) -> str:
    """pass when the domain of From has signed the whole letter; fail when only others have, or in vain; none when nobody has."""
    if of_sender(raw):
        return "pass"
    return "fail" if any(name == "dkim-signature" for name, _ in auth_results.header_lines(raw)) else "none"


def of_sender(raw: bytes) -> dict[str, str] | None:
    """The parts of a signature by the domain of From over the whole letter, when it is right."""
    if GAP.search(raw) or problem_with(unix_lines(raw)):
        return None  # looking at it would cost more than it can prove
    sender = auth_results.domain_of_from(auth_results.header_lines(raw))
    try:
        letter = dkim.DKIM(raw, timeout=dns_lookup.SECONDS)
    except dkim.DKIMException:
        return None
    found = [value for name, value in letter.headers if name.lower() == b"dkim-signature"][:MOST_SIGNATURES]
    return next((tags for index, value in enumerate(found) if sender and (tags := is_signature_right(letter, index, value, sender))), None)


def is_signature_right(letter: dkim.DKIM, index: int, value: bytes, sender: str) -> dict[str, str] | None:
    """One signature, if it is what it says."""
    try:
        tags = {name.decode("ascii"): text.decode("ascii") for name, text in dkim.util.parse_tag_value(value).items()}
        by_sender = auth_results.aligned(tags.get("d", "").lower(), sender)
        return tags if by_sender and "l" not in tags and letter.verify(idx=index, dnsfunc=key) else None
    except Exception:  # strangers wrote it, and the library raises whatever it stumbles over: it proves nothing
        return None


def key(name: bytes, timeout: int = dns_lookup.SECONDS) -> bytes:
    """The public key that stands under a name."""
    return "".join(dns_lookup.texts(name.decode("ascii"))[:1]).encode()
