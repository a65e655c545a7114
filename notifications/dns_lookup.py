"""What DNS says about a name."""

import dns.exception
import dns.resolver

SECONDS = 5


def records(name: str, kind: str) -> list:
    """The records of a name; none where there are none, or where nobody answers."""
    try:
        return list(dns.resolver.resolve(name, kind, lifetime=SECONDS))
    except (dns.exception.DNSException, OSError):
        return []


def is_answered(name: str) -> bool:
    """Does anybody answer what is asked about this name, were it only that there is none?"""
    try:
        dns.resolver.resolve(name, "SOA", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return True
    except (dns.exception.DNSException, OSError):
        return False
    return True


def texts(name: str) -> list[str]:
    """What the TXT records of a name say, each as one string."""
    return [b"".join(record.strings).decode("ascii", "replace") for record in records(name, "TXT")]
