"""What the site keeps about a person, for that person to have as a file.

Each part says of its rows which are a person's own, and what of them is told. Never told: what opens an account, and what others
did about them (who keeps them away, who reported them).
"""

from typing import Any

from django.apps import apps

from accounts.models import User

_registered: dict[tuple[str, str], tuple[str, ...]] = {}
OWN = ("name", "email", "time_zone", "letters", "theme", "date_joined", "last_seen", "silent_until", "silent_because")


def register(model: str, *columns: str, of: str = "user") -> None:
    """Rows of `model` ("games.Player") whose column `of` is a person are theirs; these columns of them are told."""
    _registered[model, of] = columns


def registered_columns() -> dict[tuple[str, str], tuple[str, ...]]:
    """(model, column of the person) -> what is told."""
    return dict(_registered)


def personal_data_of(user: User) -> dict[str, Any]:
    """All of it: model -> rows, JSON-ready but for moments, the oldest first."""
    found: dict[str, Any] = {"person": {column: getattr(user, column) for column in OWN}}
    for (model, column), columns in sorted(_registered.items()):
        rows = apps.get_model(model)._default_manager.filter(**{column: user}).order_by("pk").values(*columns)
        found.setdefault(model, []).extend(rows)
    return found


def register_own() -> None:
    """What lies here, and with the libraries for accounts."""
    register("accounts.Key", "name", "made_at", "used_at")
    register("account.EmailAddress", "email", "verified", "primary")
    register("mfa.Authenticator", "type", "created_at", "last_used_at")
    register("admin.LogEntry", "action_time", "object_repr", "change_message")
