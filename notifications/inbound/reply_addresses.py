"""Create and find reply addresses. An address is made for one letter to one person, and valid until it expires or is revoked."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from core.prepared import NUMBER, TEXT, Blank, Prepared, PreparedInsert, PreparedUpdate
from notifications import addresses
from notifications.models import ReplyAddress

LIVES, USES = timedelta(days=60), 20
written = PreparedInsert(ReplyAddress)


def new_row(user: User | None, purpose: str, facts: Mapping[str, object], lives: timedelta = LIVES, uses: int = USES) -> ReplyAddress:
    """Create a reply address for one letter. The address's ident also makes the key of the letter's links."""
    expires = timezone.now() + lives
    row = ReplyAddress(ident=addresses.new_ident(), user=user, purpose=purpose, facts=facts, expires_at=expires, uses_left=uses)
    written(row)
    return row


def renew_address(row: ReplyAddress) -> ReplyAddress:
    row.expires_at, row.uses_left, row.revoked = timezone.now() + LIVES, USES, False
    row.save(update_fields=["expires_at", "uses_left", "revoked"])
    return row


def new_address(user: User, purpose: str, facts: Mapping[str, object]) -> str:
    """Return the local part of a new address that takes the user's replies; "" if the site takes no letters."""
    return reply_address(new_row(user, purpose, facts)) if settings.REPLY_DOMAIN else ""


def reply_address(row: ReplyAddress) -> str:
    return addresses.mint(addresses.REPLY, row.ident) if settings.REPLY_DOMAIN else ""


def link_key(row: ReplyAddress) -> str:
    """Return the key for links in the letter. The key cannot be guessed from the reply address."""
    return addresses.mint(addresses.LINK, row.ident)


def find_by_key(key: str) -> ReplyAddress | None:
    known = addresses.verify(key, (addresses.LINK,))
    return by_ident.first(known[1]) if known else None


@Prepared.of(TEXT)
def by_ident(ident: Blank) -> QuerySet[ReplyAddress]:
    return ReplyAddress.objects.select_related("user").filter(ident=ident)


def receipts_since(user: Blank | int, purpose: Blank | str, since: Blank | datetime) -> QuerySet[Any]:
    """Return the facts of the user's reply addresses for a purpose that were made for receipts since the given time."""
    rows = ReplyAddress.objects.filter(user=user, purpose=purpose, made_at__gte=since)
    return rows.exclude(facts__receipt="").values_list("facts", flat=True)


@PreparedUpdate.of(NUMBER)
def use_up(pk: Blank) -> tuple[QuerySet[ReplyAddress], dict[str, Any]]:
    """Subtract one from the remaining uses, if any are left."""
    return ReplyAddress.objects.filter(pk=pk, uses_left__gt=0), {"uses_left": F("uses_left") - 1}


def revoke_all(user: User) -> None:
    ReplyAddress.objects.filter(user=user).update(revoked=True)


def is_dead(address: ReplyAddress) -> str:
    """Return why the address is no longer valid, or ""."""
    if address.revoked:
        return "revoked"
    if address.expires_at <= timezone.now():
        return "expired"
    return "" if address.uses_left else "used-up"
