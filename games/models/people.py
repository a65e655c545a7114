"""The rows between people: blocks, reports to the hosts, friendships, and searches for a game."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from core.rows import Row


class Block(Row):
    """A block of `other` by `user`. Nobody but `user` ever knows about it."""

    # When they leave: there is nobody left to keep apart.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    # When they leave: there is nobody left to keep apart.
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_keptaway"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="kept_away_once"),
            models.CheckConstraint(condition=~Q(user=F("other")), name="nobody_keeps_himself_away"),
        ]


class Report(Row):
    """A report to the hosts about a player or about a player's chat line, with a copy of the line."""

    class Reason(models.TextChoices):
        INSULT = "insult", "insults or threats"
        PRESSING = "pressing", "does not stop when asked to"
        ADVERT = "advert", "advertisements or fraud"
        UNFAIR = "unfair", "plays with two names, or with others against the rest"
        OTHER = "other", "something else"

    class Resolution(models.TextChoices):
        NOTHING = "nothing", "nothing was done"
        LINE = "line", "the line was taken away"
        SILENCE = "silence", "the captain may not speak for a while"
        BOTH = "both", "the line was taken away, and the captain may not speak for a while"

    # When they leave: the report stays with the hosts, without their name.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports", help_text="who reports"
    )
    # When they leave: the hosts can do nothing more about them.
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    line = models.ForeignKey("games.ChatLine", null=True, on_delete=models.SET_NULL, related_name="reports")
    said = models.CharField(max_length=500, blank=True, help_text="the line as it was")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    words = models.CharField(max_length=1000, blank=True, help_text="of who reports")
    made_at = models.DateTimeField(default=timezone.now)
    resolution = models.CharField(
        max_length=10, choices=Resolution.choices, blank=True, db_column="deed", help_text="empty as long as nobody has decided"
    )
    why = models.CharField(max_length=200, blank=True, help_text="what the captain was told, or a note for other hosts")
    # When they leave: their decision stands.
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["made_at"], condition=Q(resolution=""), name="report_open")]


class Friendship(Row):
    """A request by `user` to be friends with `other`. They are friends from `agreed_at` on. Each pair has one row, whoever asked.

    A refused request stays as a row, so that the requester sees no difference and cannot ask again.
    """

    # When they leave: a friendship needs both.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked")
    # When they leave: a friendship needs both.
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(Least("user", "other"), Greatest("user", "other"), name="one_friendship_a_pair"),
            models.CheckConstraint(condition=~Q(user=F("other")), name="nobody_is_their_own_friend"),
        ]


class Seek(Row):
    """A search for other players: editions, paces and the minimum number of captains. Deleted when the player is seated."""

    # When they leave: their search is deleted with them.
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seek")
    rulesets = models.JSONField(help_text="slugs of the editions")
    paces = models.JSONField(help_text="seconds a turn of steady paces")
    least = models.PositiveSmallIntegerField(help_text="captains at the table, themselves included")
    orders = models.JSONField(default=dict, help_text="standing orders to sit down with")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_search"
        ordering = ["made_at", "pk"]
