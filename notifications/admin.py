"""What staff may see of letters: that they went, never what they said."""

from django.contrib import admin

from accounts.models import User
from accounts.staff import ReadOnly, Shown

from .models import Delivery, Stop


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("id", "kind", "person", "transport", "state", "fate", "last_code", "attempts", "not_before", "ended_at")
    list_filter = ("state", "transport", "notice__kind")
    list_select_related = ("notice__user",)
    fields = ("transport", "state", "fate", "last_code", "attempts", "not_before", "created_at", "ended_at")
    date_hierarchy = "created_at"

    @admin.display(ordering="notice__kind")
    def kind(self, delivery: Delivery) -> str:
        return delivery.notice.kind

    @admin.display(ordering="notice__user__name")
    def person(self, delivery: Delivery) -> User | str:
        return delivery.notice.user or "a stranger"


@admin.register(Stop)
class StopAdmin(Shown):
    list_display = ("id", "user", "category", "by", "since")
    list_filter = ("category", "by")
    raw_id_fields = ("user",)
