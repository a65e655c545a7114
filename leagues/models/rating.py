"""Models of rated games, their effects on ratings, and current ratings."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game

USER = settings.AUTH_USER_MODEL


class RatingBook(models.Model):
    """The ratings of one edition; calculations lock the row. `stale` requests that games from `stale_from` on be rated again."""

    ruleset = models.CharField(max_length=40, unique=True)
    stale = models.BooleanField(default=False)
    stale_from = models.BigIntegerField(default=0, db_default=0, help_text="the second from which on; 0: from the first game")

    def __str__(self) -> str:
        return self.ruleset


class RatedTable(models.Model):
    """A rated game with its players and places. Players are stored by number, so that deleting an account changes nothing."""

    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="rated_table")
    number = models.PositiveIntegerField(unique=True, help_text="of the game")
    ruleset = models.CharField(max_length=40)
    ended = models.BigIntegerField(help_text="seconds")
    people = models.JSONField(help_text="[[person, place], …] in seat order")
    stepped_in = models.JSONField(default=list, help_text="of substitutes: [[person, place at the table, [[other, place], …]], …]")
    left = models.JSONField(default=list, help_text="[[person, second], …] of those whose seats were opened")
    is_done = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["ruleset", "ended", "number"], name="rated_in_order"),
            models.Index(fields=["ruleset", "ended", "number"], condition=Q(is_done=False), name="rated_not_yet"),
        ]

    def __str__(self) -> str:
        return f"game {self.number}"


class Rating(models.Model):
    ruleset = models.CharField(max_length=40)
    person = models.PositiveIntegerField()
    # When they leave: other ratings depend on this rating, so it stays under a number.
    user = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="ratings")
    value = models.FloatField()
    deviation = models.FloatField()
    games = models.PositiveIntegerField()
    last = models.BigIntegerField()
    cautious = models.FloatField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruleset", "person"], name="one_rating_an_edition")]

    def __str__(self) -> str:
        return f"{self.value:.0f}"


class RatingEvent(models.Model):
    """The effect of one game on one person's rating, with the contribution of each opponent."""

    table = models.ForeignKey(RatedTable, on_delete=models.CASCADE, related_name="events")
    person = models.PositiveIntegerField(db_index=True)
    before = models.FloatField()
    before_deviation = models.FloatField()
    after = models.FloatField()
    after_deviation = models.FloatField()
    against = models.JSONField(help_text="[[person, expected, got, gain], …]")
    model = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "person"], name="one_change_a_game")]

    def __str__(self) -> str:
        return f"{self.after - self.before:+.1f}"


class SeatTally(models.Model):
    """The total results of one seat in the rated games of an edition, for one table size. Recounted each night."""

    ruleset = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(help_text="0 begins")
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField(help_text="in 840ths, as a shared first place is its part")
    points = models.PositiveIntegerField(help_text="in 840ths")

    class Meta:
        ordering = ["seats", "turn"]
        constraints = [models.UniqueConstraint(fields=["ruleset", "seats", "turn"], name="one_tally_a_seat")]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.seats} captains, turn {self.turn + 1}"
