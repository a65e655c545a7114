"""Signs that two accounts may be one person: each day a hash of the network address, and one of address and browser.

The hash is keyed and salted per period, so it neither reveals the address nor links two periods. Hashes are compared only
for equality, and only between players of one table (`games.moderation.shared_signs`, docs/trust.md).
"""

from datetime import date, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Sign, User

RETENTION = timedelta(days=30)
"""The time for which a sign is stored after it was last seen, and for which a salt is used."""
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux"}
"""Part of a User-Agent -> name of the system. The first match counts, as browsers also name systems that they resemble."""


def record(user: User, request: HttpRequest) -> None:
    """Store where this person was seen today. Called once a day for each session."""
    seen, day = signs_of(request), timezone.now().date()
    rows = [Sign(user=user, kind=kind, digest=digest(day, place), seen_on=day) for kind, place in seen.items()]
    Sign.objects.bulk_create(rows, update_conflicts=True, unique_fields=["user", "kind", "digest"], update_fields=["seen_on"])


def signs_of(request: HttpRequest) -> dict[Sign.Kind, str]:
    """Return the signs of a request; none if it came through a socket of the proxy."""
    try:
        address = plain_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return {}
    place = str(ip_network((address, 32 if address.version == 4 else 64), strict=False))
    return {Sign.Kind.ADDRESS: place, Sign.Kind.BROWSER: f"{place} {browser_name(request.META.get('HTTP_USER_AGENT', ''))}"}


def known_browser(email: str, request: HttpRequest) -> str:
    """Return the hash of this browser and address if the person with that e-mail was seen there lately, else ""."""
    browser = signs_of(request).get(Sign.Kind.BROWSER, "")
    key = digest(timezone.now().date(), browser)
    return key if browser and Sign.objects.filter(user__email__iexact=email, kind=Sign.Kind.BROWSER, digest=key).exists() else ""


def digest(day: date, place: str) -> str:
    """Return the hash of a place, different for each span of `RETENTION`."""
    return salted_hmac(f"accounts.signs {day.toordinal() // RETENTION.days}", place, algorithm="sha256").hexdigest()


def forget_old() -> int:
    """Delete signs that were last seen longer than `RETENTION` ago; return how many."""
    gone, _ = Sign.objects.filter(seen_on__lt=timezone.now().date() - RETENTION).delete()
    return gone


def browser_name(user_agent: str) -> str:
    """Return browser and system in words, such as “Firefox, Windows”."""
    parts = [next((name for part, name in names.items() if part in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or "Another program"


def network(address: str) -> str:
    """Return the first 24 bits of an IPv4 address (mapped ones, too) or the first 48 of an IPv6 address. Raise ValueError."""
    ip = plain_address(address)
    return str(ip_network((ip, 24 if ip.version == 4 else 48), strict=False).network_address)


def plain_address(address: str) -> IPv4Address | IPv6Address:
    """Return the address; a mapped IPv4 address becomes IPv4. Raise ValueError."""
    ip = ip_address(address)
    return getattr(ip, "ipv4_mapped", None) or ip
