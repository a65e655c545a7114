"""What a site still lacks to send letters and to take answers: settings, connections and DNS, each in one sentence."""

import smtplib
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from django.conf import settings
from django.core.mail import get_connection


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `state` is ok, missing or off (not set up, and nothing is wrong with that)."""

    what: str
    state: str
    sentence: str


def examine() -> Iterator[Finding]:
    """Everything, in the order in which one would set it up."""
    if settings.MAILBOX:
        yield Finding("mode", "off", "This site runs on one machine: letters lie at /mailbox/ and nothing is sent.")
        return
    yield relay()
    yield from sender(settings.MAIL_DOMAIN)
    if not settings.REPLY_DOMAIN:
        yield Finding("answers", "off", "REPLY_DOMAIN is not set: letters take no answers.")
        return
    yield from answers(settings.REPLY_DOMAIN)


def relay() -> Finding:
    """Does the relay let us in? Nothing is sent."""
    connection = get_connection()
    try:
        connection.open()
        connection.close()
    except (smtplib.SMTPException, OSError) as error:
        return Finding("relay", "missing", f"The relay of EMAIL_URL cannot be reached: {type(error).__name__}.")
    return Finding("relay", "ok", "The relay of EMAIL_URL lets us in.")


def sender(domain: str) -> Iterator[Finding]:
    """What receivers look at before they believe a letter from this domain."""
    yield spf(domain)
    dmarc = [text for text in texts(f"_dmarc.{domain}") if text.startswith("v=DMARC1")]
    yield (
        Finding("DMARC", "ok", f"_dmarc.{domain} says: {dmarc[0][:60]}")
        if dmarc
        else Finding("DMARC", "missing", f"There is no DMARC record: put “v=DMARC1; p=none” at _dmarc.{domain}.")
    )
    yield Finding("DKIM", "off", "Whether your relay signs with DKIM shows in the headers of a letter that arrived.")


def answers(domain: str) -> Iterator[Finding]:
    """What it takes for answers to come in and to be believed."""
    yield (
        Finding("MX", "ok", f"{domain} has a mail server.")
        if records(domain, "MX")
        else Finding("MX", "missing", f"{domain} has no MX record, so no answer can come in.")
    )
    yield spf(domain)
    yield door()
    yield (
        Finding("AUTHSERV_ID", "ok", "Answers that your mail server vouches for are played.")
        if settings.AUTHSERV_ID
        else Finding("AUTHSERV_ID", "missing", "AUTHSERV_ID is not set: every answer is held until its writer confirms it.")
    )


def spf(domain: str) -> Finding:
    found = [text for text in texts(domain) if text.startswith("v=spf1")]
    if len(found) == 1:
        return Finding("SPF", "ok", f"{domain} says: {found[0][:60]}")
    return Finding("SPF", "missing", f"{domain} needs exactly one SPF record that allows your relay; it has {len(found)}.")


def door() -> Finding:
    """Does the receiver listen?"""
    if not settings.LETTERS_IN:
        return Finding("receiver", "missing", "LETTERS_IN is not set, so nothing listens for answers.")
    parts = urlsplit(settings.LETTERS_IN)
    try:
        socket.create_connection((parts.hostname, parts.port or 8024), timeout=3).close()
    except OSError:
        return Finding("receiver", "missing", "Nothing listens at LETTERS_IN: start manage.py receive_letters.")
    return Finding("receiver", "ok", "The receiver listens.")


def texts(name: str) -> list[str]:
    return [b"".join(record.strings).decode("ascii", "replace") for record in records(name, "TXT")]


def records(name: str, kind: str) -> list:
    """The records of a name; none where there are none, or where nobody answers."""
    try:
        return list(dns.resolver.resolve(name, kind, lifetime=5))
    except (dns.exception.DNSException, OSError):
        return []
