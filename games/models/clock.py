"""Rows about time: waits, pauses, votes, and the journal of the clock."""

from datetime import datetime
from typing import TypedDict

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.rows import Row
from games.clocks.limits import LEAVE_A_TURN

AUTOMATIC = "automatic"
"""The note of a day of leave that was taken automatically."""


class Wait(Row):
    """A wait of the game for one seat. Only the sweep reads `next_at`. The row, not a task in a queue, is the record.

    `turn_key` is "round:seat:kind", so that all the small answers of one turn share one clock. The game does not wait for rows of
    the kind "window", a reaction window, in which several seats may answer until the same time (`deadlines/waiting.py`).
    """

    class Step(models.TextChoices):
        REMIND1 = "remind1", "first reminder"
        REMIND2 = "remind2", "second reminder"
        DUE = "due", "time is out, grace begins"
        EXPIRE = "expire", "grace is out"
        STALL = "stall", "a month without a clock"
        BOT = "bot", "a bot plays"
        CLOSE = "close", "a window closes"

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="waits")
    seat = models.PositiveSmallIntegerField()
    turn_key = models.CharField(max_length=40)
    decision = models.CharField(max_length=40, help_text="what was asked first")
    since_number = models.PositiveIntegerField()
    asked_at = models.DateTimeField()
    allowance = models.PositiveIntegerField(default=0, help_text="seconds")
    patience = models.PositiveIntegerField(default=0, help_text="seconds of grace after them")
    bank = models.PositiveIntegerField(null=True, help_text="what the seat had in its bank when this turn began")
    used_before = models.PositiveIntegerField(default=0, help_text="seconds of this turn before it was interrupted")
    used = models.PositiveIntegerField(null=True, help_text="seconds, when closed")
    may_hold = models.PositiveIntegerField(
        null=True, help_text="seconds this turn may still be held in all; none: asked before that was limited"
    )
    may_leave = models.PositiveIntegerField(
        default=LEAVE_A_TURN, db_default=LEAVE_A_TURN, help_text="seconds of declared leave that may still stop this turn"
    )
    reminded = models.PositiveSmallIntegerField(default=0)
    seen_at = models.DateTimeField(null=True, help_text="when its owner saw the question on the site")
    wants_day_at = models.DateTimeField(null=True, help_text="when its captain asked the others for a day more")
    overdue_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)
    next_step = models.CharField(max_length=10, choices=Step.choices)
    failures = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=10, blank=True)

    class Meta:
        indexes = [models.Index(fields=["next_at"], condition=Q(closed_at=None), name="wait_next")]
        constraints = [models.UniqueConstraint(fields=["game", "seat"], condition=Q(closed_at=None), name="one_open_wait_a_seat")]

    @property
    def deadline(self) -> datetime:
        """Return the time at which the seat's time runs out. Raise LookupError if no clock is running."""
        if self.due_at is None:
            raise LookupError(f"wait {self.pk} has no clock")
        return self.due_at

    @property
    def is_window(self) -> bool:
        """Return whether the row is a reaction window in which the seat may answer, not a question for which the game waits."""
        return self.turn_key.endswith(":window")


class Pause(Row):
    """Time that does not count: for one seat, one table, one person (leave) or, if none of these is set, for every table.

    A table's weekends and nights are not stored, but computed from its terms. On an outage, `charged` is the number of deadlines
    that it moved, set once every table has been credited with the outage.
    """

    class Reason(models.TextChoices):
        VACATION = "vacation", "leave"
        OUTAGE = "outage", "the site was down"
        MAIL = "mail", "a letter was late"
        VOTE = "vote", "agreed at the table"
        GIFT = "gift", "a day given by an opponent"
        ORGANISER = "organiser", "by the organiser"
        STUCK = "stuck", "the game was set aside"
        NEWER = "newer", "the code was older than the game"
        SAID = "said", "a deadline that was said is kept"

    game = models.ForeignKey("games.Game", null=True, on_delete=models.CASCADE, related_name="pauses")
    seat = models.PositiveSmallIntegerField(null=True)
    # When they leave: their leave is deleted, because no seat of theirs has a clock any more.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="leaves")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    begin = models.DateTimeField()
    end = models.DateTimeField()
    note = models.CharField(max_length=200, blank=True)
    # When they leave: a pause that they gave stays.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    charged = models.PositiveIntegerField(null=True, help_text="seconds of the allowance, once a leave is over")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["begin", "pk"]
        indexes = [
            models.Index(fields=["end"], condition=Q(game=None, user=None), name="pause_of_all"),
            models.Index(fields=["user", "end"], condition=Q(reason="vacation"), name="pause_of_person"),
        ]

    @property
    def is_declared_leave(self) -> bool:
        """Return whether the row is leave that the player asked for, not a day taken automatically."""
        return self.reason == self.Reason.VACATION and self.note != AUTOMATIC

    @property
    def is_extra(self) -> bool:
        """Return whether the pause stops one player's clock without being declared leave, and so costs spare time."""
        return (self.seat is not None or self.user_id is not None) and not self.is_declared_leave


class AutomaticLeave(Row):
    """A person's choice that a day of leave is taken whenever one of their turns would time out."""

    # When they leave: the setting is deleted with them.
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="automatic_leave")


class Lapse(Row):
    """An event in a person's record: a missed ready check (half an incident), or a seat lost for good to a substitute (a game given up)."""

    # When they leave: their record is deleted with them.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lapses")
    lost_seat = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)


class ClockEntry(Row):
    """A line of the journal about time and seats, beside the moves. It is public at the table."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="clock_entries")
    number = models.PositiveIntegerField(help_text="of the newest move then")
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20)
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]


class Proposal(TypedDict, total=False):
    """The stored subject of a vote: the end of a pause, the seat to open, or the move to undo, and whether the table has agreed."""

    until: str
    target: int | None
    number: int
    agreed: bool


class Vote(Row):
    """A question to the table. No answer counts as no."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=12)
    seat = models.PositiveSmallIntegerField(help_text="who asks")
    facts = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    result = models.CharField(max_length=10, blank=True, help_text="passed, failed, void; empty while it is open")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["expires_at"], condition=Q(closed_at=None), name="vote_expires")]
        constraints = [models.UniqueConstraint(fields=["game", "kind"], condition=Q(result=""), name="one_open_vote_a_kind")]


class Ballot(Row):
    """A seat's answer to a vote."""

    vote = models.ForeignKey(Vote, on_delete=models.CASCADE, related_name="ballots")
    seat = models.PositiveSmallIntegerField()
    yes = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["vote", "seat"], name="one_ballot_a_seat")]


class Heartbeat(Row):
    """The time of the sweep's last run, in a single row. A gap means an outage, unless the clock was set ahead or sweeps run rarely."""

    at = models.DateTimeField()
    boot = models.CharField(max_length=40, blank=True, default="", db_default="", help_text="which start of which machine it was")
    ticks = models.FloatField(null=True, help_text="seconds since that start")
    gaps = models.JSONField(null=True, help_text="the last gaps in seconds, the newest last")
