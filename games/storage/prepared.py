"""The queries behind every move, page and letter, each prepared once. Any result may be secret."""

from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import BooleanField, Exists, F, OuterRef, Q, QuerySet

from core.prepared import MOMENT, NUMBER, TEXT, Blank, Prepared
from games.models import ChatLine, Deck, Game, Hand, Move, Pause, Player, Vote, Wait
from games.storage import block_conditions
from notifications.delivery_times import MAX_TOGETHER
from notifications.inbound.reply_addresses import receipts_since


class AtThatMoment(TypedDict):
    """Annotation of an open wait: the number of the game's newest move."""

    newest: int


class RareThings(TypedDict):
    """Annotations of a wait for its letter. Each is true if such rows exist."""

    has_receipts: bool
    has_talk: bool
    has_leaves: bool
    waits_elsewhere: bool


class OneBallot(TypedDict):
    """A ballot in a vote: the voter's seat, and whether the ballot is a yes."""

    voter: int | None
    said: bool | None


class ForReader(TypedDict):
    """Annotation of a chat line: whether its reader blocks the speaker."""

    is_hidden: bool


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    VoteWithBallot = WithAnnotations[Vote, OneBallot]
    LineForReader = WithAnnotations[ChatLine, ForReader]
    OpenWait = WithAnnotations[Wait, AtThatMoment]
    WaitToTell = WithAnnotations[Wait, RareThings]

SOONEST = F("due_at").asc(nulls_last=True)
MOST_TALK = 100
MOST_ELSEWHERE = 1 + MAX_TOGETHER
"""The maximum number of other waits read for a letter. The letter lists all games whose letters it replaces."""
PLAYED_BY_THEM = (Player.Mode.PRESENT, Player.Mode.AWAY)
LONGEST_TURN = 12
"""The maximum number of rows read of a turn, which questions to other captains may have interrupted."""


@Prepared.of(NUMBER)
def locked(game: Blank) -> QuerySet[Game]:
    """Select the game with its seed, and lock the game until the transaction ends."""
    return Game.objects.select_for_update(of=("self",)).select_related("seed").filter(pk=game)


@Prepared.of(NUMBER)
def game_row(game: Blank) -> QuerySet[Game]:
    return Game.objects.filter(pk=game)


@Prepared.of(NUMBER)
def hands(game: Blank) -> QuerySet[Any, Any]:
    """Select the secrets of each player, in seat order."""
    return Hand.objects.filter(player__game=game).order_by("player__seat").values_list("secrets", flat=True)


@Prepared.of(NUMBER)
def seated(games: Blank) -> QuerySet[Player]:
    """Select the players of the tables with their hands, in seat order."""
    return Player.objects.filter(game__pk__in=games).select_related("user__automatic_leave", "hand").order_by("seat", "pk")


@Prepared.of(NUMBER, NUMBER)
def chair(game: Blank, user: Blank) -> QuerySet[Player]:
    """Select the person's player, with the table but not its position."""
    return Player.objects.select_related("game").defer("game__public").filter(game=game, user=user)


@Prepared.of(NUMBER)
def decks(games: Blank) -> QuerySet[Any, Any]:
    """Select (game, name, cards) of all piles of the games. The order of the cards is secret."""
    return Deck.objects.filter(game__pk__in=games).order_by("pk").values_list("game_id", "name", "cards")


@Prepared.of(NUMBER, NUMBER, NUMBER)
def moves(game: Blank, after: Blank, until: Blank) -> QuerySet[Move]:
    """Select the moves after number `after`, up to `until`."""
    return Move.objects.filter(game=game, number__gt=after, number__lte=until).defer("hash").order_by("number")


@Prepared.of(NUMBER, NUMBER)
def made_at(game: Blank, number: Blank) -> QuerySet[Any, Any]:
    """Select the time at which the move was made."""
    return Move.objects.filter(game=game, number=number).values_list("made_at", flat=True)


@Prepared.of(NUMBER, NUMBER, BooleanField())
def talk(game: Blank, reader: Blank, by_spectator: Blank) -> "QuerySet[LineForReader]":
    """Select the newest lines of players or spectators, newest first. `is_hidden` is true if the reader blocks the speaker."""
    lines = ChatLine.objects.filter(game=game, by_spectator=by_spectator).select_related("user")
    seen = lines.annotate(is_hidden=block_conditions.has_blocked(reader, "user"))
    return seen.only("game", "text", "said_at", "user__name").order_by("-pk")[:MOST_TALK]


@Prepared.of(NUMBER)
def newest(game: Blank) -> QuerySet[Any, Any]:
    return Game.objects.filter(pk=game).values_list("number", flat=True)


@Prepared.of(NUMBER)
def open_waits(game: Blank) -> "QuerySet[OpenWait]":
    """Select the open waits, most urgent first, each with `newest`, the number of the game's newest move."""
    return Wait.objects.filter(game=game, closed_at=None).annotate(newest=F("game__number")).order_by(SOONEST)


@Prepared.of(NUMBER, NUMBER)
def open_wait_of(game: Blank, seat: Blank) -> QuerySet[Wait]:
    return Wait.objects.filter(game=game, seat=seat, closed_at=None).order_by("pk")


@Prepared.of(NUMBER, NUMBER, MOMENT, MOMENT)
def wait_to_tell(wait: Blank, reader: Blank, since: Blank, now: Blank) -> "QuerySet[WaitToTell]":
    """Select the wait with its game, if it is open, and, for its letter, whether receipts, chat lines, leave and other waits exist."""
    leaves = Pause.objects.filter(reason=Pause.Reason.VACATION, end__gt=now, user__players__game=OuterRef("game"))
    return Wait.objects.filter(pk=wait, closed_at=None).select_related("game").annotate(
        has_receipts=Exists(receipts_since(reader, "game", since)),
        has_talk=Exists(ChatLine.objects.filter(game=OuterRef("game"), by_spectator=False)),
        has_leaves=Exists(leaves),
        waits_elsewhere=Exists(waiting_for(reader).exclude(game=OuterRef("game"))),
    )  # fmt: skip


def waiting_for(user: Blank | int) -> QuerySet[Wait]:
    """Select the open waits for the person, most urgent first, except for seats that a bot plays for them."""
    own = Q(game__players__user=user, game__players__seat=F("seat"), game__players__mode__in=PLAYED_BY_THEM)
    waits = Wait.objects.filter(own, closed_at=None, game__status=Game.Status.RUNNING).exclude(next_step=Wait.Step.CLOSE)
    return waits.order_by(SOONEST, "pk")


@Prepared.of(NUMBER, NUMBER)
def waits_elsewhere(user: Blank, game: Blank) -> QuerySet[Wait]:
    """Select the person's open waits at other tables, most urgent first."""
    waits = waiting_for(user).exclude(game=game).select_related("game")
    needed = ("seat", "asked_at", "due_at", "overdue_at", "next_at", "game__name", "game__ruleset", "game__version", "game__format")
    return waits.only(*needed)[:MOST_ELSEWHERE]


@Prepared.of(NUMBER, TEXT)
def waits_of(game: Blank, turn_keys: Blank) -> QuerySet[Wait]:
    """Select the open waits, and all waits of the given turns, oldest first."""
    return Wait.objects.filter(Q(closed_at=None) | Q(turn_key__in=turn_keys), game=game).order_by("pk")


@Prepared.of(NUMBER, NUMBER)
def turns_of(game: Blank, seat: Blank) -> QuerySet[Any, Any]:
    """Select (turn key, newest move when asked) of the seat's waits, newest first, except windows and turns played by orders."""
    asked = Wait.objects.filter(game=game, seat=seat).exclude(next_step=Wait.Step.CLOSE)
    answered = asked.exclude(closed_at=None).exclude(closed_by="unasked").order_by("-pk")
    return answered.values_list("turn_key", "since_number")[:LONGEST_TURN]


@Prepared.of(NUMBER)
def games_waiting(user: Blank) -> QuerySet[Any, Any]:
    """Select the ids of games that wait for the person, most urgent first."""
    return waiting_for(user).values_list("game_id", flat=True)


@Prepared.of(NUMBER)
def open_votes(game: Blank) -> "QuerySet[VoteWithBallot]":
    """Select the open votes of the table, once per ballot. `voter` is None for a vote without ballots."""
    return Vote.objects.filter(game=game, result="").order_by("pk").annotate(voter=F("ballots__seat"), said=F("ballots__yes"))


@Prepared.of(NUMBER, NUMBER, MOMENT)
def pauses(games: Blank, people: Blank, since: Blank) -> QuerySet[Pause]:
    """Select all pauses that may affect a clock of the games, the first of which began at `since`."""
    own, everywhere = Q(game__pk__in=games), Q(game=None, user=None, end__gt=since)
    return Pause.objects.filter(own | everywhere | Q(user__pk__in=people, end__gt=since))
