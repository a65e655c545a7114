"""Show deliveries in the admin. Staff may see that a letter was sent, but never its content."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.models import User
from accounts.staff import MAX_ROWS, Large, ReadOnly, number, people

from .models import Delivery, State, Stop


class StateFilter(admin.SimpleListFilter):
    """A filter by state. The state is a literal in the SQL, because a plan for any state could not use the index of rare states."""

    title, parameter_name = "state", "state__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state.value, str(state.label)) for state in State]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> QuerySet[Delivery]:
        state = self.value()
        if state is None or state not in State.values:
            return queryset
        return queryset.extra(where=[f"notifications_delivery.state = '{State(state).value}'"])  # noqa: S610 - a member of State


@admin.register(Delivery)
class DeliveryAdmin(Large, ReadOnly):
    list_display = ("id", "kind", "person", "transport", "state", "fate", "last_code", "attempts", "not_before", "ended_at")
    list_filter = (StateFilter,)
    search_help_text = "name or address of a person; the number of a delivery"
    list_select_related = ("notice__user",)
    fields = ("transport", "state", "fate", "last_code", "attempts", "not_before", "created_at", "ended_at")

    def search_condition(self, term: str) -> Q:
        newest = Delivery.objects.filter(notice__user__in=people(term)).order_by("-pk").values_list("pk", flat=True)[:MAX_ROWS]
        return Q(pk__in=[*newest, *Delivery.objects.filter(number(term)).values_list("pk", flat=True)])

    @admin.display
    def kind(self, delivery: Delivery) -> str:
        return delivery.notice.kind

    @admin.display
    def person(self, delivery: Delivery) -> User | str:
        return delivery.notice.user or "a stranger"


@admin.register(Stop)
class StopAdmin(Large):
    list_display = ("id", "user", "category", "by", "since")
    list_filter = ("category", "by")
    raw_id_fields = ("user",)
    search_help_text = "name or address of a person"

    def search_condition(self, term: str) -> Q:
        return Q(user__in=people(term))
