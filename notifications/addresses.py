"""Addresses that only this site can create: `r-…` for replies to a letter, `b-…` for bounces; `l-…` and `c-…` are keys in links.

After the prefix come 33 characters of a-z2-7: one names the key, 16 are the ident, and 16 encode 80 bits of an HMAC over the rest.
A check needs no database, so a receiver can refuse junk in the SMTP dialogue. Upper and lower case are equivalent.
"""

import base64
import hashlib
import hmac
import secrets
from email.utils import parseaddr

from django.conf import settings

REPLY, BOUNCE, LINK, CALENDAR = "r", "b", "l", "c"
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def keys() -> list[tuple[str, bytes]]:
    """Return (name, key) pairs, the current key first, then the keys of SECRET_KEY_FALLBACKS. Two keys may share a name."""
    secret_keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    derived = [hmac.digest(secret.encode(), b"addresses of letters", "sha256") for secret in secret_keys]
    return [(LETTERS[hashlib.sha256(key).digest()[0] & 31], key) for key in derived]


def seal(prefix: str, name: str, key: bytes, ident: bytes) -> bytes:
    return hmac.digest(key, f"{prefix}|{name}|".encode() + ident, "sha256")[:10]


def new_ident() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def mint(prefix: str, ident: str) -> str:
    name, key = keys()[0]
    raw = base64.b32decode(ident.upper())
    return f"{prefix}-{name}{ident}{base64.b32encode(seal(prefix, name, key, raw)).decode().lower()}"


def verify(address: str, prefixes: tuple[str, ...] = (REPLY, BOUNCE)) -> tuple[str, str] | None:
    """Return (prefix, ident) of an address of this site; None for any other address. The mail server checks the domain."""
    local = address.strip().partition("@")[0].lower()
    prefix, name, ident, sealed = local[:1], local[2:3], local[3:19], local[19:]
    if len(local) != 35 or local[1] != "-" or prefix not in prefixes or set(local[2:]) - set(LETTERS):
        return None
    digest, raw = base64.b32decode(sealed.upper()), base64.b32decode(ident.upper())
    is_ours = any(hmac.compare_digest(seal(prefix, name, key, raw), digest) for called, key in keys() if called == name)
    return (prefix, ident) if is_ours else None


def is_command_address(address: str) -> bool:
    return bool(settings.DESK) and address.strip().lower() == settings.DESK


def is_sender(address: str) -> bool:
    """Return whether mail to the address reaches the site, and the address is the site's From, to which some programs reply."""
    ours = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    return ours.rpartition("@")[2] == settings.REPLY_DOMAIN and address.strip().lower() == ours


def is_ours(address: str) -> bool:
    return is_command_address(address) or is_sender(address) or verify(address) is not None


def bounce_ident(delivery_id: int) -> str:
    """Return a delivery's id as the ident of a bounce address."""
    return base64.b32encode(delivery_id.to_bytes(10, "big")).decode().lower()


def delivery_of(ident: str) -> int:
    return int.from_bytes(base64.b32decode(ident.upper()), "big")
