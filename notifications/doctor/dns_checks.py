"""Check the DNS records that other servers need to trust the site's letters and to deliver replies."""

import re
from collections.abc import Iterator
from ipaddress import ip_address

import dns.reversename
from django.conf import settings

from notifications import dns_lookup
from notifications.doctor import Finding, checked


def of_sender(domain: str) -> Iterator[Finding]:
    """Check the records that receivers consult before they trust a letter from the domain, except DKIM, which needs a letter to check."""
    if not dns_lookup.is_answered(domain):
        yield nobody_answers(domain)
        return
    yield spf(domain)
    yield dmarc(domain)


def of_answers(domain: str) -> Iterator[Finding]:
    """Check the records that mail servers consult to deliver a reply."""
    if not dns_lookup.is_answered(domain):
        yield nobody_answers(domain)
        return
    hosts = [str(record.exchange).rstrip(".") for record in dns_lookup.records(domain, "MX")]
    reached = [host for host in hosts if addresses(host)]
    if not hosts:
        yield Finding("MX", "missing", f"{domain} has no MX record, so no answer can come in: let one name your mail server.")
    else:
        yield checked("MX", bool(reached), f"Answers go to {', '.join(reached)}.", f"{domain} points to {hosts[0]}, which has no address.")
    yield spf(domain)
    if reached and settings.LETTERS_IN:  # our own mail server; a provider takes care of its own servers
        yield reverse(reached[0])


def nobody_answers(domain: str) -> Finding:
    why = "ask from a machine whose resolver works, or look after the name servers of the domain"
    return Finding("DNS", "missing", f"No name server answers about {domain}, so nothing is known of it: {why}.")


def spf(domain: str) -> Finding:
    """Check a domain's SPF record. The reply domain needs a record, too, because the bounce address of each letter is there."""
    records = [text for text in dns_lookup.texts(domain) if text.lower().startswith("v=spf1")]
    example = "such as “v=spf1 mx -all” where its MX is your relay"
    missing = f"{domain} needs exactly one SPF record that allows your relay, {example}; it has {len(records)}."
    if len(records) == 1 and re.search(r"(^| )[+]?all\b", records[0].lower()):
        return Finding("SPF", "missing", f"The SPF record of {domain} allows everybody: let it end in -all.")
    return checked("SPF", len(records) == 1, f"{domain} says: {' '.join(records)[:60]}", missing)


def dmarc(domain: str) -> Finding:
    """Check DMARC: the domain's own record, or the parent domain's record, which also covers the domain."""
    above = domain.partition(".")[2]
    names = [domain, above] if "." in above else [domain]
    records = [(name, text) for name in names for text in dns_lookup.texts(f"_dmarc.{name}") if text.startswith("v=DMARC1")]
    if not records:
        return Finding("DMARC", "missing", f"There is no DMARC record: put “v=DMARC1; p=none” at _dmarc.{domain}.")
    return Finding("DMARC", "ok", f"_dmarc.{records[0][0]} says: {records[0][1][:60]}")


def reverse(host: str) -> Finding:
    """Check that each IP address of the server has a reverse name (PTR) that leads back to the same address."""
    for address in addresses(host):
        name = next((str(record.target) for record in dns_lookup.records(str(dns.reversename.from_address(address)), "PTR")), "")
        if not name:
            missing = f"{address} of {host} has no reverse name (PTR): the provider of the address can set it."
            return Finding("reverse name", "missing", missing)
        if address not in addresses(name):
            return Finding("reverse name", "missing", f"The reverse name of {address} is {name}, which is not at that address.")
    return Finding("reverse name", "ok", f"The address of {host} has a name that leads back to it.")


def addresses(host: str) -> list[str]:
    """Return the IP addresses of a host name; for an IP address, return the address itself."""
    try:
        return [str(ip_address(host))]
    except ValueError:
        return [record.address for kind in ("A", "AAAA") for record in dns_lookup.records(host, kind)]
