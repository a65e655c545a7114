"""Check sign-ins, and load the person of a session with a prepared query, because every page loads one."""

from allauth.account import auth_backends
from django.db.models import QuerySet

from accounts.models import User
from core.prepared import NUMBER, Blank, Prepared


@Prepared.of(NUMBER)
def person(key: Blank) -> QuerySet[User]:
    return User.objects.filter(pk=key)


class AuthenticationBackend(auth_backends.AuthenticationBackend):
    """The account library's backend, with a prepared query for the person of a session."""

    def get_user(self, user_id: int) -> User | None:
        """Return the person of a session, or None for a person who has left or may not sign in."""
        return next((user for user in person(user_id) if self.user_can_authenticate(user)), None)
