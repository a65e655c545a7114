"""Store sessions in the database, as Django does. Every page reads one, so the query is prepared."""

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from core.infrastructure import is_full
from core.prepared import MOMENT, TEXT, Blank, Prepared


@Prepared.of(TEXT, MOMENT)
def open_session(key: Blank, now: Blank) -> QuerySet[Session]:
    """Return the session with this key, unless it has ended."""
    return Session.objects.filter(session_key=key, expire_date__gt=now)


OLD_BACKEND, BACKEND = "allauth.account.auth_backends.AuthenticationBackend", "accounts.backends.AuthenticationBackend"
"""Sessions from before 23 November 2026 name the former."""


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        """Return the session's data, with the current name of its backend."""
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
        """Store the session. Raise the database's own error if the disk is full: the request was not at fault."""
        try:
            super().save(*args, **options)
        except UpdateError as refusal:
            if is_full(fault := refusal.__context__) and fault is not None:
                raise fault from None
            raise
