"""URLs of a person's own pages. Pages of second factors are the library's, imported late because passkeys take 10 MB per process."""

from django.urls import URLPattern, URLResolver, include, path

from accounts import views
from core.web import late

MFA = "allauth.mfa"
second_factor: list[URLPattern | URLResolver] = [
    path("", late(f"{MFA}.base.views.index"), name="mfa_index"),
    path("authenticate/", late(f"{MFA}.base.views.authenticate"), name="mfa_authenticate"),
    path("reauthenticate/", late(f"{MFA}.base.views.reauthenticate"), name="mfa_reauthenticate"),
    path("totp/", include("allauth.mfa.totp.urls")),
    path("recovery-codes/", include("allauth.mfa.recovery_codes.urls")),
    path("webauthn/", late(f"{MFA}.webauthn.views.list_webauthn"), name="mfa_list_webauthn"),
    path("webauthn/add/", late(f"{MFA}.webauthn.views.add_webauthn"), name="mfa_add_webauthn"),
    path("webauthn/login/", late("accounts.passkeys.sign_in"), name="mfa_login_webauthn"),
    path("webauthn/reauthenticate/", late(f"{MFA}.webauthn.views.reauthenticate_webauthn"), name="mfa_reauthenticate_webauthn"),
    path("webauthn/keys/<int:pk>/remove/", late(f"{MFA}.webauthn.views.remove_webauthn"), name="mfa_remove_webauthn"),
    path("webauthn/keys/<int:pk>/edit/", late(f"{MFA}.webauthn.views.edit_webauthn"), name="mfa_edit_webauthn"),
]

urlpatterns = [
    path("signup/", views.sign_up, name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("profile/", views.profile, name="profile"),
    path("2fa/", include(second_factor)),
    path("sessions/", views.Sessions.as_view(), name="sessions"),
    path("keep/", views.keep, name="keep"),
    path("no-banner/", views.put_banner_away, name="put_banner_away"),
    path("leave/", views.leave, name="leave"),
    path("data/", views.my_data, name="my_data"),
    path("keys/", views.my_keys, name="keys"),
    path("keys/<int:pk>/end/", views.end_key, name="end_key"),
]
