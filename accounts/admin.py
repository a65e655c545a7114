"""Staff see who is there; passwords and second factors are never shown."""

from allauth.mfa.models import Authenticator
from django.contrib import admin

from accounts.models import User

admin.site.unregister(Authenticator)  # its rows are secrets


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["name", "is_guest", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["name", "email"]
    fields = [
        "name",
        "email",
        "time_zone",
        "letters",
        "theme",
        "silent_until",
        "silent_because",
        "is_guest",
        "is_active",
        "is_staff",
        "groups",
        "date_joined",
    ]
    readonly_fields = ["is_guest", "date_joined"]
