"""Notify people: store notices, and deliver them by transports such as e-mail."""

from typing import TYPE_CHECKING, Any

from .kinds import KindName, writes
from .telling import Letter

__all__ = ["KindName", "Letter", "notify", "writes"]

if TYPE_CHECKING:
    from .outbox import notify
else:

    def notify(*args: Any, **options: Any) -> Any:
        """Notify a person once per key, by `outbox.notify`, which can be imported only when Django is ready."""
        from .outbox import notify as insert_notice

        return insert_notice(*args, **options)
