"""Track the home URL of the database. A copy of the site at another URL stays quiet, or people would get every letter twice.

A quiet site sends nothing (letters, webhooks, push) and takes no letters; outgoing letters wait. `manage.py adopt` declares that the
site has moved; `QUIET=1` silences any site. A site on one machine still puts letters into its own mailbox.
"""

import logging
from collections.abc import Hashable
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, Q, QuerySet

from .models import Home
from .transports import all_transports

logger = logging.getLogger(__name__)
THIS_MACHINE = ""
"""The host stored for every loopback address and port. They all count as one place, because no other machine can reach them."""
DEFAULT_PORTS = {"http": 80, "https": 443}
CACHE_KEY = "why-quiet"
last_logged_reason = ""


def place_of(url: str) -> tuple[str, int]:
    """Return (host, port) of a URL, with port 0 for the default port. All loopback addresses give the same pair."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if is_loopback(host):
        return THIS_MACHINE, 0
    return host, 0 if parts.port in (None, DEFAULT_PORTS.get(parts.scheme)) else parts.port


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def settings_here() -> Hashable:
    """Return the settings on which this module's queries depend."""
    return settings.SITE_URL, settings.MAILBOX, settings.QUIET, tuple((name, way.leaves_the_site) for name, way in all_transports().items())


def home_elsewhere() -> QuerySet[Home]:
    """Return the home of the database if the site now runs elsewhere. For a site on one machine, the port does not matter."""
    host, port = place_of(settings.SITE_URL)
    same = Q(host=host) if settings.MAILBOX else Q(host=host, port=port)
    return Home.objects.exclude(host=THIS_MACHINE).exclude(same)


def is_quiet() -> bool:
    return settings.QUIET or home_elsewhere().exists()


def reads_letters() -> bool:
    """Return whether stored letters may be read. A site with its own mailbox may always read them: they come from this machine."""
    return settings.MAILBOX or not is_quiet()


def why_quiet() -> str:
    """Return a sentence that says why the site is quiet; "" if the site is not quiet."""
    if settings.QUIET:
        return "This site is quiet (QUIET=1): it sends nothing and takes no letters."
    home = home_elsewhere().first()
    if home is None:
        return ""
    return (
        f"This site is quiet: its database belongs to {home.site_url}, and this is {settings.SITE_URL}. It sends nothing and takes no "
        "letters. If the site has moved here, and runs there no more, run manage.py adopt."
    )


def may_go() -> Q:
    """Return the condition for deliveries that this site may send, for the query of due rows."""
    inside = Q(transport__in=[name for name, transport in all_transports().items() if not transport.leaves_the_site])
    return inside if settings.QUIET else inside | Q(~Exists(home_elsewhere()))


def why_quiet_lately() -> str:
    """Return why the site is quiet, for pages; "" if the site is not quiet. Cached for a minute."""
    return cache.get_or_set(CACHE_KEY, why_quiet, 60) or ""


def adopt_database() -> str:
    """Record this site's URL as the home of the database; return the previous URL, or ""."""
    cache.delete(CACHE_KEY)
    before = Home.objects.filter(pk=1).first()
    host, port = place_of(settings.SITE_URL)
    Home.objects.update_or_create(pk=1, defaults={"site_url": settings.SITE_URL, "host": host, "port": port})
    return before.site_url if before else ""


def remember_home() -> None:
    """Store this site's URL as the database's home if no home, or only a loopback URL, is stored. Log a change of `why_quiet`."""
    global last_logged_reason
    home = Home.objects.filter(pk=1).first()
    if not settings.QUIET and (home is None or home.host == THIS_MACHINE != place_of(settings.SITE_URL)[0]):
        adopt_database()
    if (why := why_quiet()) != last_logged_reason:
        last_logged_reason = why
        logger.warning(why or "this site is not quiet any more")
