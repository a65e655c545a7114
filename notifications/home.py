"""The address at which this database is at home. A copy that runs elsewhere stays quiet, or people would get every letter twice.

Quiet means: nothing leaves the site (letters, posts, push), and it takes and reads no letters meant for the original.
Outgoing letters wait. `manage.py adopt` says that the site has really moved, `QUIET=1` keeps any site quiet. On one
machine, letters lie in our own mailbox and reach nobody outside, so there they go on.
"""

import logging
from collections.abc import Hashable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, Q, QuerySet

from core.prepared import Prepared

from .models import Home
from .transports import all_transports

logger = logging.getLogger(__name__)
THIS_MACHINE = ""
"""The host of all loopback addresses: nobody elsewhere knows such a site, so all of them, at any port, are the same."""
USUAL = {"http": 80, "https": 443}
KEPT = "why-quiet"
said = ""
"""What this process last logged."""


class Place(NamedTuple):
    """What makes two addresses the same; port 0 is the usual one of http or https."""

    host: str
    port: int


def place_of(url: str) -> Place:
    """Return the place of an address."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if is_loopback(host):
        return Place(THIS_MACHINE, 0)
    return Place(host, 0 if parts.port in (None, USUAL.get(parts.scheme)) else parts.port)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def settings_here() -> Hashable:
    """Return what the queries of this module depend on."""
    return settings.SITE_URL, settings.MAILBOX, settings.QUIET, tuple((name, way.leaves_the_site) for name, way in all_transports().items())


def home_elsewhere() -> QuerySet[Home]:
    """Return the home of this database if it now runs elsewhere. On one machine any port is the same."""
    here = place_of(settings.SITE_URL)
    same = Q(host=here.host) if settings.MAILBOX else Q(host=here.host, port=here.port)
    return Home.objects.exclude(host=THIS_MACHINE).exclude(same)


elsewhere = Prepared(home_elsewhere, (), settings_here)


@Prepared.of()
def stored_home() -> QuerySet[Home]:
    """Return where this database is at home, if that is known."""
    return Home.objects.filter(pk=1)


def is_quiet() -> bool:
    """Return whether nothing may leave this site."""
    return settings.QUIET or bool(elsewhere())


def reads_letters() -> bool:
    """Return whether stored letters may be read. In our own mailbox they are from people at this machine."""
    return settings.MAILBOX or not is_quiet()


def why_quiet() -> str:
    """Return why nothing leaves this site, in a sentence; "" if it is not quiet."""
    if settings.QUIET:
        return "This site is quiet (QUIET=1): it sends nothing and takes no letters."
    found = elsewhere()
    if not found:
        return ""
    return (
        f"This site is quiet: its database belongs to {found[0].site_url}, and this is {settings.SITE_URL}. It sends nothing and takes no "
        "letters. If the site has moved here, and runs there no more, run manage.py adopt."
    )


def may_go() -> Q:
    """Return which deliveries may be sent from here, as a condition for the query of what is due."""
    inside = Q(transport__in=[name for name, transport in all_transports().items() if not transport.leaves_the_site])
    return inside if settings.QUIET else inside | Q(~Exists(home_elsewhere()))


def why_quiet_lately() -> str:
    """Return the same for pages; the database is asked once a minute."""
    return cache.get_or_set(KEPT, why_quiet, 60) or ""


def adopt_database() -> str:
    """Make this address the home of the database; return the old one, or ""."""
    cache.delete(KEPT)
    before = Home.objects.filter(pk=1).first()
    here = place_of(settings.SITE_URL)
    Home.objects.update_or_create(pk=1, defaults={"site_url": settings.SITE_URL, "host": here.host, "port": here.port})
    return before.site_url if before else ""


def remember_home() -> None:
    """Store where this database is at home, if that is not known yet; log it if the site is quiet.

    A home at its own machine only is replaced by the first address that others know.
    """
    global said
    found = stored_home()
    if not settings.QUIET and (not found or found[0].host == THIS_MACHINE != place_of(settings.SITE_URL).host):
        adopt_database()
    if (why := why_quiet()) != said:
        said = why
        logger.warning(why or "this site is not quiet any more")
