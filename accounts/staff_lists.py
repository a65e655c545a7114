"""Lists of large tables in /admin/: searched by number or name through an index, and never counted whole.

Counting a million rows takes half a second, and searching inside texts longer; both grow with the site.
"""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.functional import cached_property

from accounts.confusables import skeleton
from accounts.models import User
from accounts.staff import Shown

MOST_ROWS = 1000
"""Maximum number of rows that a list shows; older ones are found by searching."""
MOST_PEOPLE = 30
"""Maximum number of people whose names begin with a term."""
HIGHEST = 2**31 - 1
"""The largest number that is searched for."""


class Counted(Paginator):  # type: ignore[type-arg]  # takes no type arguments at run time  # type: ignore[type-arg]  # takes no type arguments at run time
    """Pages of the first `MOST_ROWS` rows; no more are counted."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_ROWS].count())


class Large(Shown):
    """A list of a large table: newest first, in short pages, searched by `found_by`."""

    list_per_page = 30
    show_full_result_count = False
    paginator = Counted
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["pk"]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[QuerySet[Any], bool]:
        """Return the rows that match the term; all rows without one."""
        term = search_term.strip()
        return (queryset.filter(self.found_by(term)) if term else queryset), False

    def found_by(self, term: str) -> Q:
        """Return the condition for rows that match a term: the one with that number."""
        return number(term)


def number(term: str, column: str = "pk") -> Q:
    """Return the condition that a column equals this number; no rows for other terms."""
    is_number = term.isascii() and term.isdecimal() and int(term) <= HIGHEST
    return Q(**{column: int(term)}) if is_number else Q(pk__in=[])


def people(term: str) -> list[int]:
    """Return people whose name begins with this term, or whose address or number it is, by indexes, in any case.

    They are numbers, not a query, since a condition on either of two tables would read the whole table that is searched.
    """
    looks = skeleton(term)
    named = User.objects.filter(skeleton__gte=looks, skeleton__lt=looks + "\U0010ffff").order_by("skeleton")
    addressed = User.objects.alias(low=Lower("email")).filter(low=term.lower())
    numbered = User.objects.filter(number(term))
    return [pk for rows in (named[:MOST_PEOPLE], addressed, numbered) for pk in rows.values_list("pk", flat=True)]
