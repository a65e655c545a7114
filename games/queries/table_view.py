"""One table as one person may see it: what pages, letters and answers to programs are made from. Nothing here changes anything."""

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import Visitor
from games.deadlines.table_clock import TableClock
from games.engine import Decision, Ruleset, Snapshot
from games.models import Game, Player, Wait
from games.play.order_log import in_short
from games.play.session import AtHand
from games.queries.lists import required_and_optional
from games.storage import prepared
from games.storage.snapshots import decks, newest, of_one_moment, state_of


class Rows(NamedTuple):
    """What is stored of a table beside the game itself: who sits there, the piles, and whom it waits for."""

    players: list[Player]
    piles: dict[str, list]
    waits: list[Wait]
    newest: int | None = None
    """The number of the newest move at the moment when the waits were read; None where it was not read with them."""


class Wishes(NamedTuple):
    """What a player wants done while they are away: their standing orders, and who plays when their time is out."""

    orders: dict[str, Any] = {}
    fallback: str = "default"


@dataclass(slots=True)
class TableView:
    """A table as its reader may see it. Holds nothing that they may not know.

    `seat` is the reader's own, None for a spectator; `view` is None before the game begins. `waits` are those that the game cannot go
    on without, `window` until when the last move may be disputed. `due` is when the reader must have answered, in UTC.
    `dropped` and `wishes` lie in the reader's own hand: answers given in advance that did not fit, and what they want done.
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
    clock: TableClock | None = None
    """The clock of the table where it was loaded already; see `clock_overview.clock_queries.clock_of`."""

    @classmethod
    def of_nobody(cls, game: Game, rules: Ruleset | None = None) -> "TableView":
        """The table for a letter that shows nothing of it: its name and its edition (`rules` where its own version is not known here)."""
        return cls(game, rules or game.rules, None, [], [], game.number)

    def context(self) -> dict[str, Any]:
        """Its parts by name, for a template."""
        return {part.name: getattr(self, part.name) for part in fields(self)}


def seat_of(players: list[Player], user: Visitor) -> int | None:
    """Where this person sits; None is a spectator."""
    pk = getattr(user, "pk", None)
    return next((player.seat for player in players if pk is not None and player.user_id == pk), None)


def table(game: Game | int, user: Visitor, at_hand: AtHand | None = None) -> TableView:
    """The table as this person may see it; `at_hand` is what a move has just stored. Raises TooNew."""
    if isinstance(game, int):
        game = Game.objects.get(pk=game)
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
    state = at_hand.state if at_hand else state_of(game, Snapshot(game.public, secrets, rows.piles))
    found.view = found.rules.view(state, found.seat)
    if game.status == Game.Status.RUNNING:
        add_questions(found, state, rows.waits)
    return found


def add_questions(found: TableView, state: Any, waits: list[Wait]) -> None:
    """What the reader is asked at a table that runs, whom it waits for, and until when."""
    found.waits, windows = required_and_optional(waits)
    if found.seat is not None:
        found.decisions = [decision for decision in found.rules.decisions(state) if decision.seat == found.seat]
    found.window = next((wait for wait in windows if wait.seat == found.seat), windows[0] if windows else None)
    found.due = next((wait.due_at for wait in found.waits if wait.seat == found.seat), None)
    found.can_undo = found.game.may_take_back(found.seat)


def rows_of(game: Game) -> Rows:
    """The rows of a table; whom it waits for comes last, as `seen_at` wants it."""
    players, piles = seated(game), {} if game.public is None else decks(game)
    waits = open_waits(game) if game.status == Game.Status.RUNNING else []
    return Rows(players, piles, list(waits), waits[0].newest if waits else None)


def seen_at(game: Game, rows: Rows) -> int:
    """Which move was the newest when these were read. At a table that does not run nobody moves."""
    if game.status != Game.Status.RUNNING:
        return game.number
    return newest(game) if rows.newest is None else rows.newest


def own_hand(game: Game, me: Player | None, names: list[str]) -> dict[str, Any]:
    """What lies in the reader's own hand for when they are away: answers that were dropped, and their wishes."""
    if me is None:
        return {}
    dropped = [in_short(game.rules, me.seat_number, item["decision"], item["answer"], names) for item in me.hand.dropped]
    return {"dropped": dropped, "wishes": Wishes(me.hand.orders, me.hand.fallback)}


def seated(game: Game) -> list[Player]:
    """Everyone at the table with their hand, in seat order."""
    return prepared.seated(game.pk)


def without_hands(players: list[Player]) -> tuple[list[Player], list[dict]]:
    """The players as a page may have them, and apart from them what each one holds."""
    secrets = [player.hand.secrets for player in players]
    for player in players:
        player._state.fields_cache.pop("hand", None)
    return players, secrets


def open_waits(game: Game) -> "list[prepared.OpenWait]":
    """Whom the game waits for, the most urgent first."""
    return prepared.open_waits(game.pk)
