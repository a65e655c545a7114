"""One hash of everything in the database: two runs of one seed and one code have the same."""

from hashlib import sha256

from django.apps import apps

LEFT_OUT = frozenset({"sessions.Session", "contenttypes.ContentType", "auth.Permission"})
"""What says nothing of the run."""


def by_table() -> dict[str, str]:
    """Return the hash of each table, all its rows in the order of their keys, for finding where two runs part."""
    found = {}
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label):
        if model._meta.managed and model._meta.label not in LEFT_OUT:
            rows, said = model._base_manager.order_by("pk").values_list(), sha256()
            for row in rows.iterator():
                said.update(repr([bytes(part) if isinstance(part, memoryview) else part for part in row]).encode())
            found[model._meta.label] = said.hexdigest()[:16]
    return found


def of_database() -> str:
    """Return the hash of the whole database."""
    return sha256("".join(f"{name} {said}\n" for name, said in by_table().items()).encode()).hexdigest()
