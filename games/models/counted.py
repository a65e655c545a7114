"""Counts over many rows, which may be some minutes old."""

from django.db import models

from core.rows import Row


class Counted(Row):
    """A figure that a page cannot wait for: how reliable a person is, or how fast tables of a kind are (`games.storage.counted`)."""

    key = models.CharField(max_length=100, unique=True)
    value = models.JSONField()
    at = models.DateTimeField(db_index=True)
