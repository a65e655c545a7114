"""Tables for programs: the same tables, rules and refusals as on the pages, as JSON (docs/api.md)."""

from games.api.site import api

__all__ = ["api"]
