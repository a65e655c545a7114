"""Store sessions in the database as Django does, but with a prepared query; end a person's other sessions."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import BACKEND_SESSION_KEY, update_session_auth_hash
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from core.infrastructure import is_full
from core.prepared import MOMENT, TEXT, Blank, Prepared


@Prepared.of(TEXT, MOMENT)
def open_session(key: Blank, now: Blank) -> QuerySet[Session]:
    """Return the session with the key, unless it has expired."""
    return Session.objects.filter(session_key=key, expire_date__gt=now)


OLD_BACKEND, BACKEND = "allauth.account.auth_backends.AuthenticationBackend", "accounts.backends.AuthenticationBackend"
"""Sessions created before 23 November 2026 name OLD_BACKEND."""


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        """Return the session's data, with the present name of the backend."""
        data: dict[str, Any] = super().load()
        if data.get(BACKEND_SESSION_KEY) == OLD_BACKEND:
            data[BACKEND_SESSION_KEY] = BACKEND
        return data

    def _get_session_from_db(self) -> Session | None:
        session = open_session.first(self.session_key, timezone.now())
        if session is None:
            self._session_key = None
        return session

    def save(self, *args: Any, **options: Any) -> None:
        """Store the session. If the disk is full, raise the database's own error, because the request was not at fault."""
        try:
            super().save(*args, **options)
        except UpdateError as refusal:
            if is_full(fault := refusal.__context__) and fault is not None:
                raise fault from None
            raise


def end_others(request: HttpRequest, user: User) -> None:
    """End all sessions of the user except the request's own, including sessions older than the list of sessions."""
    User.objects.filter(pk=user.pk).update(signed_out=F("signed_out") + 1)
    user.refresh_from_db()
    update_session_auth_hash(request, user)  # this also gives the session a new key
    UserSession.objects.filter(user=user).delete()
    UserSession.objects.create_from_request(request)


def forget_ended() -> int:
    """Delete entries of ended sessions from the list of sessions. Return the number of entries."""
    gone, _ = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return int(gone)
