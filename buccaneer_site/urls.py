"""Addresses of the site. Each app names its own; `games` has the front page, and comes early since its pages are asked for most."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path

from buccaneer_site import views
from games.api import api, no_such_address

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # limits and second factor hold

handler400, handler500 = views.malformed, views.failed

urlpatterns = [
    path("", include("games.urls")),
    path("favicon.ico", views.favicon, name="favicon"),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("api/", api.urls),
    re_path("^api/", no_such_address, name="api_nowhere"),
    path("", include("notifications.urls")),
    path("", include("leagues.urls")),
]
