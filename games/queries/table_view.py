"""A table as one person may see it, for pages, letters and the API. Nothing here writes to the database."""

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import Visitor
from games.deadlines.table_clock import TableClock
from games.editions import guard
from games.engine import Decision, Ruleset, Snapshot, TooNew
from games.engine.ruleset import State
from games.kit.parts import face_of
from games.models import Game, Player, Wait
from games.play.order_log import in_short
from games.play.session import Session
from games.queries.lists import required_and_optional
from games.storage import prepared
from games.storage.snapshots import decks, newest, of_one_moment, state_of


class Rows(NamedTuple):
    """The rows of a table apart from the game: players, piles, and open waits."""

    players: list[Player]
    piles: dict[str, list[Any]]
    waits: list[Wait]
    newest: int | None = None
    """The number of the newest move when the waits were read, or None if unknown."""


class Wishes(NamedTuple):
    """A player's settings for times of absence: standing orders, and the fallback after a timeout."""

    orders: dict[str, Any] = {}
    fallback: str = "default"


@dataclass(slots=True)
class TableView:
    """A table as its reader may see it, without secrets.

    `seat` is the reader's own, or None for a spectator. `view` is None before the game begins. `waits` has the required waits,
    `window` the open reaction window, and `due` the reader's deadline in UTC. `dropped` (queued answers that did not fit) and
    `wishes` (settings for absence) come from the reader's own hand.
    """

    game: Game
    rules: Ruleset
    seat: int | None
    players: list[Player]
    names: list[str]
    number: int
    view: Any = None
    decisions: list[Decision] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)
    window: Wait | None = None
    due: datetime | None = None
    can_undo: bool = False
    me: Player | None = None
    dropped: list[str] = field(default_factory=list)
    wishes: Wishes = field(default_factory=Wishes)
    scores: tuple[int, ...] = ()
    """The public score of each seat. Empty before the game begins."""
    clock: TableClock | None = None
    """The table's clock, if already loaded. Otherwise use `agreements.clock_queries.clock_of`."""

    @classmethod
    def of_nobody(cls, game: Game, rules: Ruleset | None = None) -> "TableView":
        """Return a table for a letter that needs only name and edition. Pass `rules` if this code does not know the game's version."""
        return cls(game, rules or game.rules, None, [], [], game.number)

    def context(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}


def goal_of(table: TableView) -> int | str:
    """Return the winning score, or the goal in words, or 0 if there is no goal or the game has not begun."""
    none: int | str = 0
    return none if table.view is None else guard.serve(table.rules, "drawing", none, face_of(table.rules).goal, table.view)


def seat_of(players: list[Player], user: Visitor) -> int | None:
    """Return the person's seat, or None for a spectator."""
    pk = getattr(user, "pk", None)
    return next((player.seat for player in players if pk is not None and player.user_id == pk), None)


def table(game: Game | int, user: Visitor, stored: Session | None = None) -> TableView:
    """Return the table as the person may see it. `stored` is a session saved just now. Raise TooNew if the table needs newer code."""
    if isinstance(game, int):
        game = prepared.game_row.get(game)
    if game.public is not None and game.is_too_new:  # before any query, because letters about such tables are retried often
        raise TooNew(f"game {game.pk} waits for newer code")
    rows = (
        Rows(stored.players, {}, stored.waits) if stored else of_one_moment(game, lambda: rows_of(game), lambda seen: seen_at(game, seen))
    )
    me = next((player for player in rows.players if player.user_id == getattr(user, "pk", 0)), None)
    names = [player.name for player in rows.players]
    own_parts: dict[str, Any] = {}
    if me is not None:
        own_parts["wishes"] = Wishes(me.hand.orders, me.hand.fallback)
        own_parts["dropped"] = [in_short(game.rules, me.seat_number, item["decision"], item["answer"], names) for item in me.hand.dropped]
    players, secrets = without_hands(rows.players)
    seen = TableView(
        game, game.rules, seat_of(players, user), players, names, game.number, me=me, clock=stored.clock if stored else None, **own_parts
    )
    if game.public is None:
        return seen
    state = stored.state if stored else guard.serve(game.rules, "law", None, state_of, game, Snapshot(game.public, secrets, rows.piles))
    seen.view, seen.scores = seen.rules.view(state, seen.seat), tuple(game.scores)
    if game.status == Game.Status.RUNNING:
        add_questions(seen, state, rows.waits)
    return seen


def add_questions(seen: TableView, state: State, waits: list[Wait]) -> None:
    """Add the reader's questions at a running table, its waits, and their deadlines."""
    seen.waits, windows = required_and_optional(waits)
    if seen.seat is not None:
        asked: list[Decision] = guard.serve(seen.rules, "law", [], seen.rules.decisions, state)
        seen.decisions = [decision for decision in asked if decision.seat == seen.seat]
    seen.window = next((wait for wait in windows if wait.seat == seen.seat), windows[0] if windows else None)
    seen.due = next((wait.due_at for wait in seen.waits if wait.seat == seen.seat), None)
    seen.can_undo = seen.game.may_take_back(seen.seat)


def rows_of(game: Game) -> Rows:
    """Read the rows of a table, with the waits last, because `seen_at` depends on that order."""
    players, piles = prepared.seated([game.pk]), {} if game.public is None else decks(game)
    waits = prepared.open_waits(game.pk) if game.status == Game.Status.RUNNING else []
    return Rows(players, piles, list(waits), waits[0].newest if waits else None)


def seen_at(game: Game, rows: Rows) -> int:
    """Return the number of the newest move when the rows were read. A table that is not running has no new moves."""
    if game.status != Game.Status.RUNNING:
        return game.number
    return newest(game) if rows.newest is None else rows.newest


def without_hands(players: list[Player]) -> tuple[list[Player], list[dict[str, Any]]]:
    """Remove the hands from the players. Return (players, secrets of the hands), so that a page can be given the players alone."""
    secrets = [player.hand.secrets for player in players]
    for player in players:
        player._state.fields_cache.pop("hand", None)
    return players, secrets
