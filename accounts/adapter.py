"""How the account library treats our people."""

from allauth.account.adapter import DefaultAccountAdapter

from accounts import moving
from accounts.names import tidy


class AccountAdapter(DefaultAccountAdapter):
    """Names are tidied before they are checked, and a name is never made up for someone."""

    def clean_username(self, username, shallow=False):
        return super().clean_username(tidy(username), shallow=shallow)

    def login(self, request, user):
        super().login(request, user)
        moving.come_along(request, user)

    def render_mail(self, template_prefix, email, context, headers=None):
        """Letters about accounts are marked: on one machine they may be read before one has signed in."""
        return super().render_mail(template_prefix, email, context, {**(headers or {}), "X-Buccaneer-Account": "yes"})
