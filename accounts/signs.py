"""Signs that two accounts may be one person: each day a hash of the network address, and one of address and browser.

The hash is keyed (SECRET_KEY) and salted per period, so it neither reveals the address nor links two periods. Hashes are only
compared for equality, and only between players of one table (`games.moderation.shared_signs`). See docs/trust.md.
"""

from datetime import date, timedelta
from ipaddress import ip_network

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.browsers import address_of, browser_name, plain_address
from accounts.models import Sign, User

RETENTION = timedelta(days=30)
"""The time for which a sign is stored after it was last seen, and for which a salt is used."""


def record(user: User, request: HttpRequest) -> None:
    """Store where this person was seen today. Called once a day for each session."""
    seen, day = signs_of(request), timezone.now().date()
    rows = [Sign(user=user, kind=kind, digest=digest(day, place), seen_on=day) for kind, place in seen.items()]
    Sign.objects.bulk_create(rows, update_conflicts=True, unique_fields=["user", "kind", "digest"], update_fields=["seen_on"])


def signs_of(request: HttpRequest) -> dict[Sign.Kind, str]:
    """Return the signs of a request; none if it came through a socket of the proxy."""
    try:
        address = plain_address(address_of(request))
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
