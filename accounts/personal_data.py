"""What the site stores about a person, as a file for that person.

Each app registers which rows belong to a person and which columns to include. Never included: what opens an account, and what
others did about them (who blocked them, who reported them).
"""

from typing import Any

from django.apps import apps

from accounts.models import User
from core.registry import Registry

COLUMNS: Registry[tuple[str, str], tuple[str, ...]] = Registry()
"""(model, its column that is the person) -> the columns to include."""
OWN = (
    "name", "email", "time_zone", "letters", "theme", "confirm_moves", "date_joined", "last_seen", "silent_until", "silent_because",
)  # fmt: skip


def register(model: str, *columns: str, of: str = "user") -> None:
    """Include these columns of `model` ("games.Player") for rows whose column `of` is the person."""
    COLUMNS.register((model, of), columns)


def personal_data_of(user: User) -> dict[str, Any]:
    """Return all of it: model -> rows, oldest first, ready for JSON except datetimes."""
    found: dict[str, Any] = {"person": {column: getattr(user, column) for column in OWN}}
    for (model, column), columns in sorted(COLUMNS.items()):
        rows = apps.get_model(model)._default_manager.filter(**{column: user}).order_by("pk").values(*columns)
        found.setdefault(model, []).extend(rows)
    return found


def register_own() -> None:
    """Register the models of this app and of the account libraries."""
    register("accounts.Key", "name", "made_at", "used_at")
    register("account.EmailAddress", "email", "verified", "primary")
    register("mfa.Authenticator", "type", "created_at", "last_used_at", "data__name")
    register("usersessions.UserSession", "created_at", "last_seen_at", "ip", "user_agent")
    register("accounts.FormerName", "name", "given_up_at", "tables")
    register("accounts.Sign", "kind", "digest", "seen_on")
    register("admin.LogEntry", "action_time", "object_repr", "change_message")
