"""One table as one person may see it, for pages, letters and the API. Nothing here changes anything."""

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import Visitor
from games.deadlines.table_clock import TableClock
from games.editions import guard
from games.engine import Decision, Ruleset, Snapshot, TooNew
from games.kit.parts import face_of
from games.models import Game, Player, Wait
from games.play.order_log import in_short
from games.play.session import AtHand
from games.queries.lists import required_and_optional
from games.storage import prepared
from games.storage.snapshots import decks, newest, of_one_moment, state_of


class Rows(NamedTuple):
    """The rows of a table beside the game itself: players, piles, and open waits."""

    players: list[Player]
    piles: dict[str, list]
    waits: list[Wait]
    newest: int | None = None
    """The number of the newest move when the waits were read; None if it was not read with them."""


class Wishes(NamedTuple):
    """What a player wants done while they are away: their standing orders, and who plays when time runs out."""

    orders: dict[str, Any] = {}
    fallback: str = "default"


@dataclass(slots=True)
class TableView:
    """A table as its reader may see it, with nothing that they may not know.

    `seat` is the reader's own, None for a spectator; `view` is None before the game begins. `waits` are those the game needs
    answers to, `window` the open reaction window. `due` is when the reader must have answered, in UTC.
    `dropped` and `wishes` come from the reader's own hand: queued answers that did not fit, and what they want done.
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
    """Everyone's present score by seat, which is public; empty before the game begins."""
    clock: TableClock | None = None
    """The clock of the table, if it is loaded already; see `clock_overview.clock_queries.clock_of`."""

    @classmethod
    def of_nobody(cls, game: Game, rules: Ruleset | None = None) -> "TableView":
        """Return the table for a letter that needs only its name and edition (`rules` if its own version is unknown here)."""
        return cls(game, rules or game.rules, None, [], [], game.number)

    def context(self) -> dict[str, Any]:
        """Return the parts by name, for a template."""
        return {part.name: getattr(self, part.name) for part in fields(self)}


def goal_of(table: TableView) -> int | str:
    """Return the score that wins, or what wins in words; 0 if no score does, or before the game begins."""
    none: int | str = 0
    return none if table.view is None else guard.serve(table.rules, "drawing", none, face_of(table.rules).goal, table.view)


def seat_of(players: list[Player], user: Visitor) -> int | None:
    """Return the person's seat; None for a spectator."""
    pk = getattr(user, "pk", None)
    return next((player.seat for player in players if pk is not None and player.user_id == pk), None)


def table(game: Game | int, user: Visitor, at_hand: AtHand | None = None) -> TableView:
    """Return the table as this person may see it; `at_hand` is what a move has just stored. Raises TooNew."""
    if isinstance(game, int):
        game = prepared.game_row.get(game)
    if game.public is not None and game.is_too_new:  # before its rows are read: its letters come here again and again
        raise TooNew(f"game {game.pk} waits for newer code")
    rows = (
        Rows(at_hand.players, {}, at_hand.waits)
        if at_hand
        else of_one_moment(game, lambda: rows_of(game), lambda seen: seen_at(game, seen))
    )
    me = next((player for player in rows.players if player.user_id == getattr(user, "pk", 0)), None)
    names = [player.name for player in rows.players]
    own = own_hand(game, me, names)
    players, secrets = without_hands(rows.players)
    found = TableView(game, game.rules, seat_of(players, user), players, names, game.number, me=me, clock=at_hand and at_hand.clock, **own)
    if game.public is None:
        return found
    state = at_hand.state if at_hand else guard.serve(game.rules, "law", None, state_of, game, Snapshot(game.public, secrets, rows.piles))
    found.view, found.scores = found.rules.view(state, found.seat), tuple(game.scores)
    if game.status == Game.Status.RUNNING:
        add_questions(found, state, rows.waits)
    return found


def add_questions(found: TableView, state: Any, waits: list[Wait]) -> None:
    """Add the reader's questions at a running table, its waits, and when they are due."""
    found.waits, windows = required_and_optional(waits)
    if found.seat is not None:
        asked: list[Decision] = guard.serve(found.rules, "law", [], found.rules.decisions, state)
        found.decisions = [decision for decision in asked if decision.seat == found.seat]
    found.window = next((wait for wait in windows if wait.seat == found.seat), windows[0] if windows else None)
    found.due = next((wait.due_at for wait in found.waits if wait.seat == found.seat), None)
    found.can_undo = found.game.may_take_back(found.seat)


def rows_of(game: Game) -> Rows:
    """Read the rows of a table, the waits last, as `seen_at` needs it."""
    players, piles = prepared.seated([game.pk]), {} if game.public is None else decks(game)
    waits = prepared.open_waits(game.pk) if game.status == Game.Status.RUNNING else []
    return Rows(players, piles, list(waits), waits[0].newest if waits else None)


def seen_at(game: Game, rows: Rows) -> int:
    """Return which move was the newest when the rows were read. A table that does not run has no moves to miss."""
    if game.status != Game.Status.RUNNING:
        return game.number
    return newest(game) if rows.newest is None else rows.newest


def own_hand(game: Game, me: Player | None, names: list[str]) -> dict[str, Any]:
    """Return the reader's dropped answers and wishes, from their own hand."""
    if me is None:
        return {}
    dropped = [in_short(game.rules, me.seat_number, item["decision"], item["answer"], names) for item in me.hand.dropped]
    return {"dropped": dropped, "wishes": Wishes(me.hand.orders, me.hand.fallback)}


def without_hands(players: list[Player]) -> tuple[list[Player], list[dict]]:
    """Split players from their hands: a page may have the first, not the second."""
    secrets = [player.hand.secrets for player in players]
    for player in players:
        player._state.fields_cache.pop("hand", None)
    return players, secrets
