"""Create guests and accounts, and look them up."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib.auth import login, update_session_auth_hash
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.account_deletion import leave
from accounts.models import TAKEN, User
from accounts.names import BEINGS, MOODS
from accounts.time_zones import zone_or_utc

BACKEND = "accounts.backends.AuthenticationBackend"


class TooMany(Exception):
    """Raised if something was requested too often. The message is for readers."""


@contextmanager
def naming(name: str, but: User | None = None) -> Iterator[None]:
    """Guard the saving of a name. Raise ValidationError if another person has taken a look-alike name meanwhile."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        alike = User.objects.looking_like(name)
        if (alike.exclude(pk=but.pk) if but else alike).exists():
            raise ValidationError({"name": TAKEN}) from None
        raise


def make_guest(time_zone: str = "UTC") -> User:
    """Create a guest with a generated name, without address and password."""
    while True:
        try:
            with naming(name := made_up_name()):
                return User.objects.create_user(name=name, is_guest=True, time_zone=zone_or_utc(time_zone))
        except ValidationError:
            continue  # another guest took the name first


def made_up_name() -> str:
    """Return a random name that nobody has or recently had."""
    while True:
        name = f"{secrets.choice(MOODS)} {secrets.choice(BEINGS)} {secrets.randbelow(9000) + 1000}"
        if not User.objects.is_taken(name):
            return name


def user_of(request: HttpRequest) -> User:
    """Return the signed-in user. Raise PermissionDenied if nobody is signed in."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def person_at(request: HttpRequest) -> User:
    """Return the signed-in user, or create a guest and sign them in. Raise TooMany."""
    if request.user.is_authenticated:
        return request.user
    if not ratelimit.consume(request, action="guest"):
        raise TooMany("Many guests came from your network just now. Please sign up, or try again in an hour.")
    guest = make_guest(request.POST.get("time_zone", "UTC"))
    login(request, guest, backend=BACKEND)
    UserSession.objects.create_from_request(request)  # the library records only sessions that it has opened itself
    return guest


def keep_guest(request: HttpRequest, guest: User, email: str, name: str, password: str) -> None:
    """Turn a guest into an account, which is complete once they confirm the address. Raise TooMany or ValidationError.

    Only the letter, never the page, shows whether the address already has an account.
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
    row = EmailAddress.objects.select_related("user").filter(email__iexact=email, verified=True).first()
    member: User | None = row and row.user
    return member


def lock_user(user: User) -> None:
    """Lock the user's row until the end of the transaction."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


@transaction.atomic
def open_by_letter(email: str, name: str = "") -> User:
    """Create and return an account without password for a person who has proved by letter that the address is theirs.

    An unconfirmed sign-up loses the address. Without `name`, a name is generated. Raise ValidationError if the name is refused.
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
    """Delete unconfirmed sign-ups with the address, because nobody has shown that it is theirs."""
    asked = EmailAddress.objects.filter(email__iexact=email, verified=False).values("user")
    for user in User.objects.filter(pk__in=asked, email__iexact=email, last_login=None, is_staff=False):
        if not EmailAddress.objects.filter(user=user, verified=True).exists():
            leave(user, holds_name=False)
