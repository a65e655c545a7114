"""The rows of a game. Secrets are in rows of their own, so that no list or admin page ever loads them."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.json_field import ExactJSON
from core.rows import Row
from games.clocks.limits import SPARE_A_GAME
from games.clocks.terms import Terms, terms_from_json
from games.editions.cards import Offer, offer_at
from games.editions.guard import Guarded
from games.engine import Dice, Outcome, Ruleset, commitment
from games.rulesets import UnknownEdition, all_rulesets, get_ruleset

BY = [
    ("player", "the player"),
    ("mail", "the player, by letter"),
    ("standing", "standing orders"),
    ("clock", "time ran out"),
    ("bot", "a bot"),
]
BY_CAPTAIN = ("player", "mail")
"""The values of `Move.by` for a captain's own answers, on pages and by letter."""
BY_CAPTAIN_OR_ORDERS = (*BY_CAPTAIN, "standing")
"""The values of `Move.by` for answers by a captain or their orders. Other captains do not learn which of them it was."""


def new_token() -> str:
    """Return a random secret for a link."""
    return secrets.token_urlsafe(16)


class Game(models.Model):
    """A table, from the first chair to the last move. The row has only facts that everyone at the table may know."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        RUNNING = "running", "running"
        OVER = "over", "over"
        STUCK = "stuck", "set aside"
        CANCELLED = "cancelled", "cancelled"

    ruleset = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField(default=1, help_text="of its rules")
    format = models.PositiveSmallIntegerField(default=1, db_default=1, editable=False, help_text="in which its state is stored")
    options = models.JSONField(default=dict)
    name = models.CharField(max_length=60)
    # When they leave: the table goes to another captain (`games.tables.renaming`).
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="own_games")
    open_to_all = models.BooleanField(default=False)
    join_token = models.CharField(max_length=40, default=new_token, unique=True, editable=False)
    seats = models.PositiveSmallIntegerField()
    pace = models.PositiveIntegerField(help_text="seconds a turn usually has")
    clock = models.JSONField(default=dict, help_text="all terms about time; empty: a steady pace")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    commitment = models.CharField(max_length=64, help_text="of the seed, shown before the first move")

    number = models.PositiveIntegerField(default=0, help_text="of the newest move")
    public = ExactJSON(null=True, editable=False)
    first = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(default=0)
    scores = models.JSONField(default=list)
    outcome_data = models.JSONField(null=True, editable=False)
    last_moves = models.JSONField(default=list, editable=False, help_text="number of each seat's last own move")
    undo_depth = models.PositiveSmallIntegerField(default=0, editable=False)

    created_at = models.DateTimeField(default=timezone.now)
    ready_by = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    stalled_at = models.DateTimeField(null=True, blank=True, help_text="since when nobody is there")
    ends_at = models.DateTimeField(null=True, blank=True, help_text="agreed: the round that runs then is the last")
    last_round = models.PositiveIntegerField(null=True, editable=False, help_text="its number, once that moment has come")
    is_rated = models.BooleanField(default=True, help_text="false for ends that nobody played for")
    rematch_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches")
    moved_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    is_archived = models.BooleanField(
        default=False, db_default=False, editable=False, help_text="its moves are in its archive, not in rows of their own"
    )

    class Meta:
        indexes = [
            models.Index(fields=["status", "-id"], condition=Q(status__in=["stuck", "cancelled"]), name="game_rare"),
            models.Index(fields=["ended_at"], condition=Q(status="over", is_archived=False), name="game_to_archive"),
            models.Index(fields=["ready_by"], condition=Q(status="open", ready_by__isnull=False), name="game_ready_by"),
            models.Index(fields=["-created_at"], condition=Q(status="open"), name="game_open"),
            models.Index(fields=["-moved_at"], condition=Q(status="running"), name="game_running"),
            models.Index(fields=["ends_at"], condition=Q(last_round=None), name="game_ends"),
            models.Index(fields=["status", "-moved_at"], condition=Q(open_to_all=True), name="game_to_look_at"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Ruleset:
        """Return the guarded edition in the version of the game's rules, or in the newest version before the game begins.

        Raise UnknownEdition or UnknownVersion.
        """
        own = get_ruleset(self.ruleset, None if self.status == self.Status.OPEN else self.version)
        return Guarded.of(own, self.pk)

    @property
    def edition(self) -> Ruleset:
        """Return the newest version of the edition, for its name, whatever version the game has. Raise UnknownEdition."""
        return Guarded.of(get_ruleset(self.ruleset), self.pk)

    @property
    def offer(self) -> Offer:
        """Return the game's card on the front page, for its name and summary. Raise UnknownEdition."""
        return offer_at(self.edition, self.options)

    @property
    def which(self) -> str:
        """Return the edition (if this code knows it) and the table's number, which tell the game apart from others of the same name."""
        try:
            return f"{self.offer.name}, table {self.pk}"
        except UnknownEdition:
            return f"table {self.pk}"

    @property
    def is_too_new(self) -> bool:
        """Return whether only newer code knows the game's edition, format or version, so that this code must not touch the game."""
        edition = all_rulesets().get(self.ruleset)
        return edition is None or self.version > edition.version or self.format > edition.format

    @property
    def terms(self) -> Terms:
        """Return the table's agreed terms about time."""
        return terms_from_json(self.clock, self.pace)

    def may_take_back(self, seat: int | None) -> bool:
        """Return whether the newest move is the seat's own and can still be undone."""
        return seat is not None and self.undo_depth > 0 and self.last_moves[seat] == self.number

    @property
    def position(self) -> dict[str, Any]:
        """Return the public part of a started game, as stored. Raise LookupError before the game begins."""
        if self.public is None:
            raise LookupError(f"game {self.pk} has not begun")
        public: dict[str, Any] = self.public
        return public

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, or None while it is not over."""
        if self.outcome_data is None:
            return None
        data = self.outcome_data
        return Outcome(tuple(data["winners"]), tuple(data["places"]), tuple(data["scores"]), data["reason"])


class Player(models.Model):
    """A person or a bot at a table. The seat is assigned when the game starts.

    `former` had the seat before a substitute took it, and may come back until the substitute's first answer. `former` then gets back
    the strikes and the time stored in `former_had`.
    """

    class Mode(models.TextChoices):
        PRESENT = "present", "present"
        AWAY = "away", "away"
        OPEN = "open", "seat open"
        BOT = "bot", "in a helmsman’s hands"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # When they leave: the seat and its moves stay, and a bot plays on.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    bot = models.CharField(max_length=20, blank=True, help_text="level; empty for a person")
    own_name = models.CharField(max_length=40, blank=True, help_text="of a bot, or of one who has left")
    place = models.CharField(max_length=40, blank=True, help_text="home port, colour: what the edition lets a seat choose")
    resigned = models.BooleanField(default=False)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.PRESENT)
    bank = models.PositiveIntegerField(null=True, blank=True, help_text="seconds saved, where the pace has a bank")
    strikes = models.PositiveSmallIntegerField(default=0)
    strikes_running = models.PositiveSmallIntegerField(default=0)
    striking_since = models.DateTimeField(null=True, blank=True, help_text="when the first running strike came due")
    gifts = models.PositiveSmallIntegerField(default=0, help_text="days given by opponents")
    spare = models.PositiveIntegerField(
        default=SPARE_A_GAME, db_default=SPARE_A_GAME, help_text="seconds by which their deadlines may still come later in this game"
    )
    ready = models.BooleanField(default=False, help_text="has said so at the ready check")
    read_talk_to = models.PositiveBigIntegerField(
        null=True, default=0, help_text="the newest line of talk they have seen; empty: not known"
    )
    # When they leave: nobody comes back for the seat.
    former = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    former_had = models.JSONField(default=dict, blank=True, help_text="their strikes, their bank, and since when they had the seat")
    open_until = models.DateTimeField(null=True, blank=True, help_text="how long substitutes are looked for")
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seat", "pk"]
        indexes = [
            models.Index(fields=["mode", "open_until"], condition=Q(open_until__isnull=False), name="player_open_until"),
            models.Index(fields=["user"], condition=Q(seat=None), name="player_before_the_start"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_person"),
            models.UniqueConstraint(fields=["game", "place"], condition=~Q(place=""), name="one_player_a_place"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def seat_number(self) -> int:
        """Return the player's seat in a started game. Raise LookupError before the game begins, when players have no seats."""
        if self.seat is None:
            raise LookupError(f"player {self.pk} has no seat before the game begins")
        return self.seat

    @property
    def plays_itself(self) -> bool:
        """Return whether a bot plays the seat: a bot player, or a helmsman for a captain who is absent or left."""
        return bool(self.bot) or self.user_id is None or self.mode in (self.Mode.OPEN, self.Mode.BOT)

    @property
    def name(self) -> str:
        """Return the name that other people read."""
        if self.own_name:
            return self.own_name
        return self.user.name if self.user else "A departed captain"

    @property
    def formerly(self) -> str:
        """Return the person's recent former names, or ""."""
        return "" if self.own_name or self.user is None else self.user.formerly


class Hand(Row):
    """The secrets of a seat, and its player's instructions for times of absence."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="hand")
    secrets = ExactJSON(default=dict)
    orders = ExactJSON(default=dict)
    queue = ExactJSON(default=list)
    dropped = ExactJSON(default=list, help_text="answers in advance that did not fit; told with the next letter")
    fallback = models.CharField(max_length=8, default="default", help_text="who plays when time is out: default, helmsman, again")


class Deck(Row):
    """The secret order of one pile."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="decks")
    name = models.CharField(max_length=40)
    cards = ExactJSON(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_deck_a_name")]


class Seed(Row):
    """The secret seed of all dice of a game. Public once the game is over."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="seed")
    secret = models.BinaryField(max_length=32)

    @property
    def dice(self) -> Dice:
        return Dice(bytes(self.secret))

    @classmethod
    def draw(cls) -> tuple[bytes, str]:
        """Return a new secret and the commitment to it."""
        secret = secrets.token_bytes(32)
        return secret, commitment(secret)


class Move(models.Model):
    """An entry of the game's journal.

    `hash` is the SHA-256 of the snapshot after the move. It covers hands and piles, and could be guessed near the end of a game, so
    it is not shown before the game is over. `events` may hold facts for some seats only: read them through `queries`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    decision = models.CharField(max_length=40)
    answer = ExactJSON(null=True)
    events = ExactJSON(default=list)
    by = models.CharField(max_length=10, choices=BY)
    hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_move_a_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.decision}"

    @property
    def goes_back_to(self) -> int:
        """Return the number of the move after which the game continues, for an undo. Raise LookupError for any other move."""
        if self.decision != "undo" or self.answer is None:
            raise LookupError(f"move {self.number} takes nothing back")
        return int(self.answer)


class Archive(Row):
    """All moves of a game that ended long ago, in one row. Read them through `games.storage.archive`."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="archive")
    moves = models.BinaryField(help_text="every move, as compressed JSON; see `games.storage.archive`")
    made_at = models.DateTimeField(auto_now_add=True)


class Checkpoint(Row):
    """The whole game after a move, so that restoring a position replays a few moves instead of all. Secret."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="checkpoints")
    number = models.PositiveIntegerField()
    snapshot = ExactJSON()
    format = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="of the snapshot")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_checkpoint_a_number")]


class Undo(Row):
    """The game before a move that can still be undone. Secret. Deleted when something is revealed or the turn passes."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="undos")
    number = models.PositiveIntegerField()
    snapshot = ExactJSON()
    format = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="of the snapshot")


class ChatLine(Row):
    """A chat line at a table, by a player or by a spectator. Read spectators' lines through `games.queries.journal`."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat")
    # When they leave: their lines are deleted with them.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE)
    text = models.CharField(max_length=500)
    said_at = models.DateTimeField(default=timezone.now)
    by_spectator = models.BooleanField(default=False, db_default=False, help_text="players do not read it before the game is over")

    class Meta:
        ordering = ["pk"]

    @property
    def is_taken_away(self) -> bool:
        """Return whether hosts have removed the line's text, which is kept with the report."""
        return not self.text


class Invitation(Row):
    """An invitation to a table, for a person or an e-mail address."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    # When they leave: nobody is left to come.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(blank=True)
    # When they leave: the chair is still free, so the invitation stays.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)
    taken_back_at = models.DateTimeField(null=True, help_text="by the host, who may have taken this captain off the table")

    @property
    def sender(self) -> str:
        """Return the name of the captain who invited, or of the current host if that captain has left the site."""
        host = self.by or self.game.owner
        return host.name if host else "A departed captain"

    @property
    def called(self) -> str:
        """Return the name or the address that was invited."""
        return self.user.name if self.user else self.email

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_invitation_a_person"),
            models.UniqueConstraint(fields=["game", "email"], condition=~Q(email=""), name="one_invitation_an_address"),
        ]
