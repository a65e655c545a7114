"""Admin pages of people. They never show passwords or second factors."""

from collections.abc import Collection
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import account_deletion, former_names
from accounts.models import User, Visitor
from accounts.names import tidy
from accounts.services import naming
from accounts.staff import ForSuperusers, Large, people
from accounts.trust import host_permission

admin.site.unregister([Authenticator, EmailAddress, Group, UserSession])  # two hold secrets; EmailAddress and Group are registered below


@admin.register(Group)
class Groups(ForSuperusers, GroupAdmin):
    """Groups, for superusers only, because a group gives its members permissions."""


@admin.register(EmailAddress)
class Addresses(ForSuperusers, Large, EmailAddressAdmin):
    """E-mail addresses, for superusers only, because a confirmed address can receive a new password for its account."""

    search_help_text = "an address; name or address of a person"

    def search_condition(self, term: str) -> Q:
        return Q(user__in=[*people(term), *EmailAddress.objects.filter(email=term.lower()).values_list("user", flat=True)])

    @admin.action(description="Mark these addresses as confirmed", permissions=["change"])
    def make_verified(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        super().make_verified(request, queryset)


class HostForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no type arguments at run time
    may_host = forms.BooleanField(
        label="Host", required=False, help_text="Decides reports and may step in at tables. Tick “staff”, too. A group may give the same."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["may_host"] = bool(self.instance.pk) and self.instance.user_permissions.filter(pk__in=host_permission()).exists()


@admin.register(User)
class UserAdmin(Large):
    search_help_text = "how a name begins; an address; the number of a person"
    list_display = ["name", "is_guest", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    fields = [
        "name",
        "email",
        "time_zone",
        "letters",
        "theme",
        "confirm_moves",
        "silent_until",
        "silent_because",
        "is_guest",
        "is_active",
        "is_staff",
        "may_host",
        "groups",
        "date_joined",
    ]
    readonly_fields = ["is_guest", "date_joined"]
    actions = ["without_second_factor"]

    def search_condition(self, term: str) -> Q:
        return Q(pk__in=people(term))

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form. If another person has taken the name meanwhile, change nothing and show an error."""
        try:
            with naming(name := tidy(request.POST.get("name", "")), User(pk=object_id and unquote(object_id))):
                return super().changeform_view(request, object_id, form_url, extra_context)
        except ValidationError as refusal:
            self.message_user(request, f"{name}: {' '.join(refusal.messages)}", messages.ERROR)
            return redirect(request.get_full_path())

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Return the read-only fields. Only superusers may change permissions, or the address of an existing account."""
        theirs = [] if request.user.is_superuser else ["is_staff", "groups", *(["email"] if obj else [])]
        return [*self.readonly_fields, *theirs]

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        return [name for name in self.fields if request.user.is_superuser or name != "may_host"]

    def get_form(self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any) -> Any:
        own_form = {"form": HostForm} if request.user.is_superuser else {}
        return super().get_form(request, obj, change, **kwargs | own_form)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and may_touch(request.user, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and may_touch(request.user, obj)

    def has_second_factor_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def get_deleted_objects(self, objs: Collection[User], request: HttpRequest) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return only the people and their number: deletion covers all their data, even rows that the host may not change by hand."""
        refused = {f"staff: {user.name}" for user in objs if not self.has_delete_permission(request, user)}
        return [user.name for user in objs], {"people, with all that is theirs": len(objs)}, refused, []

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "name" in form.changed_data:
            former_names.hide(obj, form.initial["name"])
        if "may_host" in form.changed_data:
            give_or_take = obj.user_permissions.add if form.cleaned_data["may_host"] else obj.user_permissions.remove
            give_or_take(*host_permission())

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete the account as if its owner had deleted it, so that their games go on."""
        account_deletion.leave(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            account_deletion.leave(user)

    @admin.action(description="Take away the second factor: phone and codes are lost", permissions=["second_factor"])
    def without_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Remove the second factors of people who have proved their identity to a host, and tell them by letter."""
        having = queryset.filter(authenticator__isnull=False).distinct()
        for user in (users := list(having)):
            Authenticator.objects.filter(user=user).delete()
            get_adapter().send_notification_mail("account/email/second_factor_gone", user)
            self.log_change(request, user, "Took the second factor away.")
        self.message_user(request, f"These now sign in by password alone: {', '.join(user.name for user in users) or 'nobody'}.")


def may_touch(by: Visitor, user: User | None) -> bool:
    """Return whether `by` may change `user`. Only superusers may change staff, including themselves."""
    return by.is_superuser or user is None or not (user.is_staff or user.is_superuser)
