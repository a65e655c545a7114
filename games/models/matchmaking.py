"""What is stored of captains who look for company: what each of them would like to play."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.rows import Row


class Search(Row):
    """Somebody would sit down to one of these games, at one of these paces, with so many captains at least. Gone when he does."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="search")
    rulesets = models.JSONField(help_text="slugs of the editions")
    paces = models.JSONField(help_text="seconds a turn of steady paces")
    least = models.PositiveSmallIntegerField(help_text="captains at the table, himself included")
    orders = models.JSONField(default=dict, help_text="standing orders to sit down with")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at", "pk"]
