"""URLs of the site. Each app defines its own. `games`, with the front page, comes first because its pages are requested most."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path

from buccaneer_site import views
from core.web import late
from games.api.described import description

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # applies rate limits and the second factor to the admin

handler400, handler500 = views.malformed, views.failed

programs = late("games.api.site.answer", csrf_exempt=True)  # a key in a header authenticates, so forms' tokens are not needed
of_programs = [
    path("", programs, name="api-root"),
    path("openapi.json", description, name="openapi-json"),
    re_path("", programs, name="any"),
]

urlpatterns = [
    path("", include("games.web.urls")),
    path("favicon.ico", views.favicon, name="favicon"),
    path("robots.txt", views.robots, name="robots"),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/", include((of_programs, "api"))),
    path("", include("notifications.urls")),
    path("", include("leagues.urls")),
]
