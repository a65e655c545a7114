"""One hash of everything in the database: two runs of one seed and one code have the same."""

from hashlib import sha256

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

LEFT_OUT = frozenset({"sessions.Session", "contenttypes.ContentType", "auth.Permission"})
"""What says nothing of the run."""


def of_table(model: type[models.Model]) -> bytes:
    """Return the hash of all rows of a model, in the order of their keys."""
    names = [field.attname for field in model._meta.concrete_fields]
    encoder, found = DjangoJSONEncoder(sort_keys=True, default=None), sha256()
    for row in model._base_manager.order_by("pk").values_list(*names).iterator():
        said = [bytes(part).hex() if isinstance(part, bytes | memoryview) else part for part in row]
        found.update(encoder.encode([part if plain(part) else str(part) for part in said]).encode())
    return found.digest()


def plain(part: object) -> bool:
    return part is None or isinstance(part, str | int | float | bool | list | dict)


def by_table() -> dict[str, str]:
    """Return the hash of each table, for finding where two runs part."""
    found = [model for model in apps.get_models() if model._meta.label not in LEFT_OUT and model._meta.managed]
    return {model._meta.label: of_table(model).hex()[:16] for model in sorted(found, key=lambda model: model._meta.label)}


def of_database() -> str:
    """Return the hash of the whole database."""
    return sha256("".join(f"{name} {said}\n" for name, said in by_table().items()).encode()).hexdigest()
