"""Signing in with a passkey."""

from typing import Any

from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.http import HttpResponse

from accounts import guest_upgrade


class SignInByPasskey(LoginWebAuthnView):
    """Sign in with a passkey alone; a guest's data moves to the account."""

    def form_valid(self, form: Any) -> HttpResponse:
        guest_upgrade.stand_aside(self.request)
        response: HttpResponse = super().form_valid(form)
        return response


sign_in = SignInByPasskey.as_view()
