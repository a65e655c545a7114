"""Notify people: notices, their deliveries, and the transports that carry them."""

from datetime import datetime
from typing import TYPE_CHECKING

from .kinds import Facts, KindName, writes
from .telling import Letter

if TYPE_CHECKING:  # models can be imported only when Django is ready
    from accounts.models import User

    from .models import Notice

__all__ = ["KindName", "Letter", "notify", "writes"]


def notify(
    kind: KindName[Facts],
    user: "User | None",
    key: str,
    facts: Facts,
    not_before: datetime | None = None,
    expires_at: datetime | None = None,
    *,
    address: str = "",
    fresh: bool = False,
) -> "Notice | None":
    """Notify `user` once per key. See `outbox.notify`, which can be imported only when Django is ready."""
    from .outbox import notify as insert_notice

    return insert_notice(kind, user, key, facts, not_before, expires_at, address=address, fresh=fresh)
