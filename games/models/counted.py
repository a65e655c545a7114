"""Cached values computed from many rows. They may be a few minutes old."""

from django.db import models

from core.rows import Row


class Counted(Row):
    """A value too slow to compute for a page: a person's reliability, or the pace of a category of tables (`games.storage.counted`)."""

    key = models.CharField(max_length=100, unique=True)
    value = models.JSONField()
    at = models.DateTimeField(db_index=True)
