"""Sessions in the database, as Django stores them. Every page reads one, so the query is prepared."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from core.prepared import MOMENT, TEXT, Blank, Prepared


@Prepared.of(TEXT, MOMENT)
def open_session(key: Blank, now: Blank) -> QuerySet[Session]:
    """Return the session of this key, unless it has ended."""
    return Session.objects.filter(session_key=key, expire_date__gt=now)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = open_session(self.session_key, timezone.now())
        if found:
            return found[0]
        self._session_key = None
        return None
