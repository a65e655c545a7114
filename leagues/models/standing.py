"""Models of stored standings, which are valid until a result changes."""

from django.db import models
from django.utils import timezone

from leagues.models.league import Division, Entry


class Standing(models.Model):
    """A player's row in the standings of their division. The row is out of date while the division has a `Recount`."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="standings")
    order = models.PositiveIntegerField(help_text="from the top, 1 is first")
    place = models.PositiveIntegerField()
    points = models.PositiveIntegerField(help_text="in 840ths")
    games = models.PositiveSmallIntegerField(help_text="that count")
    wins = models.PositiveIntegerField(help_text="in 840ths, as a shared first place is its part")
    places = models.JSONField(help_text="in the games that count")
    strikes = models.PositiveSmallIntegerField(help_text="at tables that count")
    owed = models.PositiveSmallIntegerField(help_text="games that were void through no fault of theirs")
    is_ranked = models.BooleanField(help_text="plays on, and enough games count")
    why = models.TextField(help_text="what parts them from their neighbours; {12} stands for the name of entry 12")

    class Meta:
        ordering = ["division", "order"]
        indexes = [models.Index(fields=["division", "order"], name="standing_in_order")]

    def __str__(self) -> str:
        return f"place {self.place}"


class Recount(models.Model):
    """A mark that results or entries of a division have changed. Each change adds a row, so that no change waits for a lock."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="recounts")
    cause = models.CharField(max_length=100)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.cause


class Snapshot(models.Model):
    """The standings of a division after a change, stored for the chart and for finding out when a number went wrong."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="snapshots")
    at = models.DateTimeField(default=timezone.now)
    cause = models.CharField(max_length=100)
    rows = models.JSONField(help_text="[entry, place, points] from the top")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.cause
