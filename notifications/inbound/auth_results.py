"""Authenticate the sender of a letter by the verdict of our own mail server.

Only `Authentication-Results` lines with the server's name above the second `Received` line count, because senders cannot write there.
The server must also strip incoming lines that bear the server's name (docs/incoming-mail.md).
"""

import re

from .from_line import address_of
from .prescan import unix_lines

COMMENT = re.compile(r"\s\([^()\"]*\)")
"""A comment as in “dkim=pass (2048-bit key; unprotected) header.d=…”, which OpenDKIM writes."""
RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*([a-z]+)([^;]*)")
DOMAIN = re.compile(r"\b(?:header\.d|header\.i|smtp\.mailfrom|smtp\.mail)\s*=\s*@?(?:[^\s@;]{1,64}@)?([a-z0-9.-]+)")
FROM = re.compile(r"\bheader\.from\s*=\s*([a-z0-9.-]+)")


def verdict(raw: bytes, authserv_id: str) -> str:
    """Return "pass" if DMARC, or DKIM or SPF for the domain of From, passed; else "fail"; "none" if the server gave no verdict."""
    if not authserv_id:
        return "none"
    lines = header_lines(raw)
    results = [value for value in above_second_received(lines) if value.split(";")[0].split(" ")[0] == authserv_id.lower()]
    if not results:
        return "none"
    sender = domain_of_from(lines)
    return "pass" if sender and passes(results[0], sender) else "fail"


def writer(lines: list[tuple[str, str]]) -> str:
    """Return the single address in the single From line; "" if there is more than one or none."""
    senders = [value for name, value in lines if name == "from"]
    return address_of(senders[0]) if len(senders) == 1 else ""


def domain_of_from(lines: list[tuple[str, str]]) -> str:
    return writer(lines).rpartition("@")[2]


def header_lines(raw: bytes) -> list[tuple[str, str]]:
    """Return (name, value) of each header line, in lower case, unfolded, in order."""
    head = unix_lines(raw[: 64 * 1024]).partition(b"\n\n")[0].replace(b"\n ", b" ").replace(b"\n\t", b" ")
    pairs = (line.partition(":") for line in head.decode("latin-1").lower().split("\n"))
    return [(name.strip(), " ".join(value.split())) for name, _, value in pairs]


def above_second_received(lines: list[tuple[str, str]]) -> list[str]:
    results, received = [], 0
    for name, value in lines:
        received += name == "received"
        if received == 2:
            break
        if name == "authentication-results":
            results.append(value)
    return results


def passes(result: str, sender: str) -> bool:
    """Return whether the verdict passes the domain of From.

    DMARC decides if DMARC failed or names a domain. That domain must be `sender`, because another program may read a different domain
    from an odd From line. If the server writes "dmarc=pass" without a domain, DKIM and SPF results for a related domain decide.
    """
    results = RESULT.findall(COMMENT.sub("", result))
    for method, outcome, details in results:
        named = FROM.findall(details)
        if method == "dmarc" and (outcome == "fail" or (outcome == "pass" and named)):
            return outcome == "pass" and named == [sender]
    passed = [domain.strip(".") for _, outcome, details in results if outcome == "pass" for domain in DOMAIN.findall(details)]
    return any(aligned(domain, sender) for domain in passed)


def aligned(domain: str, sender: str) -> bool:
    """Return whether the domains are equal, or one is a subdomain of the other."""
    return "." in domain and (domain == sender or sender.endswith(f".{domain}") or domain.endswith(f".{sender}"))
