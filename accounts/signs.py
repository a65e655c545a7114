"""Signs that two accounts may be one person: each day a hash of the network address, and one of address and browser.

The hash is keyed (SECRET_KEY) and salted with the span of time, so it neither tells the address nor links two spans. Only
equality is ever looked at, and only between players of one table (`games.moderation.shared_signs`). docs/trust.md says what is kept.
"""

from datetime import date, timedelta
from ipaddress import ip_network

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.browsers import address_of, browser_name, plain_address
from accounts.models import Sign, User

KEPT = timedelta(days=30)
"""How long a sign is kept after the day on which it was seen last, and how long a salt counts."""


def record(user: User, request: HttpRequest) -> None:
    """Store where this person was seen today. Called once a day for each session."""
    seen, day = signs_of(request), timezone.now().date()
    rows = [Sign(user=user, kind=kind, digest=digest(day, what), seen_on=day) for kind, what in seen.items()]
    Sign.objects.bulk_create(rows, update_conflicts=True, unique_fields=["user", "kind", "digest"], update_fields=["seen_on"])


def signs_of(request: HttpRequest) -> dict[Sign.Kind, str]:
    """Return what a request tells of its sender; nothing if it came by a socket of the proxy."""
    try:
        found = plain_address(address_of(request))
    except ValueError:
        return {}
    place = str(ip_network((found, 32 if found.version == 4 else 64), strict=False))
    return {Sign.Kind.ADDRESS: place, Sign.Kind.BROWSER: f"{place} {browser_name(request.META.get('HTTP_USER_AGENT', ''))}"}


def known_browser(email: str, request: HttpRequest) -> str:
    """Return the hash of this browser and address if the person with that e-mail was seen there lately, else ""."""
    what = signs_of(request).get(Sign.Kind.BROWSER, "")
    key = digest(timezone.now().date(), what)
    return key if what and Sign.objects.filter(user__email__iexact=email, kind=Sign.Kind.BROWSER, digest=key).exists() else ""


def digest(day: date, what: str) -> str:
    """Return the hash of a place; another one for every span of `KEPT`."""
    return salted_hmac(f"accounts.signs {day.toordinal() // KEPT.days}", what, algorithm="sha256").hexdigest()


def forget_old() -> int:
    """Delete signs that were last seen longer than `KEPT` ago; return how many."""
    gone, _ = Sign.objects.filter(seen_on__lt=timezone.now().date() - KEPT).delete()
    return gone
