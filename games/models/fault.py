"""Faults at tables that did not stop the tables, for the hosts."""

from django.db import models
from django.utils import timezone

from core.rows import Row


class Fault(Row):
    """A part of an edition that failed at a table. Each part has one row, however often it failed."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="faults")
    part = models.CharField(max_length=20, help_text="order, plan, bot, sentence, drawing, letter, law …")
    error = models.CharField(max_length=60, help_text="the kind of error; the log has the rest under the number of the game")
    number = models.PositiveIntegerField(help_text="the newest move then")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["game", "part"], name="one_fault_a_part")]
