"""Adapters of the account library for this site, and receivers of signals about accounts, names and sessions."""

from collections.abc import Collection
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_reset, password_set
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import account_deletion, former_names, signs
from accounts.models import User
from accounts.names import tidy
from accounts.signs import browser_name, network

WRONG_CODE = "That code is not right. Take the newest one and try again."
NO_PASSKEY = "That is no passkey of this account. Try again, or sign in with your password."


class AccountAdapter(DefaultAccountAdapter):
    """Adapter for sign-up and sign-in: tidies names before validation, and never generates a name."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": "Somebody here goes by that name already.",
        "email_password_mismatch": "The address or the password is wrong. Check both, or ask for a new password.",
        "enter_current_password": "Type the password that you have now.",
        "incorrect_password": "That is not your password. Look at it again.",
        "incorrect_code": WRONG_CODE,
        "too_many_login_attempts": "That was tried too often. Wait five minutes, then try again, or ask for a new password.",
        "email_taken": "Somebody here has that address already.",
        "duplicate_email": "That address stands on this page already.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(tidy(username), shallow=shallow)
        if not shallow:
            User.objects.must_be_free(name)
        return name

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key of a login limit. Recently used browsers have their own keys, so that strangers cannot lock them out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{signs.known_browser(credentials.get('email', ''), request)}"

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        account_deletion.come_along(request, user)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Adapter for second factors, with this site's error messages."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": WRONG_CODE,
        "add_email_blocked": "Confirm the address that you have first; then you may change it.",
        "unverified_email": "Confirm your e-mail address first, by the link in our letter; then come back here.",
        "cannot_generate_recovery_codes": "Codes for emergencies go with an app or a passkey. Set up one of them first.",
        "cannot_delete_authenticator": "You need this to sign in.",
    }

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return the suggested name of a new passkey."""
        return f"Passkey {Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1}"


# -- signals --------------------------------------------------------------------------------------------
@receiver(email_confirmed)
def guest_becomes_a_person(sender: object, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Turn a guest who has confirmed an address into a full account."""
    user = email_address.user
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])


@receiver([password_changed, password_reset, password_set])
def keys_end_with_the_password(sender: object, user: User, **_kwargs: Any) -> None:
    """Revoke all API keys when the password changes, because whatever exposed the password may have exposed the keys."""
    user.keys.all().delete()


@receiver(pre_save, sender=User)
def hold_the_former_name(sender: object, instance: User, update_fields: Collection[str] | None, **_kwargs: Any) -> None:
    """Hold the name that a person gives up, whichever page changed it."""
    if instance.pk is None or (update_fields is not None and "name" not in update_fields):
        return
    old = User.objects.filter(pk=instance.pk).values_list("name", flat=True).first()
    if old is not None and old != instance.name:
        former_names.note_change(instance, old)


@receiver(pre_save, sender=UserSession)
def keep_little(sender: object, instance: UserSession, **_kwargs: Any) -> None:
    """Store the network instead of the IP address, and the browser's name instead of its User-Agent header."""
    instance.ip = network(instance.ip)
    if "/" in instance.user_agent or not instance.user_agent:
        instance.user_agent = browser_name(instance.user_agent)
