"""The rows of matchmaking: what each player would like to play."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.rows import Row


class Seek(Row):
    """What a player would play: these games, these paces, at least this many captains. Deleted when they are seated."""

    # When they leave: they look for nothing any more.
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seek")
    rulesets = models.JSONField(help_text="slugs of the editions")
    paces = models.JSONField(help_text="seconds a turn of steady paces")
    least = models.PositiveSmallIntegerField(help_text="captains at the table, themselves included")
    orders = models.JSONField(default=dict, help_text="standing orders to sit down with")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_search"
        ordering = ["made_at", "pk"]
