"""Query the games that a person may see, their own games in groups, and the games that wait for them. Nothing here writes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from accounts.models import User, Visitor
from core.prepared import NUMBER, Blank, Prepared
from games.models import ChatLine, Game, Invitation, Player, Wait
from games.storage import block_conditions, prepared
from games.storage.block_conditions import Person

NAMES = Prefetch("players", Player.objects.select_related("user").only("game", "seat", "bot", "own_name", "user__name", "user__formerly"))
"""A prefetch of the players' names for a list of tables."""

MOST_NEWEST = 50
"""The maximum number of tables that a query of the lobby returns."""
Status = Game.Status
GROUPS = ("waiting", "running", "open", "over")
"""Games that wait for the person, other running games, tables that wait for players, finished games."""
LISTED_COLUMNS = (
    "ruleset",
    "options",
    "version",
    "format",
    "name",
    "status",
    "seats",
    "number",
    "round",
    "scores",
    "outcome_data",
    "stalled_at",
)
"""The columns of a game that a list shows."""
MOST_LIVE = 100
"""The maximum number of games whose changes a page subscribes to."""
OF_STATUS = {Status.RUNNING: "running", Status.STUCK: "running", Status.OPEN: "open", Status.OVER: "over"}


def invitations_of(user: Visitor) -> QuerySet[Invitation]:
    """Return open invitations to a person, by name or to a confirmed address, except those across a block."""
    return invitations_to(user) if user.is_authenticated else Invitation.objects.none()


def invitations_to(user: Person) -> QuerySet[Invitation]:
    """Return open invitations to a signed-in person, except those across a block."""
    asked = ever_invited(user).filter(declined_at=None, taken_back_at=None)
    return asked.exclude(block_conditions.is_blocked_either_way(user, "by"))


def ever_invited(user: Person) -> QuerySet[Invitation]:
    """Return all invitations to a person, including declined and withdrawn invitations."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).values("email")
    return Invitation.objects.filter(Q(user=user) | Q(email__in=addresses))


def invited_to_open(user: User) -> QuerySet[Invitation]:
    """Return open invitations to open tables, with the tables and the hosts."""
    return invitations_to(user).filter(game__status=Game.Status.OPEN).select_related("game__owner", "by").defer("game__public")


def visible_games(user: Visitor) -> QuerySet[Game]:
    """Return all tables that a person may see: public tables, their own, and open tables with an invitation."""
    return visible_to(user) if user.is_authenticated else Game.objects.filter(open_to_all=True)


def visible_to(user: Person) -> QuerySet[Game]:
    seated = Exists(Player.objects.filter(game=OuterRef("pk"), user=user))
    asked = Q(pk__in=invitations_to(user).values("game"), status=Game.Status.OPEN)
    return Game.objects.filter(Q(open_to_all=True) | seated | asked)


@Prepared.of(NUMBER, NUMBER)
def one_visible(game: Blank, user: Blank) -> QuerySet[Game]:
    return visible_to(user).filter(pk=game)


def visible_game(user: Visitor, pk: int) -> Game | None:
    return one_visible.first(pk, user.pk) if user.is_authenticated else visible_games(user).filter(pk=pk).first()


def open_tables(user: Visitor) -> QuerySet[Game]:
    """Return the open tables that a person may join, newest first, without tables that have a player across a block."""
    games = visible_games(user).filter(status=Game.Status.OPEN)
    if user.is_authenticated:
        shunned = Player.objects.filter(block_conditions.is_blocked_either_way(user, "user"), game=OuterRef("pk"))
        own_chairs = Player.objects.filter(game=OuterRef("pk"), user=user)
        games = games.filter(~Exists(own_chairs), ~Exists(shunned))
    return games.select_related("owner").prefetch_related("players__user").order_by("-created_at")


def lobby_tables(user: Visitor, friends: Collection[int], most: int, before: datetime | None = None) -> list[Game]:
    """Return up to `most` open tables, those with `friends` first. With `before`, return only older tables, newest first."""
    tables = open_tables(user).values_list("pk", flat=True)
    if before is not None or not user.is_authenticated:
        ids = list((tables.filter(created_at__lt=before) if before else tables)[:most])
    else:
        with_friends: list[int] = []
        if friends:
            seated = Player.objects.filter(user__in=friends, seat=None, game__status=Game.Status.OPEN)
            with_friends = list(tables.filter(pk__in=set(seated.values_list("game", flat=True)[:MOST_NEWEST])))
        ids = list(dict.fromkeys([*with_friends, *tables[:MOST_NEWEST]]))[:most]
    games = Game.objects.defer("public").in_bulk(ids)
    return [games[pk] for pk in ids if pk in games]


def to_look_at(user: Visitor, most: int, *statuses: str, beside: Collection[Game] = ()) -> list[list[Game]]:
    """Return, for each status, up to `most` public tables, last moved first, with their players.

    Exclude the person's own tables and sleeping tables. Also load the players of the tables in `beside` in the same query.
    """
    public = Game.objects.filter(open_to_all=True, stalled_at=None).defer("public").order_by("-moved_at")
    newest = [list(public.filter(status=status)[: 2 * most]) for status in statuses]
    prefetch_related_objects([*beside, *(game for games in newest for game in games)], NAMES)
    shown: list[list[Game]] = []
    for games in newest:
        others = (game for game in games if user.pk is None or all(player.user_id != user.pk for player in game.players.all()))
        shown.append(list(islice(others, most)))
    return shown


@dataclass(slots=True, frozen=True)
class OwnGame:
    """One of the reader's games, with its state as it concerns the reader.

    `seat` is None before the game begins. `is_in_bot_hands` is true if a bot plays for the seat. `due` is the reader's deadline,
    `window` the end of the reaction window, and `closes` when a sleeping table closes. `waiting_names` are the players for whom
    the game waits. `unread` is the number of new chat lines.
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
        """Return the state of `game`, whose players must be prefetched. `waits` are all open waits of the game."""
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


def my_games(user: User) -> list[OwnGame]:
    """Return a person's games: first those that wait for the person, by deadline, then running, open and finished games."""
    games = Game.objects.filter(players__user=user).exclude(status=Game.Status.CANCELLED).defer("public").prefetch_related("players__user")
    ranked = sorted(games.order_by("-moved_at", "-created_at")[:300], key=lambda game: ORDER[Game.Status(game.status)])
    waits = open_waits([game.pk for game in ranked])

    def urgency(listed: OwnGame) -> tuple[bool, bool, float]:
        return not listed.is_waiting, listed.due is None, listed.due.timestamp() if listed.due else 0.0

    return sorted((OwnGame.from_rows(game, user, waits[game.pk]) for game in ranked), key=urgency)


def open_waits(games: list[int]) -> dict[int, list[Wait]]:
    waits: dict[int, list[Wait]] = {key: [] for key in games}
    asked = Wait.objects.filter(game__in=games, closed_at=None).only("game", "seat", "turn_key", "due_at", "next_step", "next_at")
    for wait in asked.order_by(prepared.SOONEST):
        waits[wait.game_id].append(wait)
    return waits


def required_and_optional(waits: list[Wait]) -> tuple[list[Wait], list[Wait]]:
    """Split waits into (required waits, waits of reaction windows)."""
    return [wait for wait in waits if not wait.is_window], [wait for wait in waits if wait.is_window]


HELMSMAN = (Player.Mode.OPEN, Player.Mode.BOT)
ORDER = {Game.Status.RUNNING: 0, Game.Status.STUCK: 1, Game.Status.OPEN: 2, Game.Status.OVER: 3}


def next_waiting(user: User, after: int | None = None) -> int | None:
    """Return the id of the next game after the game `after` that waits for the person, or None."""
    waits = prepared.waiting_for(user.pk)
    current = waits.filter(game_id=after).first() if after else None
    other_waits = waits.exclude(game_id=after) if after else waits
    if current is not None:
        less_urgent = Q(due_at=current.due_at, pk__gt=current.pk)  # waits without a clock come last
        if current.due_at is not None:
            less_urgent |= Q(due_at__gt=current.due_at) | Q(due_at=None)
        if later := other_waits.filter(less_urgent).first():
            return later.game_id
    first = other_waits.first()
    return first.game_id if first else None


def longest_overdue() -> float:
    """Return the delay of the most overdue wait in seconds. Operators watch it as a metric."""
    now = timezone.now()
    oldest = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, next_at__lte=now).order_by(F("next_at"))
    first = oldest.values_list("next_at", flat=True).first()
    return (now - first).total_seconds() if first else 0.0


class Group(NamedTuple):
    """Some of a person's games in one group, and the number of all games in the group."""

    key: str
    games: list[OwnGame]
    total: int


class Chair(NamedTuple):
    """A person's game: its id, its status, and the number of its newest move."""

    game: int
    status: str
    number: int


def chairs_of(user: User) -> list[Chair]:
    chairs = Player.objects.filter(user=user).exclude(game__status=Status.CANCELLED).order_by("-game__moved_at", "-game__created_at")
    return [Chair(*row) for row in chairs.values_list("game", "game__status", "game__number")]


def moves_made(chairs: Iterable[Chair]) -> tuple[list[int], int]:
    """Return (ids of the newest games that can still change, total number of their moves)."""
    live = [chair for chair in chairs if chair.status in (Status.OPEN, Status.RUNNING)][:MOST_LIVE]
    return [chair.game for chair in live], sum(chair.number for chair in live)


def sorted_keys(chairs: Iterable[Chair], waiting: list[int]) -> dict[str, list[int]]:
    """Return {group: ids of its games}. Keep the order of `waiting`, and the order of `chairs` for all other games."""
    keys: dict[str, list[int]] = {key: [] for key in GROUPS} | {"waiting": waiting}
    held = set(waiting)
    for chair in chairs:
        if chair.game not in held:
            keys[OF_STATUS[Status(chair.status)]].append(chair.game)
    return keys


def groups(user: User, keys: Mapping[str, list[int]], shown: Mapping[str, slice]) -> list[Group]:
    """Return the nonempty groups named in `shown`, each with the given slice of its games. `keys` come from `sorted_keys`."""
    games = own_games(user, [pk for key, part in shown.items() for pk in keys[key][part]])
    groups = [Group(key, [games[pk] for pk in keys[key][part] if pk in games], len(keys[key])) for key, part in shown.items()]
    return [group for group in groups if group.total]


def own_games(user: User, keys: list[int]) -> dict[int, OwnGame]:
    players = Player.objects.select_related("user").only("game", "seat", "mode", "own_name", "user__name").order_by("seat", "pk")
    games = Game.objects.only(*LISTED_COLUMNS).prefetch_related(Prefetch("players", players)).in_bulk(keys)
    waits, unread = open_waits(keys), unread_talk(user, keys)
    return {pk: OwnGame.from_rows(games[pk], user, waits[pk], unread.get(pk, 0)) for pk in keys if pk in games}


def unread_talk(user: User, games: Iterable[int]) -> dict[int, int]:
    """Return {game: number of unread chat lines by others}. Games without unread lines are missing."""
    new = ChatLine.objects.filter(by_spectator=False, game__in=games, game__players__user=user, pk__gt=F("game__players__read_talk_to"))
    heard = new.exclude(user=user).exclude(text="").exclude(block_conditions.has_blocked(user, "user"))
    return dict(heard.order_by().values_list("game").annotate(Count("pk")))
