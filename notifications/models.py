"""Models for notices and deliveries, incoming letters and reply addresses, preferences and stops, bounces, channels and calendars."""

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User


class Notice(models.Model):
    """News for one person, sent once. `facts` holds ids and numbers; the words are written when the notice is sent."""

    kind = models.CharField(max_length=40)
    # When they leave: nobody is left to be told.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="notices")
    address = models.EmailField(blank=True, help_text="of a person who has no account yet")
    key = models.CharField(max_length=200, unique=True)
    facts = models.JSONField(default=dict)
    not_before = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="notice_made")]

    def __str__(self) -> str:
        return self.key


class State(models.TextChoices):
    PENDING = "pending"
    SENDING = "sending"
    SENT = "sent"
    RETRY = "retry"
    UNKNOWN = "unknown"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    HELD = "held", "refused because of us, to be tried again"


class Fate(models.TextChoices):
    """The known fate of a letter after the relay accepted it. The fate only moves forward, in the order below."""

    UNTOLD = "", "sent"
    ARRIVED = "arrived", "arrived"
    BOUNCED = "bounced", "came back"
    COMPLAINED = "complained", "reported as unwanted"


OPEN = (State.PENDING, State.RETRY, State.UNKNOWN, State.HELD)
"""States from which a delivery may be claimed."""

RARE = (State.UNKNOWN, State.FAILED, State.CANCELLED, State.EXPIRED, State.HELD)
"""Rare states, for which operators search."""


def new_message_id() -> str:
    """Return the part of a Message-ID before the @. Every attempt sends the same id, so that mailboxes can drop second copies."""
    return f"d.{uuid.uuid4().hex}"


class Delivery(models.Model):
    """The delivery of a notice by one transport. The row holds no words of the letter."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    transport = models.CharField(max_length=40)
    address = models.CharField(max_length=254, blank=True, help_text="where it went, known when it is sent")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    fate = models.CharField(max_length=10, choices=Fate.choices, default=Fate.UNTOLD, blank=True)
    not_before = models.DateTimeField()
    priority = models.PositiveSmallIntegerField(default=2, help_text="the smallest goes first")
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_code = models.CharField(max_length=60, blank=True)
    message_id = models.CharField(max_length=64, default=new_message_id)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["notice", "transport"], name="one_delivery_a_transport")]
        indexes = [
            models.Index(fields=["priority", "not_before"], name="delivery_due", condition=Q(state__in=[s.value for s in OPEN])),
            models.Index(fields=["state", "-id"], name="delivery_rare", condition=Q(state__in=[s.value for s in RARE])),
            models.Index(fields=["lease_until"], name="delivery_leased", condition=Q(state=State.SENDING.value)),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.transport}"

    @property
    def went_at(self) -> datetime:
        """Return the time at which the delivery ended. Raise ValueError if the delivery has not ended."""
        if self.ended_at is None:
            raise ValueError(f"delivery {self.pk} has not gone")
        return self.ended_at

    @property
    def held_under(self) -> uuid.UUID:
        """Return the lease of the worker that is sending the letter. Raise ValueError if the delivery is not claimed."""
        if self.lease is None:
            raise ValueError(f"delivery {self.pk} is not claimed")
        return self.lease


class Lately(TypedDict):
    """Values loaded with a delivery: the reader's letters in a day, whether others can be combined, and whether the transport was down."""

    letters_lately: int
    has_company: bool
    was_shut: bool


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    Claimed = WithAnnotations[Delivery, Lately]
else:
    Claimed = Delivery


class Stop(models.Model):
    """A request by a member, or by an address without an account, to get no more letters of a category."""

    # When they leave: no letters go to them, and their address is forgotten.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="stops")
    address = models.EmailField(blank=True)
    category = models.CharField(max_length=20)
    by = models.CharField(max_length=20)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "category"], name="one_stop_a_member", condition=Q(user__isnull=False)),
            models.UniqueConstraint(fields=["address", "category"], name="one_stop_an_address", condition=Q(user__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.category


class LocalLetter(models.Model):
    """A letter in the mailbox of a site that runs on one machine, stored as the bytes that SMTP would have carried."""

    to = models.CharField(max_length=254, db_index=True)
    message_id = models.CharField(max_length=254)
    subject = models.CharField(max_length=250)
    about_account = models.BooleanField(default=False)
    raw = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="local_letter_made")]
        constraints = [models.UniqueConstraint(fields=["to", "message_id"], name="a_letter_lies_once")]

    def __str__(self) -> str:
        return self.message_id


class ReplyAddress(models.Model):
    """An address that takes replies to one letter. `purpose` selects the code that reads the replies, and `facts` is that code's data."""

    ident = models.CharField(max_length=16, unique=True)
    # When they leave: nobody may answer in their name.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="reply_addresses",
        help_text="none: somebody without an account, whose address is in the facts",
    )  # fmt: skip
    purpose = models.CharField(max_length=20)
    facts = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)
    uses_left = models.PositiveSmallIntegerField(default=20)
    revoked = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "reply addresses"

    def __str__(self) -> str:
        return f"reply address {self.pk}"


class LetterIn(models.Model):
    """An incoming letter, stored before it is read. `received_at` is the time at which the letter reached the site."""

    class State(models.TextChoices):
        STORED = "stored"
        READING = "reading"
        APPLIED = "applied"
        HELD = "held"
        REFUSED = "refused"
        IGNORED = "ignored"
        FAILED = "failed"

    class Auth(models.TextChoices):
        PASS = "pass"  # noqa: S105 - a verdict
        FAIL = "fail"
        NONE = "none"

    sha256 = models.CharField(max_length=64)
    envelope_to = models.CharField(max_length=254)
    envelope_from = models.CharField(max_length=254, blank=True)
    received_at = models.DateTimeField()
    raw = models.BinaryField()
    auth = models.CharField(max_length=4, choices=Auth.choices, default=Auth.NONE)
    address = models.ForeignKey(ReplyAddress, null=True, on_delete=models.SET_NULL, related_name="letters")
    # When they leave: their letters are deleted with them, as the page for leaving says.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="letters_in")
    sender = models.CharField(max_length=254, blank=True)
    message_id = models.CharField(max_length=250, blank=True)
    text = models.TextField(blank=True, help_text="what a person still has to confirm; emptied when they have")
    facts = models.JSONField(default=dict, help_text="what its receipt tells")
    slow_by = models.CharField(max_length=254, blank=True, help_text="who answers for it, when reading it took too long")
    state = models.CharField(max_length=8, choices=State.choices, default=State.STORED)
    reason = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "letters in"
        constraints = [models.UniqueConstraint(fields=["envelope_to", "sha256"], name="a_letter_comes_once")]
        indexes = [
            models.Index(fields=["received_at"], name="letter_in_open", condition=Q(state__in=["stored", "reading"])),
            models.Index(fields=["user", "received_at"], name="letter_in_by_user"),
            models.Index(fields=["received_at"], condition=Q(ended_at__isnull=False), name="letter_in_ended"),
            models.Index(fields=["received_at"], condition=Q(state="ignored"), name="letter_in_ignored"),
            models.Index(fields=["slow_by", "received_at"], name="letter_in_slow", condition=~Q(slow_by="")),
        ]

    def __str__(self) -> str:
        return f"letter in {self.pk}"

    @property
    def writer(self) -> User:
        """Return the member who wrote the letter. Raise ValueError if the sender is unknown or has no account."""
        if self.user is None:
            raise ValueError(f"letter in {self.pk} is of nobody who has an account")
        return self.user

    @property
    def reply_address(self) -> ReplyAddress:
        """Return the reply address to which the letter was sent. Raise ValueError if the address is unknown or deleted."""
        if self.address is None:
            raise ValueError(f"letter in {self.pk} answers to no address")
        return self.address


class Preference(models.Model):
    """A person's preferences for all letters (`topic` empty), or for letters about one topic, such as "game:12"."""

    class Mode(models.TextChoices):
        EACH = "each", "A letter for each turn"
        BATCHED = "batched", "At most one in some hours"
        DIGEST = "digest", "One a day"
        REMINDERS = "reminders", "Only reminders before my time runs out"

    # When they leave: settings of their own.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    topic = models.CharField(max_length=40, blank=True)
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.EACH)
    every = models.PositiveSmallIntegerField(default=3, help_text="hours between letters, when batched")
    digest_hour = models.PositiveSmallIntegerField(default=8)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True)
    open_talk = models.BooleanField(default=False, help_text="also what is said at tables that are open to everyone")
    holds_answers = models.BooleanField(default=False, help_text="their answers by letter wait until they confirm them on the site")
    only_refusals = models.BooleanField(default=False, help_text="their letters are answered only when something could not be done")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "topic"], name="one_preference_a_topic")]

    def __str__(self) -> str:
        return f"{self.mode} {self.topic}".strip()


class Mailing(models.Model):
    """The state of an e-mail address: points for bounced letters, up to a limit that stops letters."""

    class State(models.TextChoices):
        OK = "ok", "letters arrive"
        SOFT = "soft", "some letters came back"
        DEAD = "dead", "letters come back"
        COMPLAINED = "complained", "letters were reported as unwanted"

    address = models.CharField(max_length=254, unique=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OK)
    score = models.PositiveSmallIntegerField(default=0)
    hard_at = models.DateTimeField(null=True, help_text="of the last report that there is no such address")
    bounced_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"mailing {self.pk}"


class Outage(models.Model):
    """A period in which the relay accepts no letters. During an outage letters wait, and failures do not count as attempts."""

    transport = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    try_at = models.DateTimeField(help_text="when one letter is tried again")
    code = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["transport"], name="one_open_outage", condition=Q(ended_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"outage {self.pk}"


class Home(models.Model):
    """The home URL of the database (one row; see `home`)."""

    site_url = models.CharField(max_length=300)
    host = models.CharField(max_length=255, blank=True)
    port = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.site_url


class Alarm(models.Model):
    """The last time at which operators were told of a fault (see `operators`)."""

    fault = models.CharField(max_length=60, unique=True)
    told_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.fault


class Channel(models.Model):
    """A channel to a person besides letters: a browser that takes push messages, or a webhook URL. `secrets` holds the keys."""

    # When they leave: a way to reach nobody.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels")
    transport = models.CharField(max_length=40)
    address = models.CharField(max_length=500)
    secrets = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "transport", "address"], name="one_channel_an_address")]

    def __str__(self) -> str:
        return f"channel {self.pk}"


class Feed(models.Model):
    """The secret part of a calendar's URL. A new secret invalidates the old URL."""

    # When they leave: a secret address of their own.
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed")
    ident = models.CharField(max_length=16, unique=True)

    def __str__(self) -> str:
        return f"feed {self.pk}"
