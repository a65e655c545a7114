"""Validate URLs that people gave us to post to: https only, and none in our own network. `core.posting` sends the posts."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

LONGEST_URL = 500
PORTS = (None, 443, 8443)
INSIDE = "That address leads into our own network."
PUBLIC = ip_network("2000::/3")
"""All allocated IPv6 addresses (IANA). Site-local addresses and some forms of IPv4 in IPv6 are outside this network."""
TRANSLATED = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "192.88.99.0/24", "192.0.0.0/24")))
"""NAT64, Teredo, 6to4 with its relays, and IPv4 reserved for protocols. Such addresses may lead into a hidden other network."""
ISATAP = (0x00005EFE, 0x02005EFE)
"""Third 32-bit word of an ISATAP address (RFC 5214); the fourth word is an IPv4 address."""


def leads_inside(address: IPv4Address | IPv6Address) -> bool:
    """Return whether the address may lead into our own network, directly or by a translation of IPv6 into IPv4."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return leads_inside(address.ipv4_mapped)
        if address not in PUBLIC:
            return True
        if int(address) >> 32 & 0xFFFFFFFF in ISATAP:
            return leads_inside(IPv4Address(int(address) & 0xFFFFFFFF))
    if any(address in network for network in TRANSLATED):
        return True
    return not address.is_global or address.is_reserved or address.is_multicast


def problem_with(url: str) -> str:
    """Return a sentence that says why we do not post to the URL, or "". The host's IP address is checked at each post."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "That is not an address."
    if len(url) > LONGEST_URL or not url.isascii() or any(char.isspace() for char in url):
        return "That is not an address we can post to."
    if parts.scheme != "https" or not parts.hostname or port not in PORTS or parts.username or parts.password:
        return "Only addresses that begin with https:// are posted to, without a password in them."
    return "" if "." in parts.hostname or ":" in parts.hostname else INSIDE


def refusal(url: str) -> str:
    """Return why a person may not give us the URL, or "". An IP address in our own network is refused at once."""
    if problem := problem_with(url):
        return problem
    try:
        return INSIDE if leads_inside(ip_address(urlsplit(url).hostname or "")) else ""
    except ValueError:  # a host name: its IP address may change before a post
        return ""


def origin(url: str) -> str:
    """Return the scheme and host of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
