"""The page of a person's games: in groups, each as far as there is room for it, in a handful of queries however many there are."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, F, Prefetch

from accounts.models import User
from games.models import ChatLine, Game, Player
from games.queries.lists import OwnGame, open_waits
from games.storage import block_conditions

Status = Game.Status
GROUPS = ("waiting", "running", "open", "over")
"""Games that wait for the person, other running ones, tables that wait for players, ended games."""
SHOWN = ("ruleset", "options", "version", "format", "name", "status", "seats", "number", "round", "scores", "outcome_data", "stalled_at")
"""What a list says of a game."""
MOST_LIVE = 100
"""The most games that a page listens to."""
OF_STATUS = {Status.RUNNING: "running", Status.STUCK: "running", Status.OPEN: "open", Status.OVER: "over"}


class Group(NamedTuple):
    """Some of a person's games of one kind, and how many there are in all."""

    key: str
    games: list[OwnGame]
    total: int


class Chair(NamedTuple):
    """A game of a person, its status and the number of its newest move."""

    game: int
    status: str
    number: int

    @property
    def is_live(self) -> bool:
        """May the game still change?"""
        return self.status in (Status.OPEN, Status.RUNNING)


def chairs_of(user: User) -> list[Chair]:
    """Return all games of this person, the ones moved last first."""
    chairs = Player.objects.filter(user=user).exclude(game__status=Status.CANCELLED).order_by("-game__moved_at", "-game__created_at")
    return [Chair(*row) for row in chairs.values_list("game", "game__status", "game__number")]


def moves_made(chairs: Iterable[Chair], most: int = MOST_LIVE) -> tuple[list[int], int]:
    """Return the ids of the newest games that may still change, and how many moves they have together: that number only grows by play."""
    live = [chair for chair in chairs if chair.is_live][:most]
    return [chair.game for chair in live], sum(chair.number for chair in live)


def sorted_keys(chairs: Iterable[Chair], waiting: list[int]) -> dict[str, list[int]]:
    """Return group -> the ids of the games in it: those of `waiting` in that order, the others as they come."""
    found: dict[str, list[int]] = {key: [] for key in GROUPS} | {"waiting": waiting}
    held = set(waiting)
    for chair in chairs:
        if chair.game not in held:
            found[OF_STATUS[Status(chair.status)]].append(chair.game)
    return found


def groups(user: User, keys: Mapping[str, list[int]], shown: Mapping[str, slice]) -> list[Group]:
    """Return the groups named in `shown` that have games, each with that part of it. `keys` are from `sorted_keys`."""
    found = own_games(user, [pk for key, part in shown.items() for pk in keys[key][part]])
    groups = [Group(key, [found[pk] for pk in keys[key][part] if pk in found], len(keys[key])) for key, part in shown.items()]
    return [group for group in groups if group.total]


def own_games(user: User, keys: list[int]) -> dict[int, OwnGame]:
    """Return id -> how this person's game stands for them, in the order of `keys`."""
    players = Player.objects.select_related("user").only("game", "seat", "mode", "own_name", "user__name").order_by("seat", "pk")
    games = Game.objects.only(*SHOWN).prefetch_related(Prefetch("players", players)).in_bulk(keys)
    waits, unread = open_waits(keys), unread_talk(user, keys)
    return {pk: OwnGame.from_rows(games[pk], user, waits[pk], unread.get(pk, 0)) for pk in keys if pk in games}


def unread_talk(user: User, games: Iterable[int]) -> dict[int, int]:
    """Return game -> how many lines of others this person has not seen yet; games without any are left out."""
    new = ChatLine.objects.filter(by_spectator=False, game__in=games, game__players__user=user, pk__gt=F("game__players__read_talk_to"))
    heard = new.exclude(user=user).exclude(text="").exclude(block_conditions.has_blocked(user, "user"))
    return dict(heard.order_by().values_list("game").annotate(Count("pk")))
