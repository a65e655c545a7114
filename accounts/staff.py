"""Base classes of admin pages: restrictions beyond Django's permissions, and lists of large tables.

Staff cannot give themselves more rights: addresses open accounts, groups give permissions, and second factors are trusted,
so all three are for superusers only. Large tables are searched by an index and never counted whole, which would take seconds.
"""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.functional import cached_property

from accounts.confusables import skeleton
from accounts.models import User

MAX_ROWS = 1000
"""Maximum number of rows in a list; older rows are found by searching."""
MAX_PEOPLE = 30
"""Maximum number of people found by the beginning of their name."""
HIGHEST = 2**31 - 1
"""The largest number that can be searched for."""


class Shown(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no type arguments at run time
    """Admin page that filters by shown fields only. Other filters could reveal a password hash letter by letter."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        named = [*self.list_display, *self.list_filter, self.date_hierarchy or "pk", "id", *flatten_fieldsets(self.get_fieldsets(request))]
        shown = {str(name).partition("__")[0] for name in named}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)


class ReadOnly(Shown):
    """Admin page of rows that staff may read, but only services may change."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class ForSuperusers(Shown):
    """Admin page of rows that give permissions or open accounts. Only superusers may change them."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    has_change_permission = has_delete_permission = has_add_permission


class Counted(Paginator):  # type: ignore[type-arg]  # takes no type arguments at run time
    """Paginator that counts and shows only the first `MAX_ROWS` rows."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MAX_ROWS].count())


class Large(Shown):
    """Admin page of a large table: newest rows first, in short pages, searched by `search_condition`."""

    list_per_page = 30
    show_full_result_count = False
    paginator = Counted
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["pk"]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        return (queryset.filter(self.search_condition(term)) if term else queryset), False

    def search_condition(self, term: str) -> Q:
        """Return the condition for rows that match a search term; by default, the row with that number."""
        return number(term)


def number(term: str, column: str = "pk") -> Q:
    """Return the condition that a column equals the number in `term`; match no rows if `term` is not a number."""
    is_number = term.isascii() and term.isdecimal() and int(term) <= HIGHEST
    return Q(**{column: int(term)}) if is_number else Q(pk__in=[])


def people(term: str) -> list[int]:
    """Return the ids of people by the beginning of their name, by address or by number, ignoring case and using indexes.

    Return ids rather than a query, because a condition on either of two tables would read the searched table whole.
    """
    looks = skeleton(term)
    named = User.objects.filter(skeleton__gte=looks, skeleton__lt=looks + "\U0010ffff").order_by("skeleton")
    addressed = User.objects.alias(low=Lower("email")).filter(low=term.lower())
    numbered = User.objects.filter(number(term))
    return [pk for rows in (named[:MAX_PEOPLE], addressed, numbered) for pk in rows.values_list("pk", flat=True)]
