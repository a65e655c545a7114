"""Telling people things: notices, their deliveries, and the transports that carry them."""

from .kinds import Letter, register

__all__ = ["Letter", "register", "tell"]


def tell(kind, user, key, facts, not_before=None, expires_at=None, *, address="", fresh=False):
    """Tell `user` something once: see `outbox.tell`, which can be imported only when Django is ready."""
    from .outbox import tell as put

    return put(kind, user, key, facts, not_before, expires_at, address=address, fresh=fresh)
