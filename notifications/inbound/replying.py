"""Reply addresses as rows: made for one letter to one person, worth what its purpose says, dead when anything is odd."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from notifications.models import ReplyAddress

from . import addresses

LIVES = timedelta(days=60)


def new_address(user, purpose: str, facts: dict) -> str:
    """The local part of a new address that takes this person's answers; "" where letters cannot come in."""
    if not settings.REPLY_DOMAIN:
        return ""
    row = ReplyAddress.objects.create(
        ident=addresses.new_ident(), user=user, purpose=purpose, facts=facts, expires_at=timezone.now() + LIVES
    )
    return addresses.mint(addresses.REPLY, row.ident)


def find(ident: str) -> ReplyAddress | None:
    return ReplyAddress.objects.select_related("user").filter(ident=ident).first()


def use_up(address: ReplyAddress) -> bool:
    """One use less; False when there was none left."""
    return ReplyAddress.objects.filter(pk=address.pk, uses_left__gt=0).update(uses_left=F("uses_left") - 1) == 1


def revoke_all(user) -> None:
    """After a change of password or address no old letter is worth anything."""
    ReplyAddress.objects.filter(user=user).update(revoked=True)
