"""Staff see who is there; passwords and second factors are never shown."""

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.shortcuts import redirect

from accounts import leaving
from accounts.models import User
from accounts.names import tidy
from accounts.services import naming

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
    actions = ["without_second_factor"]

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """When somebody else takes the name while it is being changed, nothing is changed and the host reads why."""
        try:
            with naming(name := tidy(request.POST.get("name", "")), User(pk=object_id and unquote(object_id))):
                return super().changeform_view(request, object_id, form_url, extra_context)
        except ValidationError as refusal:
            self.message_user(request, f"{name}: {' '.join(refusal.messages)}", messages.ERROR)
            return redirect(request.get_full_path())

    def get_deleted_objects(self, objs, request):
        """All that is theirs goes, whether or not a host may touch a row of it by hand."""
        return [user.name for user in objs], {"people, with all that is theirs": len(objs)}, set(), []

    def delete_model(self, request, obj):
        """As when people leave by themselves: their games go on."""
        leaving.leave(obj)

    def delete_queryset(self, request, queryset):
        for user in queryset:
            leaving.leave(user)

    @admin.action(description="Take away the second factor: phone and codes are lost", permissions=["change"])
    def without_second_factor(self, request, queryset):
        """For who has shown to a host who he is; he is told by letter."""
        having = queryset.filter(authenticator__isnull=False).distinct()
        for user in (people := list(having)):
            Authenticator.objects.filter(user=user).delete()
            get_adapter().send_notification_mail("account/email/second_factor_gone", user)
            self.log_change(request, user, "Took the second factor away.")
        self.message_user(request, f"Signed in by password alone from now on: {', '.join(user.name for user in people) or 'nobody'}.")
