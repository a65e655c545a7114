"""What /admin/ adds to the permissions of staff: nobody there gets more than they were given.

An address opens an account, a group gives rights, and anyone who has a second factor trusts in it: all of these are for superusers alone.
"""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.http import HttpRequest


class Shown(admin.ModelAdmin):
    """Rows may be looked for by what is shown of them: asking for each beginning of a password would tell it in the end."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        named = [*self.list_display, *self.list_filter, self.date_hierarchy or "pk", "id", *flatten_fieldsets(self.get_fieldsets(request))]
        shown = {str(name).partition("__")[0] for name in named}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)


class ReadOnly(Shown):
    """Rows are looked at; they change through services only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ForSuperusers(Shown):
    """Rows that give rights, or open accounts: others with a permission may look at them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser
