"""A base class of all rows of games."""

from django.db import models


class Row(models.Model):
    """A row that prints only its kind and number, so that it reveals nothing if printed."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"
