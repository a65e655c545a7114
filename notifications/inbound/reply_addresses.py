"""Reply addresses as rows: made for one letter to one person, worth what its purpose says, dead when anything is odd."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from core.prepared import MOMENT, NUMBER, TEXT, Blank, Prepared, PreparedInsert
from notifications import addresses
from notifications.models import ReplyAddress

LIVES, USES = timedelta(days=60), 20
written = PreparedInsert(ReplyAddress)


def new_row(user: User | None, purpose: str, facts: dict, lives: timedelta = LIVES, uses: int = USES) -> ReplyAddress:
    """A new address for one letter; it serves as the key of the links in that letter too."""
    row = ReplyAddress(
        ident=addresses.new_ident(), user=user, purpose=purpose, facts=facts, expires_at=timezone.now() + lives, uses_left=uses
    )
    written(row)
    return row


def renew_address(row: ReplyAddress) -> ReplyAddress:
    """As good as new."""
    row.expires_at, row.uses_left, row.revoked = timezone.now() + LIVES, USES, False
    row.save(update_fields=["expires_at", "uses_left", "revoked"])
    return row


def new_address(user: User, purpose: str, facts: dict) -> str:
    """The local part of a new address that takes this person's answers; "" where letters cannot come in."""
    return reply_address(new_row(user, purpose, facts)) if settings.REPLY_DOMAIN else ""


def reply_address(row: ReplyAddress) -> str:
    return addresses.mint(addresses.REPLY, row.ident) if settings.REPLY_DOMAIN else ""


def link_key(row: ReplyAddress) -> str:
    """What stands in links of that letter. Who knows the reply address still does not know this."""
    return addresses.mint(addresses.LINK, row.ident)


def find_by_key(key: str) -> ReplyAddress | None:
    known = addresses.verify(key, (addresses.LINK,))
    return find_address(known[1]) if known else None


def find_address(ident: str) -> ReplyAddress | None:
    return ReplyAddress.objects.select_related("user").filter(ident=ident).first()


@Prepared.of(NUMBER, TEXT, MOMENT)
def receipts_since(user: Blank, purpose: Blank, since: Blank) -> QuerySet[Any]:
    """What the addresses were for that this person got for this purpose since then with answers to letters of theirs."""
    made = ReplyAddress.objects.filter(user=user, purpose=purpose, made_at__gte=since)
    return made.exclude(facts__receipt="").values_list("facts", flat=True)


def lock_address(address: ReplyAddress) -> ReplyAddress:
    """The same row as it is now; until the end of the transaction nobody else changes it."""
    return ReplyAddress.objects.select_for_update().get(pk=address.pk)


def use_up(address: ReplyAddress) -> bool:
    """One use less; False when there was none left."""
    return ReplyAddress.objects.filter(pk=address.pk, uses_left__gt=0).update(uses_left=F("uses_left") - 1) == 1


def revoke_all(user: User) -> None:
    """After a change of password or address no old letter is worth anything."""
    ReplyAddress.objects.filter(user=user).update(revoked=True)


def is_dead(address: ReplyAddress) -> str:
    """Why this address is not worth anything any more, or ""."""
    if address.revoked:
        return "revoked"
    if address.expires_at <= timezone.now():
        return "expired"
    return "" if address.uses_left else "used-up"
