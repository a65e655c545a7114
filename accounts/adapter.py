"""How the account library treats our people."""

from allauth.account.adapter import DefaultAccountAdapter

from accounts import moving
from accounts.names import tidy


class AccountAdapter(DefaultAccountAdapter):
    """Names are tidied before they are checked, and a name is never made up for someone."""

    error_messages = {**DefaultAccountAdapter.error_messages, "username_taken": "Somebody here goes by that name already."}

    def clean_username(self, username, shallow=False):
        return super().clean_username(tidy(username), shallow=shallow)

    def login(self, request, user):
        super().login(request, user)
        moving.come_along(request, user)
