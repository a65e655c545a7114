"""What is kept of an address and a browser: enough to know one's own again, and no more."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest

BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux"}
"""What a User-Agent holds -> what people call it. The first that fits counts, as browsers also name those that they are like."""


def browser_name(user_agent: str) -> str:
    """Return browser and system in words, such as “Firefox, Windows”."""
    found = [next((name for part, name in names.items() if part in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "Another program"


def network(address: str) -> str:
    """Return the network of an address: its first 24 bits, of IPv6 the first 48; the rest is nought.

    A mapped IPv4 address counts as IPv4. Raises ValueError for what is no address.
    """
    found = plain_address(address)
    return str(ip_network((found, 24 if found.version == 4 else 48), strict=False).network_address)


def plain_address(address: str) -> IPv4Address | IPv6Address:
    """Return the address; IPv4 in IPv6 as IPv4. Raises ValueError."""
    found = ip_address(address)
    return getattr(found, "ipv4_mapped", None) or found


def address_of(request: HttpRequest) -> str:
    """Return the address that a request came from, or "" if there is none."""
    return request.META.get("REMOTE_ADDR", "")
