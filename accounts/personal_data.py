"""Export the personal data of a user: the columns that each app registers, without credentials and other people's actions."""

from typing import Any

from django.apps import apps

from accounts.models import User
from core.registry import Registry

COLUMNS: Registry[tuple[str, str], tuple[str, ...]] = Registry()
"""Map from (model, column that refers to the person) to the columns to export."""
OWN_COLUMNS = (
    "name", "email", "time_zone", "letters", "theme", "confirm_moves", "date_joined", "last_seen", "silent_until", "silent_because",
)  # fmt: skip


def register(model: str, *columns: str, of: str = "user") -> None:
    """Export these columns of `model` (such as "games.Player") for rows whose column `of` refers to the person."""
    COLUMNS.register((model, of), columns)


def personal_data_of(user: User) -> dict[str, Any]:
    """Return {model: rows, oldest first} with all personal data, ready for JSON except datetimes."""
    data: dict[str, Any] = {"person": {column: getattr(user, column) for column in OWN_COLUMNS}}
    for (model, column), columns in sorted(COLUMNS.items()):
        rows = apps.get_model(model)._default_manager.filter(**{column: user}).order_by("pk").values(*columns)
        data.setdefault(model, []).extend(rows)
    return data
