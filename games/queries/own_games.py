"""A person's games in groups, each up to a limit, in a constant number of queries."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, F, Prefetch

from accounts.models import User
from games.models import ChatLine, Game, Player
from games.queries.lists import OwnGame, open_waits
from games.storage import block_conditions

Status = Game.Status
GROUPS = ("waiting", "running", "open", "over")
"""Games that wait for the person, other running games, tables that wait for players, ended games."""
SHOWN = ("ruleset", "options", "version", "format", "name", "status", "seats", "number", "round", "scores", "outcome_data", "stalled_at")
"""The columns of a game that a list shows."""
MOST_LIVE = 100
"""The maximum number of games that a page subscribes to."""
OF_STATUS = {Status.RUNNING: "running", Status.STUCK: "running", Status.OPEN: "open", Status.OVER: "over"}


class Group(NamedTuple):
    """Some of a person's games in one group, and the total number in it."""

    key: str
    games: list[OwnGame]
    total: int


class Chair(NamedTuple):
    """A person's game, its status, and the number of its newest move."""

    game: int
    status: str
    number: int


def chairs_of(user: User) -> list[Chair]:
    """Return all games of this person, last moved first."""
    chairs = Player.objects.filter(user=user).exclude(game__status=Status.CANCELLED).order_by("-game__moved_at", "-game__created_at")
    return [Chair(*row) for row in chairs.values_list("game", "game__status", "game__number")]


def moves_made(chairs: Iterable[Chair]) -> tuple[list[int], int]:
    """Return (ids of the newest games that can still change, their total number of moves)."""
    live = [chair for chair in chairs if chair.status in (Status.OPEN, Status.RUNNING)][:MOST_LIVE]
    return [chair.game for chair in live], sum(chair.number for chair in live)


def sorted_keys(chairs: Iterable[Chair], waiting: list[int]) -> dict[str, list[int]]:
    """Return {group: ids of its games}, with `waiting` in its order and the others in the order of `chairs`."""
    keys: dict[str, list[int]] = {key: [] for key in GROUPS} | {"waiting": waiting}
    held = set(waiting)
    for chair in chairs:
        if chair.game not in held:
            keys[OF_STATUS[Status(chair.status)]].append(chair.game)
    return keys


def groups(user: User, keys: Mapping[str, list[int]], shown: Mapping[str, slice]) -> list[Group]:
    """Return the nonempty groups in `shown`, each with that slice of its games. `keys` are from `sorted_keys`."""
    games = own_games(user, [pk for key, part in shown.items() for pk in keys[key][part]])
    groups = [Group(key, [games[pk] for pk in keys[key][part] if pk in games], len(keys[key])) for key, part in shown.items()]
    return [group for group in groups if group.total]


def own_games(user: User, keys: list[int]) -> dict[int, OwnGame]:
    """Return {id: this person's game}, in the order of `keys`."""
    players = Player.objects.select_related("user").only("game", "seat", "mode", "own_name", "user__name").order_by("seat", "pk")
    games = Game.objects.only(*SHOWN).prefetch_related(Prefetch("players", players)).in_bulk(keys)
    waits, unread = open_waits(keys), unread_talk(user, keys)
    return {pk: OwnGame.from_rows(games[pk], user, waits[pk], unread.get(pk, 0)) for pk in keys if pk in games}


def unread_talk(user: User, games: Iterable[int]) -> dict[int, int]:
    """Return {game: number of unread chat lines by others}, without games that have none."""
    new = ChatLine.objects.filter(by_spectator=False, game__in=games, game__players__user=user, pk__gt=F("game__players__read_talk_to"))
    heard = new.exclude(user=user).exclude(text="").exclude(block_conditions.has_blocked(user, "user"))
    return dict(heard.order_by().values_list("game").annotate(Count("pk")))
