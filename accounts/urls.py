from django.urls import path

from accounts import views

urlpatterns = [
    path("signup/", views.sign_up, name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("profile/", views.profile, name="profile"),
    path("2fa/webauthn/login/", views.SignInByPasskey.as_view(), name="mfa_login_webauthn"),
    path("sessions/", views.Sessions.as_view(), name="sessions"),
    path("keep/", views.keep, name="keep"),
    path("no-banner/", views.put_banner_away, name="put_banner_away"),
    path("leave/", views.leave, name="leave"),
    path("data/", views.my_data, name="my_data"),
    path("keys/", views.my_keys, name="keys"),
    path("keys/<int:pk>/end/", views.end_key, name="end_key"),
]
