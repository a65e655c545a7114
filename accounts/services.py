"""What can be done about people."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib.auth import login, update_session_auth_hash
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.account_deletion import leave
from accounts.models import TAKEN, User
from accounts.time_zones import time_zones

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
MOODS = ("Merry", "Sly", "Salty", "Jolly", "Quiet", "Bold", "Lucky", "Rusty", "Stout", "Weary")
BEINGS = ("Gull", "Parrot", "Otter", "Pelican", "Barnacle", "Heron", "Mackerel", "Lobster", "Turtle", "Cormorant")


class TooMany(Exception):
    """The same thing was asked for too often; its text is for people."""


@contextmanager
def naming(name: str, but: User | None = None) -> Iterator[None]:
    """Write a row with this name: another person who took one like it since it was looked at, was first. Then raises ValidationError."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        if User.objects.looking_like(name).exclude(pk=but and but.pk).exists():
            raise ValidationError({"name": TAKEN}) from None
        raise


def make_guest(time_zone: str = "UTC") -> User:
    """Someone who just wants to play: a name, no address, no password."""
    known = time_zone if time_zone in time_zones() else "UTC"
    while True:
        try:
            with naming(name := made_up_name()):
                return User.objects.create_user(name=name, is_guest=True, time_zone=known)
        except ValidationError:
            continue  # somebody else had the same luck


def made_up_name() -> str:
    """One that nobody has, nor one that looks like it."""
    while True:
        name = f"{secrets.choice(MOODS)} {secrets.choice(BEINGS)} {secrets.randbelow(9000) + 1000}"
        if not User.objects.looking_like(name).exists():
            return name


def user_of(request: HttpRequest) -> User:
    """Who is signed in at this browser, for pages that nobody else sees. Raises PermissionDenied for anybody else."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def person_at(request: HttpRequest) -> User:
    """The one who is signed in at this browser; a new guest, signed in, when nobody is."""
    if request.user.is_authenticated:
        return request.user
    if not ratelimit.consume(request, action="guest"):
        raise TooMany("Many guests came from your network just now. Please sign up, or try again in an hour.")
    guest = make_guest(request.POST.get("time_zone", "UTC"))
    login(request, guest, backend=BACKEND)
    return guest


def keep_guest(request: HttpRequest, guest: User, email: str, name: str, password: str) -> None:
    """Make an account of a guest: theirs from now on, finished when they confirm the address by letter.

    Nobody learns here whether an address has an account: the same page follows, only the letter differs. Raises TooMany, and
    ValidationError when somebody else was faster to take the name.
    """
    if not ratelimit.consume(request, action="keep", user=guest):
        raise TooMany("We sent you several letters already. Please look for them, or try again in an hour.")
    others = [user for user in filter_users_by_email(email) if user.pk != guest.pk]
    if others:
        get_adapter(request).send_account_already_exists_mail(email)
        return
    with naming(name, guest):
        guest.name = name
        guest.set_password(password)
        guest.save(update_fields=["name", "password"])
        EmailAddress.objects.filter(user=guest).delete()
        address = EmailAddress.objects.create(user=guest, email=email)
    update_session_auth_hash(request, guest)
    address.send_confirmation(request, signup=True)


def member_at(email: str) -> User | None:
    """The one who has confirmed this address."""
    row = EmailAddress.objects.select_related("user").filter(email__iexact=email, verified=True).first()
    return row and row.user


def lock_user(user: User) -> None:
    """Until the end of the transaction nobody else does this with the same person."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


@transaction.atomic
def open_by_letter(email: str, name: str = "") -> User:
    """An account for anyone who has proved, by letters, that this address is theirs: without a password, which they may set by asking for
    a new one. Without a name they get one like a guest. Raises ValidationError when the name cannot be theirs.

    An account that was asked for with this address, and which nobody has ever been let into, gives it up.
    """
    forget_unconfirmed(email)
    if User.objects.filter(email__iexact=email).exists():
        raise ValidationError("No account can be opened by letter with this address. Please sign up, or sign in, on the site.")
    chosen = get_adapter().clean_username(name) if name else made_up_name()
    with naming(chosen):
        user = User.objects.create_user(email=email, name=chosen)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def forget_unconfirmed(email: str) -> None:
    """Sign-ups that wait for a letter to this address to be followed: the person who made them has not shown that it is theirs."""
    asked = EmailAddress.objects.filter(email__iexact=email, verified=False).values("user")
    for user in User.objects.filter(pk__in=asked, email__iexact=email, last_login=None, is_staff=False):
        if not EmailAddress.objects.filter(user=user, verified=True).exists():
            leave(user)


def mark_seen(user: User) -> None:
    """Remember that someone was here today; guests who stay away for long are forgotten."""
    User.objects.filter(pk=user.pk).update(last_seen=timezone.now().date())
