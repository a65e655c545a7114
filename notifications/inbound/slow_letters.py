"""Count letters that were slow to read, and block senders with too many.

A verified letter counts against its sender if that is a member, else against the sender's whole domain, whose owner can create
any number of strangers. An unverified letter counts against the server that sent it, and blocks only unverified ones. So no
forged letter silences the person it names.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.db.models import QuerySet
from django.utils import timezone

from accounts import services as people
from core.prepared import MOMENT, Blank, Prepared
from notifications.models import LetterIn

from . import auth_results

A_WHILE, ENOUGH = timedelta(hours=1), 3
"""After ENOUGH slow letters within A_WHILE, further letters of the same sender are not read."""
MAX_HOPS = 5
CLIENT = re.compile(r"\[(?:ipv6:)?([0-9a-f.:]{2,45})\]")


def answers_for(letter: LetterIn) -> str:
    """Return the sender to blame for a slow letter: an address, "@" and a domain, or a server's IP address; "" if unknown."""
    lines = auth_results.header_lines(bytes(letter.raw))
    if letter.auth != LetterIn.Auth.PASS:
        return relay(lines)
    writer = auth_results.writer(lines)
    return writer[:254] if not writer or people.member_at(writer) else f"@{writer.rpartition('@')[2]}"


def relay(lines: list[tuple[str, str]]) -> str:
    """Return the outside server that sent a letter to ours, by the topmost trace lines, which the sender cannot forge."""
    hops = [value for name, value in lines if name == "received"][:MAX_HOPS]
    outside = next((address for hop in hops for address in clients(hop) if address.is_global), None)
    if isinstance(outside, IPv6Address):
        return str(IPv6Network((outside, 64), strict=False))  # one host may use any number of addresses in its network
    return str(outside or "")


def clients(hop: str) -> Iterator[IPv4Address | IPv6Address]:
    for text in CLIENT.findall(hop):
        try:
            yield ip_address(text)
        except ValueError:
            continue


def too_many_before(letter: LetterIn) -> bool:
    since = timezone.now() - A_WHILE
    if not any_slow(since):
        return False
    sender = answers_for(letter)
    return bool(sender) and LetterIn.objects.filter(received_at__gt=since, slow_by=sender).count() >= ENOUGH


@Prepared.of(MOMENT)
def any_slow(since: Blank) -> QuerySet[LetterIn, int]:
    return LetterIn.objects.filter(received_at__gt=since).exclude(slow_by="").values_list("pk", flat=True)[:1]
