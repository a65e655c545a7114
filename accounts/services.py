"""What can be done about people."""

import secrets

from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib.auth import login, update_session_auth_hash
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.time_zones import time_zones

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
MOODS = ("Merry", "Sly", "Salty", "Jolly", "Quiet", "Bold", "Lucky", "Rusty", "Stout", "Weary")
BEINGS = ("Gull", "Parrot", "Otter", "Pelican", "Barnacle", "Heron", "Mackerel", "Lobster", "Turtle", "Cormorant")


class TooMany(Exception):
    """The same thing was asked for too often; its text is for people."""


def make_guest(time_zone: str = "UTC") -> User:
    """Someone who just wants to play: a name, no address, no password."""
    while True:
        name = f"{secrets.choice(MOODS)} {secrets.choice(BEINGS)} {secrets.randbelow(9000) + 1000}"
        if not User.objects.filter(name=name).exists():
            break
    known = time_zone if time_zone in time_zones() else "UTC"
    return User.objects.create_user(name=name, is_guest=True, time_zone=known)


def person_at(request) -> User:
    """Whoever is signed in at this browser; a new guest, signed in, when nobody is."""
    if request.user.is_authenticated:
        return request.user
    if not ratelimit.consume(request, action="guest"):
        raise TooMany("Many guests came from your network just now. Please sign up, or try again in an hour.")
    guest = make_guest(request.POST.get("time_zone", "UTC"))
    login(request, guest, backend=BACKEND)
    return guest


def keep_guest(request, guest: User, email: str, name: str, password: str) -> None:
    """Make an account of a guest: theirs from now on, finished when they confirm the address by letter.

    Nobody learns here whether an address has an account: the same page follows, only the letter differs.
    """
    if not ratelimit.consume(request, action="keep", user=guest):
        raise TooMany("We sent you several letters already. Please look for them, or try again in an hour.")
    others = [user for user in filter_users_by_email(email) if user.pk != guest.pk]
    if others:
        get_adapter(request).send_account_already_exists_mail(email)
        return
    with transaction.atomic():
        guest.name = name
        guest.set_password(password)
        guest.save(update_fields=["name", "password"])
        EmailAddress.objects.filter(user=guest).delete()
        address = EmailAddress.objects.create(user=guest, email=email)
    update_session_auth_hash(request, guest)
    address.send_confirmation(request, signup=True)


def saw(user: User) -> None:
    """Remember that someone was here today; guests who stay away for long are forgotten."""
    User.objects.filter(pk=user.pk).update(last_seen=timezone.now().date())
