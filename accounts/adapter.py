"""django-allauth's adapters for this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from accounts import guest_upgrade, signs
from accounts.models import User
from accounts.names import tidy

WRONG_CODE = "That code is not right. Take the newest one and try again."

NO_PASSKEY = "That is no passkey of this account. Try again, or sign in with your password."


class AccountAdapter(DefaultAccountAdapter):
    """Tidies names before validation, and never invents one."""

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
        """Count wrong passwords separately for a browser that the person has used lately, so that strangers cannot lock it out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{signs.known_browser(credentials.get('email', ''), request)}"

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        guest_upgrade.come_along(request, user)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Explains in this site's words why a second factor was refused."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": WRONG_CODE,
        "add_email_blocked": "Confirm the address that you have first; then you may change it.",
        "unverified_email": "Confirm your e-mail address first, by the link in our letter; then come back here.",
        "cannot_generate_recovery_codes": "Codes for emergencies go with an app or a passkey. Set up one of them first.",
        "cannot_delete_authenticator": "You need this to sign in.",
    }

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return the name that is suggested for a new passkey."""
        return f"Passkey {Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1}"
