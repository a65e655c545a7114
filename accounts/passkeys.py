"""Sign in with passkeys. The libraries fail on malformed credentials, so the forms validate the structure first."""

import struct
from typing import Any

from allauth.mfa.webauthn import forms as library
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django import forms
from django.http import HttpResponse
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from accounts import account_deletion
from accounts.adapter import NO_PASSKEY
from accounts.forms import NameField

LONGEST_NAME = 40
LONGEST_CREDENTIAL = 20_000
"""Maximum length of a credential in characters. A credential with its maker's certificates has a few thousand."""
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error)
"""Exceptions that the library's parsers raise for malformed input."""


class CredentialField(forms.JSONField):
    """A form field for a passkey's credential, as sent by a browser. Raise ValidationError for anything else."""

    def __init__(self, kind: type[RegistrationResponse] | type[AuthenticationResponse]) -> None:
        super().__init__(widget=forms.HiddenInput, error_messages={"required": NO_PASSKEY, "invalid": NO_PASSKEY})
        self.kind = kind

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LONGEST_CREDENTIAL:
            raise forms.ValidationError(NO_PASSKEY)
        try:
            credential = super().to_python(value)
            if credential is not None:
                self.kind.from_dict(credential)
        except UNREADABLE:
            raise forms.ValidationError(NO_PASSKEY) from None
        return credential


class AddForm(library.AddWebAuthnForm):
    """Form to add a passkey. Unless `passwordless` is ticked, the passkey is only a second factor besides the password."""

    name = NameField(max_length=LONGEST_NAME, required=False, help_text="A word that tells you later where it is kept.")
    credential = CredentialField(RegistrationResponse)
    passwordless = forms.BooleanField(
        label="Sign in with it alone",
        required=False,
        initial=True,
        help_text="It then needs your finger, your face or a number. Without the tick it is asked for after your password.",
    )


class RenameForm(library.EditWebAuthnForm):
    name = NameField(max_length=LONGEST_NAME)


class SignInForm(library.LoginWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class SecondFactorForm(library.AuthenticateWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class ReauthenticateForm(library.ReauthenticateWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class SignIn(LoginWebAuthnView):
    """View to sign in with a passkey alone; a guest's data moves to the account."""

    def form_valid(self, form: Any) -> HttpResponse:
        account_deletion.stand_aside(self.request)
        response: HttpResponse = super().form_valid(form)
        return response


sign_in = SignIn.as_view()
