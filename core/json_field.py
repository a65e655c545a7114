"""A model field for JSON that is stored exactly as written, in the order of its keys, on every database."""

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression


def encode(value: Any) -> str:
    """Return compact JSON in ASCII, which every database stores safely."""
    return json.dumps(value, separators=(",", ":"))


class ExactJSON(models.Field):  # type: ignore[type-arg]  # takes no type arguments at run time
    """A text column that holds JSON.

    PostgreSQL's own JSON type sorts keys. A game's state must be loaded in the order in which it was dumped, or the game could go on
    differently on two databases. No query searches inside these columns.
    """

    description = "JSON as text"

    def get_internal_type(self) -> str:
        return "TextField"

    def from_db_value(self, value: Any, expression: Expression, connection: BaseDatabaseWrapper) -> Any:
        return None if value is None else json.loads(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else encode(value)

    def value_to_string(self, obj: models.Model) -> str:
        return encode(self.value_from_object(obj))

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value
