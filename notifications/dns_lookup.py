"""Look up DNS records."""

from typing import Any

import dns.exception
import dns.resolver

SECONDS = 5


def records(name: str, kind: str) -> list[Any]:
    """Return a name's DNS records of the given kind; [] if there are none or no server answers."""
    try:
        return list(dns.resolver.resolve(name, kind, lifetime=SECONDS))
    except (dns.exception.DNSException, OSError):
        return []


def is_answered(name: str) -> bool:
    """Return whether any DNS server answers for a name, even if there is no record."""
    try:
        dns.resolver.resolve(name, "SOA", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return True
    except (dns.exception.DNSException, OSError):
        return False
    return True


def texts(name: str) -> list[str]:
    return [b"".join(record.strings).decode("ascii", "replace") for record in records(name, "TXT")]
