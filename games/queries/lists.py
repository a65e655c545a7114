"""Which games a person may see, which are theirs, and which wait for them. Nothing here changes anything."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from accounts.models import User, Visitor
from core.prepared import NUMBER, Blank, Prepared
from games.models import Game, Invitation, Player, Wait
from games.storage import block_conditions, prepared
from games.storage.block_conditions import Person

NAMES = Prefetch("players", Player.objects.select_related("user").only("game", "seat", "bot", "own_name", "user__name", "user__formerly"))
"""The players of tables as far as a list names them."""


MOST_NEWEST = 50
"""The most tables that one query of the lobby finds."""


def invitations_of(user: Visitor) -> QuerySet[Invitation]:
    """Return invitations to this person, by name or to a confirmed address, without those between people with a block."""
    return invitations_to(user) if user.is_authenticated else Invitation.objects.none()


def invitations_to(user: Person) -> QuerySet[Invitation]:
    """Return the same for a person who has signed in."""
    asked = ever_invited(user).filter(declined_at=None, taken_back_at=None)
    return asked.exclude(block_conditions.is_blocked_either_way(user, "by"))


def ever_invited(user: Person) -> QuerySet[Invitation]:
    """Return every invitation to this person, also those that were declined or taken back."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).values("email")
    return Invitation.objects.filter(Q(user=user) | Q(email__in=addresses))


def invited_to_open(user: User) -> QuerySet[Invitation]:
    """Return those to tables that wait for players, with the tables and who invited."""
    return invitations_to(user).filter(game__status=Game.Status.OPEN).select_related("game__owner", "by").defer("game__public")


def visible_games(user: Visitor) -> QuerySet[Game]:
    """Return every table this person may see: public ones, their own, and those they are invited to."""
    return visible_to(user) if user.is_authenticated else Game.objects.filter(open_to_all=True)


def visible_to(user: Person) -> QuerySet[Game]:
    """Return the same for a person who has signed in."""
    seated = Exists(Player.objects.filter(game=OuterRef("pk"), user=user))
    asked = Q(pk__in=invitations_to(user).values("game"), status=Game.Status.OPEN)
    return Game.objects.filter(Q(open_to_all=True) | seated | asked)


@Prepared.of(NUMBER, NUMBER)
def one_visible(game: Blank, user: Blank) -> QuerySet[Game]:
    """This table, if this person may see it."""
    return visible_to(user).filter(pk=game)


def visible_game(user: Visitor, pk: int) -> Game | None:
    """Return this table, if the person may see it."""
    return one_visible.first(pk, user.pk) if user.is_authenticated else visible_games(user).filter(pk=pk).first()


def open_tables(user: Visitor) -> QuerySet[Game]:
    """Return open public tables and those this person is invited to, newest first, with their players.

    Tables with a player whom they block, or who blocks them, are left out.
    """
    games = visible_games(user).filter(status=Game.Status.OPEN)
    if user.is_authenticated:
        shunned = Player.objects.filter(block_conditions.is_blocked_either_way(user, "user"), game=OuterRef("pk"))
        own = Player.objects.filter(game=OuterRef("pk"), user=user)
        games = games.filter(~Exists(own), ~Exists(shunned))
    return games.select_related("owner").prefetch_related("players__user").order_by("-created_at")


def lobby_tables(user: Visitor, friends: Collection[int], most: int, before: datetime | None = None) -> list[Game]:
    """Return up to `most` open tables, the newest first; at the beginning those where one of `friends` sits.

    `before` leaves out newer tables and puts no friends first. Each query finds its tables by an index, which one for all could not.
    """
    if before is not None or not user.is_authenticated:
        tables = open_tables(user).filter(created_at__lt=before) if before else open_tables(user)
        ids = list(tables.values_list("pk", flat=True)[:most])
    else:
        newest = open_tables(user).values_list("pk", flat=True)[:MOST_NEWEST]
        ids = list(dict.fromkeys([*tables_of_friends(user, friends), *newest]))[:most]
    found = Game.objects.defer("public").in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]


def tables_of_friends(user: User, friends: Collection[int]) -> list[int]:
    """Return the numbers of open tables at which one of these people sits, the newest first."""
    if not friends:
        return []
    seated = Player.objects.filter(user__in=friends, seat=None, game__status=Game.Status.OPEN)
    ids = set(seated.values_list("game", flat=True)[:MOST_NEWEST])
    return list(open_tables(user).filter(pk__in=ids).values_list("pk", flat=True))


def to_look_at(user: Visitor, most: int, *statuses: str, beside: Collection[Game] = ()) -> list[list[Game]]:
    """Return for each status up to `most` public tables, last moved first, with their players: not one's own, and none that sleeps.

    The tables `beside` get their players in the same query.
    """
    public = Game.objects.filter(open_to_all=True, stalled_at=None).defer("public").order_by("-moved_at")
    newest = [list(public.filter(status=status)[: 2 * most]) for status in statuses]
    prefetch_related_objects([*beside, *(game for found in newest for game in found)], NAMES)
    return [[game for game in found if not is_at(user, game)][:most] for found in newest]


def is_at(user: Visitor, game: Game) -> bool:
    """Does this person sit at a table whose players are at hand?"""
    return user.pk is not None and any(player.user_id == user.pk for player in game.players.all())


@dataclass(slots=True, frozen=True)
class OwnGame:
    """One of the reader's games, and how it stands for them.

    `seat` is None before it begins; `due` is when they must have answered, `window` until when a reaction window is open;
    `waiting_names` are the players it waits for. `is_in_bot_hands`: a bot plays for their seat now. `unread` lines of talk are new to them.
    `closes` is when a game that stands still, as everyone is away, is closed.
    """

    game: Game
    seat: int | None
    is_in_bot_hands: bool
    is_waiting: bool
    due: datetime | None
    window: datetime | None
    waiting_names: list[str]
    unread: int = 0
    closes: datetime | None = None

    @classmethod
    def from_rows(cls, game: Game, user: User, waits: list[Wait], unread: int = 0) -> "OwnGame":
        """Return the row of `game`, which has its players prefetched; `waits` are all its open waits."""
        seated = list(game.players.all())
        me = next(player for player in seated if player.user_id == user.pk)
        in_bot_hands = me.seat is not None and me.mode in HELMSMAN
        asked, windows = required_and_optional(waits if game.status == Game.Status.RUNNING else [])
        mine = next((wait for wait in asked if wait.seat == me.seat and not in_bot_hands), None)
        closes = next((wait.next_at for wait in asked if game.stalled_at and wait.next_step == Wait.Step.STALL), None)
        return cls(
            game, me.seat, in_bot_hands, mine is not None, mine.due_at if mine else None, windows[0].due_at if windows else None,
            [seated[wait.seat].name for wait in asked], unread, closes,
        )  # fmt: skip

    @property
    def urgency(self) -> tuple[bool, bool, float]:
        """The key to sort by: games that wait for the reader come first, by due time."""
        return not self.is_waiting, self.due is None, self.due.timestamp() if self.due else 0.0


def my_games(user: User) -> list[OwnGame]:
    """Return this person's games, most urgent first: those waiting for them by due time, then running, open, ended."""
    games = Game.objects.filter(players__user=user).exclude(status=Game.Status.CANCELLED).defer("public").prefetch_related("players__user")
    ranked = sorted(games.order_by("-moved_at", "-created_at")[:300], key=lambda game: ORDER[Game.Status(game.status)])
    waits = open_waits([game.pk for game in ranked])
    return sorted((OwnGame.from_rows(game, user, waits[game.pk]) for game in ranked), key=lambda own: own.urgency)


def open_waits(games: list[int]) -> dict[int, list[Wait]]:
    """Return game -> its open waits, the most urgent first."""
    waits: dict[int, list[Wait]] = {key: [] for key in games}
    asked = Wait.objects.filter(game__in=games, closed_at=None).only("game", "seat", "turn_key", "due_at", "next_step", "next_at")
    for wait in asked.order_by(prepared.SOONEST):
        waits[wait.game_id].append(wait)
    return waits


def required_and_optional(waits: list[Wait]) -> tuple[list[Wait], list[Wait]]:
    """Split waits into those a game waits for, and open windows."""
    return [wait for wait in waits if not wait.is_window], [wait for wait in waits if wait.is_window]


HELMSMAN = (Player.Mode.OPEN, Player.Mode.BOT)
ORDER = {Game.Status.RUNNING: 0, Game.Status.STUCK: 1, Game.Status.OPEN: 2, Game.Status.OVER: 3}


def next_waiting(user: User, after: int | None = None) -> int | None:
    """Return the id of the next game that waits for this person, other than game `after`; None if there is none."""
    waits = prepared.waiting_for(user.pk)
    current = waits.filter(game_id=after).first() if after else None
    others = waits.exclude(game_id=after) if after else waits
    if current is not None:
        later = others.filter(after_it(current)).first()
        if later is not None:
            return later.game_id
    first = others.first()
    return first.game_id if first else None


def after_it(wait: Wait) -> Q:
    """Return a condition for less urgent waits than this one; those without a clock are last."""
    if wait.due_at is None:
        return Q(due_at=None, pk__gt=wait.pk)
    return Q(due_at__gt=wait.due_at) | Q(due_at=wait.due_at, pk__gt=wait.pk) | Q(due_at=None)


def longest_overdue(now: datetime | None = None) -> float:
    """Return by how many seconds the most overdue wait is late: a figure for operators."""
    now = now or timezone.now()
    oldest = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, next_at__lte=now).order_by(F("next_at"))
    first = oldest.values_list("next_at", flat=True).first()
    return (now - first).total_seconds() if first else 0.0
