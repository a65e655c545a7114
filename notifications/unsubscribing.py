"""Create and check links in letters that need no sign-in: to stop a category, to choose when letters come, and to go on leave."""

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, Signer, TimestampSigner
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from accounts.models import User

from .kinds import CATEGORIES, KINDS
from .models import Notice, Stop
from .telling import Telling


def signer() -> Signer:
    """Return the signer of unsubscribe links. HMAC with SHA-1 is secure, and short enough for a link to fit on one header line."""
    return Signer(salt="stop letters", algorithm="sha1", sep=".")


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader named by a token (a member or an address), and the category of letters."""

    user: User | None
    address: str
    category: str


def unsubscribe_link(notice: Notice | Telling) -> str:
    """Return the URL that stops letters of the notice's category for the notice's reader. The URL never expires."""
    reader = notice.user.pk if notice.user else f"a{urlsafe_base64_encode(notice.address.lower().encode())}"
    return settings.SITE_URL + unsubscribe_path(f"{reader}-{category_of(notice)}")


@lru_cache(maxsize=1024)
def unsubscribe_path(of: str) -> str:
    """Return the path of an unsubscribe URL. Cached, because each letter has the URL in the footer and in a header."""
    return reverse("notifications:stop", args=[signer().sign(of)])


def read_token(token: str) -> Reader | None:
    """Return the reader named by a token of this site; None for other tokens and deleted accounts."""
    try:
        text = signer().unsign(token)
    except BadSignature:
        return None
    reader, _, of = text.rpartition("-")
    if not reader:  # a token from before links were valid for ever
        notice = Notice.objects.select_related("user").filter(pk=text).first()
        return Reader(notice.user, notice.address, category_of(notice)) if notice else None
    if of not in CATEGORIES:
        return None
    if reader.startswith("a"):
        return Reader(None, urlsafe_base64_decode(reader[1:]).decode(), of)
    user = get_user_model().objects.filter(pk=reader).first()
    return Reader(user, "", of) if user else None


def category_of(notice: Notice | Telling) -> str:
    """Return the category of the notice, which the reader may switch off."""
    kind = KINDS.get(notice.kind)
    return kind.category if kind else "turns"


LIVES = timedelta(days=60)


def own_signer(user: User) -> TimestampSigner:
    """Return the signer of a person's links to preferences. A change of password or address invalidates the links."""
    return TimestampSigner(salt=f"own wishes {user.password} {user.signed_out} {user.email}", sep=".")


def own_token(user: User) -> str:
    return own_signer(user).sign(str(user.pk))


def owner_of(token: str) -> User | None:
    """Return the owner of a token; None for an invalid or expired token."""
    pk = token.partition(".")[0]
    user = User.objects.filter(pk=int(pk), is_active=True).first() if pk.isascii() and pk.isdecimal() and len(pk) < 18 else None
    try:
        return user if user and own_signer(user).unsign(token, max_age=LIVES) else None
    except BadSignature:
        return None


def stops_of(notice: Telling | Notice | Reader) -> dict[str, Any]:
    return {"user": notice.user, "address": ""} if notice.user else {"user": None, "address": notice.address.lower()}


def is_stopped(notice: Telling, category: str) -> bool:
    """Return whether the notice's reader has stopped letters of the category, or all letters."""
    if notice.user and not notice.user.gets_letters:
        return True
    return is_category_stopped(notice, category)


def is_category_stopped(notice: Telling | Notice | Reader, category: str) -> bool:
    """Return whether the reader has stopped the category. A member's stops may have been loaded with the member."""
    if notice.user:
        return any(stop.category == category for stop in notice.user.stops.all())
    return Stop.objects.filter(category=category, **stops_of(notice)).exists()


def stop(notice: Notice | Reader, category: str, by: str) -> None:
    Stop.objects.get_or_create(category=category, **stops_of(notice), defaults={"by": by})
