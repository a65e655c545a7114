"""Models of absences, substitutes, calls to substitutes, and standing orders for future tables."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from leagues.models.league import Entry, FixtureSeat, Season

USER = settings.AUTH_USER_MODEL


class Absence(models.Model):
    """A range of days on which a captain cannot begin new games."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    begin = models.DateField()
    end = models.DateField()

    def __str__(self) -> str:
        return f"{self.begin} to {self.end}"


class SeasonOrders(models.Model):
    """A captain's standing orders for the tables of a season, in a model of their own because standing orders are secret."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standing_orders")
    # When they leave: they take no more seats.
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    orders = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "season orders"
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="one_row_of_orders_a_person")]

    def __str__(self) -> str:
        return f"Orders of {self.user}"


class Substitute(models.Model):
    """A person who is willing to take over seats in a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="substitutes")
    # When they leave: they are no longer a substitute.
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)
    most_games = models.PositiveSmallIntegerField(default=2)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="one_substitute_a_person")]

    def __str__(self) -> str:
        return str(self.user)


class SubCall(models.Model):
    """A call that asks a substitute to take a seat by a deadline."""

    seat = models.ForeignKey(FixtureSeat, on_delete=models.CASCADE, related_name="calls")
    substitute = models.ForeignKey(Substitute, on_delete=models.CASCADE, related_name="calls")
    asked_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    answer = models.CharField(max_length=8, blank=True, help_text="yes, no, late; empty while it is open")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "substitute"], name="one_call_a_seat")]

    def __str__(self) -> str:
        return self.answer or "open"
