"""Models of seasons, tables and results. The only secret is the seed of a draw, until registration has closed."""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.confusables import LONGEST_SKELETON
from accounts.models import Skeleton, User
from games.models import Game
from leagues.pure.presets import Preset

USER = settings.AUTH_USER_MODEL
DATES_TO_COME = {
    "draft": ("registration_to", "starts", "hard_end"), "registration": ("registration_to", "starts", "hard_end"),
    "seeding": ("starts", "hard_end"), "running": ("hard_end",),
}  # fmt: skip
"""Names of the date fields that can still be changed, by season status."""


def new_seed() -> str:
    """Return a random hexadecimal seed for a season's draws."""
    return secrets.token_hex(16)


class League(models.Model):
    """A competition in one edition of a game, with any number of seasons."""

    name = models.CharField(max_length=60)
    skeleton = Skeleton(max_length=LONGEST_SKELETON, null=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    about = models.TextField(max_length=2000, blank=True)
    is_public = models.BooleanField(default=True)
    # When they leave: other organisers continue, or a captain may take over (`leagues.services.organisers`).
    organisers: "models.ManyToManyField[User, models.Model]" = models.ManyToManyField(USER, related_name="leagues_run")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One season of a league. `preset` is frozen when registration opens."""

    class Status(models.TextChoices):
        DRAFT = "draft", "being prepared"
        REGISTRATION = "registration", "registration is open"
        SEEDING = "seeding", "drawn, not begun"
        RUNNING = "running", "under way"
        SETTLING = "settling", "all games are over"
        FINAL = "final", "provisional result"
        ARCHIVED = "archived", "confirmed"
        CANCELLED = "cancelled", "cancelled"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    preset_data = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, blank=True)
    registration_to = models.DateTimeField()
    starts = models.DateTimeField()
    hard_end = models.DateTimeField()
    credited = models.PositiveIntegerField(
        default=0, db_default=0, help_text="seconds of outages by which the hard end was put off"
    )  # fmt: skip
    final_at = models.DateTimeField(null=True, blank=True)
    moved = models.JSONField(default=list, help_text="who goes where, as it was confirmed")
    paused_until = models.DateTimeField(null=True, blank=True)
    pauses = models.JSONField(null=True, editable=False, help_text="begin and end of each of its pauses, in ISO 8601")
    alarm_overdue = models.PositiveSmallIntegerField(default=24, help_text="hours overdue after which organisers are told")
    alarm_quiet = models.PositiveSmallIntegerField(default=7, help_text="days without a move after which organisers are told")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number")]

    def __str__(self) -> str:
        return f"{self.league.name}, season {self.number}"

    @property
    def preset(self) -> Preset:
        return Preset.from_json(self.preset_data)

    @property
    def is_drawn(self) -> bool:
        """Return whether the draw has been made; the seed is public from then on."""
        return self.status not in (self.Status.DRAFT, self.Status.REGISTRATION, self.Status.CANCELLED)

    @property
    def result_at(self) -> datetime:
        """Return the time at which the provisional result was published. Raise ValueError if it has not been published."""
        if self.final_at is None:
            raise ValueError(f"{self} has no result yet")
        return self.final_at

    @property
    def before(self) -> "Season | None":
        """Return the previous season of the league, ignoring cancelled seasons, or None."""
        if self.number == 1:
            return None
        earlier = Season.objects.filter(league=self.league, number__lt=self.number).exclude(status=self.Status.CANCELLED)
        return earlier.order_by("-number").first()

    @property
    def runs_by_itself(self) -> bool:
        """Return whether steps happen without a button: by the preset, or because the league has no active organiser."""
        return self.preset.automatic or not self.league.organisers.filter(is_active=True).exists()

    @property
    def is_paused(self) -> bool:
        return self.paused_until is not None and self.paused_until > timezone.now()


class Division(models.Model):
    """A group of entries that compete for the same places. Tier 1 is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text="within the season, from the top")
    name = models.CharField(max_length=40)
    quality = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_division_a_number")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's participation in one season. `own_name` is set for bots and for deleted accounts."""

    NOBODY = "A former player"

    class Status(models.TextChoices):
        ACCEPTED = "accepted", "plays"
        WAITING = "waiting", "on the waiting list"
        WITHDRAWN = "withdrawn", "withdrew"
        EXCLUDED = "excluded", "excluded"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    # When they leave: results stay, without the name.
    user = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="league_entries")
    bot = models.CharField(max_length=20, blank=True)
    own_name = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACCEPTED)
    order = models.IntegerField(default=0, help_text="place in the seeding, 1 is first")
    division = models.ForeignKey(Division, null=True, on_delete=models.SET_NULL, related_name="entries")
    label = models.PositiveSmallIntegerField(null=True)
    yellow_before = models.BooleanField(default=False, help_text="a red card of the season before")
    place = models.PositiveSmallIntegerField(null=True, help_text="in the division, when the season was confirmed")
    asked_at = models.DateTimeField(default=timezone.now)
    former = models.PositiveIntegerField(null=True, editable=False, help_text="the number of one who has left the site, as ratings know it")

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["order", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="one_entry_a_person")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        if self.own_name:
            return self.own_name
        return self.user.name if self.user else self.NOBODY

    @property
    def formerly(self) -> str:
        """Return the person's recent former names, separated by commas, or "" if there are none."""
        return "" if self.own_name or self.user is None else self.user.formerly

    @property
    def member(self) -> User:
        """Return the entry's user. Raise ValueError for a bot or a deleted account."""
        if self.user is None:
            raise ValueError(f"{self} is no member's")
        return self.user

    @property
    def cards(self) -> list["Sanction"]:
        """Return the entry's cards that have not been lifted."""
        return [card for card in self.sanctions.all() if card.lifted_at is None]


class Round(models.Model):
    """A set of fixtures that open together."""

    class Status(models.TextChoices):
        PLANNED = "planned", "to come"
        RUNNING = "running", "under way"
        CLOSED = "closed", "over"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    opens = models.DateTimeField()
    target_end = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    is_final = models.BooleanField(default=False, help_text="one table of the best; its places are the first places")
    ready_by = models.DateTimeField(null=True, help_text="how long captains may take to say that they are ready")
    ready_check_closed = models.BooleanField(default=False, help_text="who was silent then has been dealt with")
    ready = models.ManyToManyField(Entry, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_round_a_number")]

    def __str__(self) -> str:
        return "The final" if self.is_final else f"Round {self.number}"

    @property
    def ready_check_end(self) -> datetime:
        """Return the deadline of the ready check. Raise ValueError for a round without one."""
        if self.ready_by is None:
            raise ValueError(f"nobody is asked in {self}")
        return self.ready_by


class Fixture(models.Model):
    """A table of a division, whether its game is planned, running or over."""

    class Status(models.TextChoices):
        PLANNED = "planned", "to come"
        RUNNING = "running", "being played"
        FINISHED = "finished", "played"
        ADJUDICATED = "adjudicated", "adjudicated"
        VOID = "void", "void"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField(help_text="of the table in its division")
    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="fixture")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.PLANNED)
    ended_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["round__number", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_table_a_number")]
        indexes = [models.Index(fields=["round"], condition=Q(status="planned"), name="fixture_planned")]

    def __str__(self) -> str:
        return f"Table {self.number}"

    @property
    def started_game(self) -> Game:
        """Return the fixture's running or ended game. Raise ValueError if no game exists yet."""
        if self.game is None:
            raise ValueError(f"{self} has not been started")
        return self.game

    @property
    def counts(self) -> bool:
        """Return whether the result counts in the standings."""
        return self.status in (self.Status.FINISHED, self.Status.ADJUDICATED)

    @property
    def is_held(self) -> bool:
        """Return whether only newer code can open the fixture's running game."""
        return self.status == self.Status.RUNNING and self.game is not None and self.game.is_too_new


class FixtureSeat(models.Model):
    """An entry's seat and result at a table. `gone`: the captain was absent, even if a substitute took over."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    gone = models.BooleanField(default=False)
    # When they leave: the seat is offered again, and its result stays.
    played_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    played_place = models.PositiveSmallIntegerField(null=True, help_text="at the table")
    place = models.PositiveSmallIntegerField(null=True, help_text="for points")
    score = models.IntegerField(default=0)
    strikes = models.PositiveSmallIntegerField(default=0, help_text="turns its captain let run out; they count as long as the table does")
    points = models.PositiveIntegerField(default=0, help_text="in 840ths")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "seat"], name="one_entry_a_seat"),
            models.UniqueConstraint(fields=["fixture", "entry"], name="one_seat_an_entry"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}"

    @property
    def captain(self) -> str:
        """Return the name of the player who has the seat now: the substitute or, without a substitute, the entry's player."""
        return self.played_by.name if self.played_by else self.entry.name


class Correction(models.Model):
    """A change to a result, or to the settings of a season, made after the fact and shown permanently."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="corrections")
    fixture = models.ForeignKey(Fixture, null=True, on_delete=models.CASCADE, related_name="corrections")
    old = models.JSONField()
    new = models.JSONField()
    reason = models.CharField(max_length=300)
    # When they leave: their decisions stand.
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.reason


class Sanction(models.Model):
    class Kind(models.TextChoices):
        YELLOW = "yellow", "yellow card"
        RED = "red", "red card"

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.CharField(max_length=300)
    # When they leave: their decisions stand.
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True, blank=True, help_text="taken back")

    def __str__(self) -> str:
        return self.kind


class Appeal(models.Model):
    """A captain's request to review a decision."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="appeals")
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField(default=timezone.now)
    granted = models.BooleanField(null=True)
    answer = models.CharField(max_length=1000, blank=True)
    # When they leave: their decisions stand.
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at"]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class Act(models.Model):
    """A logged action of an organiser, the clock or the site, with a reason. Only names that captains gave up are replaced later."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="acts")
    # When they leave: their decisions stand.
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    what = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    fixture = models.ForeignKey(Fixture, null=True, on_delete=models.SET_NULL, related_name="acts")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.what
