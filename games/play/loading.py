"""Load the rows of a session, for one game or for several at once."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.deadlines.table_clock import TableClock
from games.models import Game, Pause, Player
from games.storage import prepared
from games.storage.snapshots import decks


class Loaded(NamedTuple):
    """A locked game and its rows. It is secret."""

    game: Game
    players: list[Player]
    clock: TableClock
    piles: dict[str, list[Any]]


def load(game: Game) -> Loaded:
    """Load one game in two queries; load its pauses when they are needed."""
    players = prepared.seated([game.pk])
    return Loaded(game, players, TableClock(game, players), decks(game))


def load_together(games: list[Game]) -> dict[int, Loaded]:
    """Return {id: loaded game} for these games, with pauses and the players' letter settings, in four queries."""
    keys = [game.pk for game in games]
    seats: dict[int, list[Player]] = defaultdict(list)
    for player in prepared.seated(keys):
        seats[player.game_id].append(player)
    users = [player.user for players in seats.values() for player in players if player.user is not None]
    prefetch_related_objects(users, "preferences")
    piles: dict[int, dict[str, list[Any]]] = defaultdict(dict)
    for key, name, cards in prepared.decks(keys):
        piles[key][name] = cards
    begun = min((game.started_at for game in games if game.started_at), default=timezone.now())
    rows = prepared.pauses(keys, sorted({person.pk for person in users}), begun)
    clocks = {game.pk: TableClock(game, seats[game.pk], pauses_of(game, seats[game.pk], rows)) for game in games}
    return {game.pk: Loaded(game, seats[game.pk], clocks[game.pk], piles[game.pk]) for game in games}


def pauses_of(game: Game, players: list[Player], rows: Iterable[Pause]) -> list[Pause]:
    """Return the pauses that may affect this game: its own, and since its start those of the site and of its players."""
    may_touch = {None, *(player.user_id for player in players)}
    since = game.started_at
    return [row for row in rows if row.game_id == game.pk or (
        row.game_id is None and row.user_id in may_touch and since is not None and row.end > since)]  # fmt: skip
