"""Find recipient and sender in the headers of letters that come from a mailbox or a provider, without an SMTP dialogue."""

import re

from notifications import addresses

from .auth_results import header_lines

TO = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
OURS = re.compile(r"(?<![a-z0-9-])[rb]-[a-z2-7]{33}@[a-z0-9.-]+")
ADDRESS = re.compile(r"[^\s<>,;\"@]{1,64}@[a-z0-9.-]{1,253}")


def recipient(raw: bytes) -> str:
    """Return the address of this site to which the letter was sent, or ""."""
    named = [value for name in TO for header, value in header_lines(raw) if header == name]
    sealed = [address for value in named for address in OURS.findall(value)]
    known = [address for value in named for address in ADDRESS.findall(value)]
    return next((address for address in [*sealed, *known] if addresses.is_ours(address)), "")


def answered(raw: bytes) -> str:
    """Return the newest of this site's reply addresses in the letter's References header, or ""."""
    named = [value for name, value in header_lines(raw) if name == "references"]
    sealed = [address for value in named for address in OURS.findall(value)]
    return next((address for address in reversed(sealed) if addresses.verify(address, (addresses.REPLY,))), "")


def names_command_address(raw: bytes) -> bool:
    """Return whether To or Cc names the command address, or the site's From address, which counts as the command address."""
    written = [value for name, value in header_lines(raw) if name in ("to", "cc")]
    named = [address for value in written for address in ADDRESS.findall(value)]
    return any(addresses.is_command_address(address) or addresses.is_sender(address) for address in named)


def sender(raw: bytes) -> str:
    """Return the bounce address that the receiving server noted, or else the From address; "<>" if there is neither."""
    lines = dict(reversed(header_lines(raw)))
    match = ADDRESS.search(lines.get("return-path", lines.get("from", "")))
    return match[0] if match else "<>"
