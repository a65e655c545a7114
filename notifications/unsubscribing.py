"""What people do not want to be told any more, and the link in each letter that says so without signing in."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from accounts.models import User

from .kinds import CATEGORIES, KINDS
from .models import Notice, Stop
from .telling import Telling

signer = Signer(salt="stop letters", algorithm="sha1", sep=".")
"""SHA-1 as an HMAC, which is sound, and short enough for the address to stay on one line of the header."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose letters a token is about, and which: a member, or somebody at an address."""

    user: User | None
    address: str
    category: str


def unsubscribe_link(notice: Notice | Telling) -> str:
    """The address that turns letters of this category off, for the person of this notice. It holds for ever: nothing is kept for it."""
    who = notice.user.pk if notice.user else f"a{urlsafe_base64_encode(notice.address.lower().encode())}"
    return settings.SITE_URL + unsubscribe_path(f"{who}-{category_of(notice)}")


@lru_cache(maxsize=1024)
def unsubscribe_path(of: str) -> str:
    """Where that is on the site. A letter has it in its foot and in its heading, and a person's next letter has it again."""
    return reverse("notifications:stop", args=[signer.sign(of)])


def read_token(token: str) -> Reader | None:
    """Whom a token of ours is about; None for any other, and for who is no longer here."""
    try:
        text = signer.unsign(token)
    except BadSignature:
        return None
    who, _, of = text.rpartition("-")
    if not who:  # from letters that went before links held for ever
        notice = Notice.objects.select_related("user").filter(pk=text).first()
        return Reader(notice.user, notice.address, category_of(notice)) if notice else None
    if of not in CATEGORIES:
        return None
    if who.startswith("a"):
        return Reader(None, urlsafe_base64_decode(who[1:]).decode(), of)
    user = get_user_model().objects.filter(pk=who).first()
    return Reader(user, "", of) if user else None


def category_of(notice: Notice | Telling) -> str:
    """What the person of this notice may switch off with it."""
    kind = KINDS.get(notice.kind)
    return kind.category if kind else "turns"


def stops_of(notice: Telling | Notice | Reader) -> dict:
    """The fields by which this person has stops."""
    return {"user": notice.user, "address": ""} if notice.user else {"user": None, "address": notice.address.lower()}


def is_stopped(notice: Telling, category: str) -> bool:
    """Has this person asked for no such letters, or for none at all?"""
    if notice.user and not notice.user.gets_letters:
        return True
    return is_category_stopped(notice, category)


def is_category_stopped(notice: Telling | Notice | Reader, category: str) -> bool:
    """Has this person switched off letters of this category? What a member stopped may have been read with their row."""
    if notice.user:
        return any(stop.category == category for stop in notice.user.stops.all())
    return Stop.objects.filter(category=category, **stops_of(notice)).exists()


def stop(notice: Notice | Reader, category: str, by: str) -> None:
    """No more of these. Saying it twice is as good as once."""
    Stop.objects.get_or_create(category=category, **stops_of(notice), defaults={"by": by})


def resume(notice: Notice | Reader, category: str) -> None:
    """These again, please."""
    Stop.objects.filter(category=category, **stops_of(notice)).delete()
