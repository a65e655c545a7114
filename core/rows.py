"""What every row of the games has in common."""

from django.db import models


class Row(models.Model):
    """A row that prints only its kind and number, in case it is ever printed."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"
