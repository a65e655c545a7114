"""Check sign-ins, and load the person of a session. Every page does the latter, so its query is prepared."""

from allauth.account import auth_backends
from django.db.models import QuerySet

from accounts.models import User
from core.prepared import NUMBER, Blank, Prepared


@Prepared.of(NUMBER)
def person(key: Blank) -> QuerySet[User]:
    return User.objects.filter(pk=key)


class AuthenticationBackend(auth_backends.AuthenticationBackend):
    """Checks passwords as the account library does."""

    def get_user(self, user_id: int) -> User | None:
        """Return the person of a session; None for people who left or may not sign in."""
        return next((user for user in person(user_id) if self.user_can_authenticate(user)), None)
