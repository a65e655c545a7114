"""Reduce addresses and browsers to what people need to recognise their own."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest

BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux"}
"""Part of a User-Agent -> name of the system. The first match counts, as browsers also name systems that they resemble."""


def browser_name(user_agent: str) -> str:
    """Return browser and system in words, such as “Firefox, Windows”."""
    parts = [next((name for part, name in names.items() if part in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or "Another program"


def network(address: str) -> str:
    """Return the network of an address: its first 24 bits, for IPv6 the first 48, with all other bits zero.

    A mapped IPv4 address counts as IPv4. Raise ValueError for an invalid address.
    """
    ip = plain_address(address)
    return str(ip_network((ip, 24 if ip.version == 4 else 48), strict=False).network_address)


def plain_address(address: str) -> IPv4Address | IPv6Address:
    """Return the address; a mapped IPv4 address becomes IPv4. Raise ValueError."""
    ip = ip_address(address)
    return getattr(ip, "ipv4_mapped", None) or ip


def address_of(request: HttpRequest) -> str:
    """Return the address that a request came from, or "" if there is none."""
    return str(request.META.get("REMOTE_ADDR", ""))
