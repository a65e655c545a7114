"""What people do not want to be told any more, and the link in each letter that says so without signing in."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from .kinds import KINDS
from .models import Notice, Stop

signer = Signer(salt="stop letters", algorithm="sha1", sep=".")
"""SHA-1 as an HMAC, which is sound, and short enough for the address to stay on one line of the header."""


def link(notice: Notice) -> str:
    """The address that turns letters of this category off, for the person of this notice."""
    return settings.SITE_URL + reverse("notifications:stop", args=[signer.sign(notice.pk)])


def read(token: str) -> Notice | None:
    """The notice whose letter carried this token."""
    try:
        pk = int(signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return Notice.objects.select_related("user").filter(pk=pk).first()


def category(notice: Notice) -> str:
    """What the person of this notice may switch off with it."""
    kind = KINDS.get(notice.kind)
    return kind.category if kind else "turns"


def whose(notice: Notice) -> dict:
    """The fields by which the person of a notice has stops."""
    return {"user": notice.user, "address": ""} if notice.user else {"user": None, "address": notice.address.lower()}


def is_stopped(notice: Notice, category: str) -> bool:
    """Has this person asked for no such letters, or for none at all?"""
    if notice.user and not notice.user.gets_letters:
        return True
    return is_category_stopped(notice, category)


def is_category_stopped(notice: Notice, category: str) -> bool:
    """Has this person switched off letters of this category? What a member stopped may have been read with his row."""
    if notice.user:
        return any(stop.category == category for stop in notice.user.stops.all())
    return Stop.objects.filter(category=category, **whose(notice)).exists()


def stop(notice: Notice, category: str, by: str) -> None:
    """No more of these. Saying it twice is as good as once."""
    Stop.objects.get_or_create(category=category, **whose(notice), defaults={"by": by})


def resume(notice: Notice, category: str) -> None:
    """These again, please."""
    Stop.objects.filter(category=category, **whose(notice)).delete()
