"""Export what the site stores about a person: the columns that each app registers, without credentials and acts of others."""

from typing import Any

from django.apps import apps

from accounts.models import User
from core.registry import Registry

COLUMNS: Registry[tuple[str, str], tuple[str, ...]] = Registry()
"""(model, its column that is the person) -> the columns to include."""
OWN_COLUMNS = (
    "name", "email", "time_zone", "letters", "theme", "confirm_moves", "date_joined", "last_seen", "silent_until", "silent_because",
)  # fmt: skip


def register(model: str, *columns: str, of: str = "user") -> None:
    """Include these columns of `model` ("games.Player") for rows whose column `of` refers to the person."""
    COLUMNS.register((model, of), columns)


def personal_data_of(user: User) -> dict[str, Any]:
    """Return all personal data: model -> rows, oldest first, ready for JSON except datetimes."""
    data: dict[str, Any] = {"person": {column: getattr(user, column) for column in OWN_COLUMNS}}
    for (model, column), columns in sorted(COLUMNS.items()):
        rows = apps.get_model(model)._default_manager.filter(**{column: user}).order_by("pk").values(*columns)
        data.setdefault(model, []).extend(rows)
    return data
