"""Record signs that two accounts may be one person: a daily hash of the network address, and one of address and browser.

A hash is keyed and salted per period, so it neither reveals the address nor links two periods. Hashes are compared only
for equality, and only between players of one table (`games.moderation.shared_signs`, docs/trust.md).
"""

from datetime import date, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Sign, User

RETENTION = timedelta(days=30)
"""Time for which a sign is stored after it was last seen. The salt changes after the same time."""
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux"}
"""Map from part of a User-Agent header to the system's name. The first match counts: browsers also name similar systems."""


def record(user: User, request: HttpRequest) -> None:
    """Store the signs of a request for today. Called once a day for each session."""
    seen, day = signs_of(request), timezone.now().date()
    rows = [Sign(user=user, kind=kind, digest=digest(day, place), seen_on=day) for kind, place in seen.items()]
    Sign.objects.bulk_create(rows, update_conflicts=True, unique_fields=["user", "kind", "digest"], update_fields=["seen_on"])


def signs_of(request: HttpRequest) -> dict[Sign.Kind, str]:
    """Return the signs of a request; {} if the request came through a Unix socket of the proxy."""
    try:
        address = plain_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return {}
    place = str(ip_network((address, 32 if address.version == 4 else 64), strict=False))
    return {Sign.Kind.ADDRESS: place, Sign.Kind.BROWSER: f"{place} {browser_name(request.META.get('HTTP_USER_AGENT', ''))}"}


def known_browser(email: str, request: HttpRequest) -> str:
    """Return the hash of the request's browser and address if the person with that e-mail was recently seen there, or "" if not."""
    browser = signs_of(request).get(Sign.Kind.BROWSER, "")
    key = digest(timezone.now().date(), browser)
    return key if browser and Sign.objects.filter(user__email__iexact=email, kind=Sign.Kind.BROWSER, digest=key).exists() else ""


def digest(day: date, place: str) -> str:
    """Return the hash of a place, which changes with each period of `RETENTION`."""
    return salted_hmac(f"accounts.signs {day.toordinal() // RETENTION.days}", place, algorithm="sha256").hexdigest()


def forget_old() -> int:
    """Delete signs last seen longer than `RETENTION` ago. Return the number of signs."""
    gone, _ = Sign.objects.filter(seen_on__lt=timezone.now().date() - RETENTION).delete()
    return gone


def browser_name(user_agent: str) -> str:
    """Return the browser and system in words, such as “Firefox, Windows”."""
    parts = [next((name for part, name in names.items() if part in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or "Another program"


def network(address: str) -> str:
    """Return the first 24 bits of an IPv4 (or IPv4-mapped) address, or 48 bits of an IPv6 address. Raise ValueError if it is invalid."""
    ip = plain_address(address)
    return str(ip_network((ip, 24 if ip.version == 4 else 48), strict=False).network_address)


def plain_address(address: str) -> IPv4Address | IPv6Address:
    """Return the parsed IP address, with an IPv4-mapped address as IPv4. Raise ValueError if it is invalid."""
    ip = ip_address(address)
    return getattr(ip, "ipv4_mapped", None) or ip
