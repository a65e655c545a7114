"""Limits on /admin/ beyond Django's permissions: no staff member can gain more than they were given.

Addresses open accounts, groups give permissions, second factors are trusted: all three are for superusers only.
"""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.http import HttpRequest


class Shown(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no type arguments at run time  # type: ignore[type-arg]  # takes no type arguments at run time
    """Allow look-ups by shown fields only; a search by prefix would reveal a password letter by letter."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        named = [*self.list_display, *self.list_filter, self.date_hierarchy or "pk", "id", *flatten_fieldsets(self.get_fieldsets(request))]
        shown = {str(name).partition("__")[0] for name in named}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)


class ReadOnly(Shown):
    """Rows that staff may read; only services change them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ForSuperusers(Shown):
    """Rows that give permissions or open accounts; other staff with permission may only read them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser
