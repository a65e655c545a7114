"""Addresses of the site. Each app names its own; `games` comes last and may take the front page."""

from django.contrib import admin
from django.urls import include, path

from buccaneer_site import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("", include("notifications.urls")),
    path("", include("games.urls")),
    path("", views.home, name="home"),
]
