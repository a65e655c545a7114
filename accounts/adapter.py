"""How the account library treats our people."""

from allauth.account.adapter import DefaultAccountAdapter

from accounts.names import tidy


class AccountAdapter(DefaultAccountAdapter):
    """Names are tidied before they are checked, and a name is never made up for someone."""

    def clean_username(self, username, shallow=False):
        return super().clean_username(tidy(username), shallow=shallow)
