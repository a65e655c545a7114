"""Ask the account library who is signing in. The library's function is private, so only this module uses it."""

from allauth.account.internal.stagekit import unstash_login
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest


def person_signing_in(request: HttpRequest) -> AbstractBaseUser | None:
    """Return the person who has begun to sign in or up with this browser, or None."""
    login = unstash_login(request, peek=True)
    return login.user if login else None
