"""The JSON API: the same tables, rules and refusals as on the pages, for programs (docs/api.md)."""

from games.api.site import api, failed, no_such_address, unreadable

__all__ = ["api", "failed", "no_such_address", "unreadable"]
