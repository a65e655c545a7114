"""The journal as one seat may know it: moves with their sentences. Nothing here changes anything."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from accounts.models import User
from games.engine import Event, Ruleset
from games.engine.facts import CLOSED, LAST_ROUND, TURN_BEGAN, WON
from games.formats.replay import NEW_RULES
from games.models import BY, Game, Move
from games.play.order_log import ANSWERED_BY_ORDERS, order_sentence
from games.queries.table_view import TableView
from games.storage import archive, prepared

OF_A_PERSON = ("player", "mail", "standing")
"""The ways of a person's answers: pages, letters, orders. Others do not learn which."""
SINCE_MOST = 200
"""The most moves read for what happened since; the journal has more."""


@dataclass(slots=True, frozen=True)
class SeenMove:
    """A move as one seat may know it: its events; its answer and way only if it is the seat's own.

    `made_at` is in UTC, `events` are as stored (`games.engine.Event.from_json`).
    """

    number: int
    seat: int | None
    decision: str
    answer: Any
    by: str
    made_at: datetime
    events: list[dict[str, Any]]
    goes_back_to: int | None = None
    """For an undo: the number of the move after which the game goes on."""

    @property
    def by_words(self) -> str:
        """Who or what made the move, in words."""
        return dict(BY)[self.by]


Told = list[tuple[SeenMove, list[str]]]
"""Moves with their sentences."""


def since(table: TableView) -> list[SeenMove]:
    """Return the moves since the reader's last own one; for a spectator, the newest."""
    game, seat = table.game, table.seat
    after = latest(game) if seat is None else max(game.last_moves[seat], game.number - SINCE_MOST)
    return moves_for(game, seat, after)


def latest(game: Game) -> int:
    """Return the number of the move after which a spectator's news begins."""
    return game.number - 12


def journal(game: Game, seat: int | None, after: int = -1, names: list[str] | None = None, limit: int | None = None) -> Told:
    """Return the moves after number `after` with their sentences, as this seat may know them."""
    if names is None:
        names = [player.name for player in game.players.select_related("user").order_by("seat", "pk")]
    moves = moves_for(game, seat, after, limit)
    return [(move, sentences(game.rules, move, names, seat)) for move in moves]


def moves_for(game: Game, seat: int | None, after: int = -1, limit: int | None = None) -> list[SeenMove]:
    """Return the moves after number `after`, as this seat may know them."""
    return [for_seat(move, seat) for move in archive.journal(game, after, game.number if limit is None else after + limit)]


def for_seat(move: Move, seat: int | None) -> SeenMove:
    """Return what this seat may know of a stored move."""
    events = [data for data in move.events if Event.from_json(data).seen_by(seat)]
    answer, by = move.answer, move.by
    if seat is None or move.seat != seat:
        answer, by = None, "player" if by in OF_A_PERSON else by
    back_to = move.goes_back_to if move.decision == "undo" else None
    return SeenMove(move.number, move.seat, move.decision, answer, by, move.made_at, events, back_to)


def lasting(moves: Sequence[SeenMove]) -> list[SeenMove]:
    """Return these moves, oldest first, without those that were taken back.

    An undo goes with them, unless it goes back farther than the first of these moves.
    """
    found: list[SeenMove] = []
    for move in moves:
        if move.goes_back_to is None:
            found.append(move)
            continue
        found = [before for before in found if before.number <= move.goes_back_to]
        if moves[0].number > move.goes_back_to + 1:
            found.append(move)
    return found


def sentences(rules: Ruleset, move: SeenMove, names: list[str], seat: int | None, quiet: Collection[str] = ()) -> list[str]:
    """Return one move in sentences, without the `quiet` events."""
    events = [Event.from_json(data) for data in move.events if data["name"] not in quiet]
    told = [event_sentence(rules, event, names, seat) for event in events if event.seen_by(seat)]
    return [sentence for sentence in told if sentence]


def news_of(moves: Iterable[SeenMove], rules: Ruleset, names: list[str], seat: int | None, quiet: Collection[str] = ()) -> list[str]:
    """Return what happened in these moves, except the answers of this seat's standing orders and the `quiet` events of players.

    A move that was played because time ran out says so in its first sentence, but never at the turn that it let begin.
    """
    found = []
    for move in moves:
        for part in parts_of_turns(move):
            left_out = () if part.by == "clock" and part.seat is not None else quiet
            told = sentences(rules, part, names, seat, (ANSWERED_BY_ORDERS, *left_out))
            if told and part.by == "clock" and part.seat is not None:
                told[0] += " (played for you)" if part.seat == seat else " (time ran out)"
            found += told
    return found


def parts_of_turns(move: SeenMove) -> list[SeenMove]:
    """Return a move in parts. Each that begins with a turn is no deed of the move's seat: its `seat` is None."""
    cuts = [index for index, event in enumerate(move.events) if event["name"] == TURN_BEGAN]
    if not cuts:
        return [move]
    parts = [replace(move, events=move.events[first:last], seat=None) for first, last in pairwise([*cuts, len(move.events)])]
    return [replace(move, events=move.events[: cuts[0]]), *parts] if cuts[0] else parts


def answered(moves: Iterable[SeenMove], rules: Ruleset, names: list[str], seat: int | None) -> list[str]:
    """Return the answers of this seat's standing orders in these moves."""
    facts = [Event.from_json(data) for move in moves for data in move.events if data["name"] == ANSWERED_BY_ORDERS]
    return [event_sentence(rules, event, names, seat) for event in facts if event.seen_by(seat)]


def event_sentence(rules: Ruleset, event: Event, names: list[str], seat: int | None) -> str:
    """Return the ruleset's sentence for an event; events of the site itself are worded here."""
    if event.name == "undone" and event.seat is not None:
        return f"{'You' if event.seat == seat else names[event.seat]} took a move back."
    if event.name == CLOSED:
        return "The game was closed as it stood."
    if event.name == LAST_ROUND:
        return f"The agreed end has come: round {event.facts['round']} is the last."
    if event.name == NEW_RULES:
        law = rules.new_laws.get(event.facts["version"])
        return f"From here on this table is played by newer rules. {law.notice if law else ''}".rstrip()
    if event.name == ANSWERED_BY_ORDERS:
        return order_sentence(rules, event, names) if event.seen_by(seat) else ""
    return rules.describe_event(event, names, seat)


def ending(game: Game, seat: int | None, names: list[str]) -> str:
    """Return who won and why, as the last move of an ended game tells this seat; "" if it does not say."""
    events = [Event.from_json(data) for move, _ in journal(game, seat, game.number - 1, names) for data in move.events]
    return next((event_sentence(game.rules, event, names, seat) for event in events if event.name == WON), "")


@dataclass(slots=True, frozen=True)
class SeenLine:
    """A line of talk as one person reads it. `is_hidden`: do they block its speaker?"""

    pk: int
    user: User | None
    text: str
    said_at: datetime
    is_taken_away: bool
    is_hidden: bool

    @property
    def user_id(self) -> int | None:
        """The id of the speaker; None for a person who left the site."""
        return self.user.pk if self.user else None

    @property
    def is_shown(self) -> bool:
        return not (self.is_taken_away or self.is_hidden)


def chat(game: Game, reader: int | None, most: int = prepared.MOST_TALK, by_spectators: bool = False) -> list[SeenLine]:
    """Return the players' newest lines of talk, oldest first, as this person reads them.

    Lines of spectators are for a person who may read them (`games.queries.spectators.may_read`).
    """
    rows = prepared.talk(game.pk, reader or 0, by_spectators)[:most][::-1]
    return [SeenLine(row.pk, row.user, row.text, row.said_at, row.is_taken_away, row.is_hidden) for row in rows]
