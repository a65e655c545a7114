"""The journal as one seat may see it, moves with their sentences and scenes, and the chats of players and spectators.

Players cannot read the spectators' chat before the game is over, so that nobody can pass them hints. While the game runs, it is
only for people with an account, because a player could read it as a guest or without signing in.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User, Visitor
from games.editions import guard
from games.engine import Event, Ruleset
from games.engine.facts import CLOSED, LAST_ROUND, TURN_BEGAN, WON
from games.engine.ruleset import View
from games.formats.replay import NEW_RULES
from games.kit.motion import Motion
from games.kit.parts import face_of
from games.models import BY, BY_CAPTAIN_OR_ORDERS, ChatLine, Game, Move, Player
from games.play.order_log import ANSWERED_BY_ORDERS, order_sentence
from games.queries import lists
from games.queries.table_view import TableView
from games.storage import archive, prepared

SINCE_MOST = 200
"""The maximum number of moves read for news. The journal has the rest."""
IN_PLAY = (Game.Status.RUNNING, Game.Status.STUCK)


@dataclass(slots=True, frozen=True)
class SeenMove:
    """A move as one seat may see it: its visible events as stored, and, if the move is the seat's own, its answer and its source `by`."""

    number: int
    seat: int | None
    decision: str
    answer: Any
    by: str
    made_at: datetime
    events: list[dict[str, Any]]
    goes_back_to: int | None = None
    """For an undo, the number of the move after which the game continues. Otherwise None."""

    @property
    def by_words(self) -> str:
        return dict(BY)[self.by]


MovesWithSentences = list[tuple[SeenMove, list[str]]]


def since(table: TableView) -> list[SeenMove]:
    """Return the moves since the reader's own last move, or the newest moves for a spectator."""
    game, seat = table.game, table.seat
    after = latest(game) if seat is None else max(game.last_moves[seat], game.number - SINCE_MOST)
    return moves_for(game, seat, after)


def latest(game: Game) -> int:
    """Return the number of the move before the first move in a spectator's news."""
    return game.number - 12


def journal(game: Game, seat: int | None, after: int = -1, names: list[str] | None = None, limit: int | None = None) -> MovesWithSentences:
    """Return the moves after number `after` with their sentences, as the seat may see them."""
    if names is None:
        names = [player.name for player in game.players.select_related("user").order_by("seat", "pk")]
    moves = moves_for(game, seat, after, limit)
    return [(move, sentences(game.rules, move, names, seat)) for move in moves]


def moves_for(game: Game, seat: int | None, after: int = -1, limit: int | None = None) -> list[SeenMove]:
    """Return the moves after number `after`, as the seat may see them."""
    return [for_seat(move, seat) for move in archive.journal(game, after, game.number if limit is None else after + limit)]


def for_seat(move: Move, seat: int | None) -> SeenMove:
    events = [data for data in move.events if Event.from_json(data).seen_by(seat)]
    answer, by = move.answer, move.by
    if seat is None or move.seat != seat:
        answer, by = None, "player" if by in BY_CAPTAIN_OR_ORDERS else by
    back_to = move.goes_back_to if move.decision == "undo" else None
    return SeenMove(move.number, move.seat, move.decision, answer, by, move.made_at, events, back_to)


def lasting(moves: Sequence[SeenMove]) -> list[SeenMove]:
    """Return the moves without undone moves. Keep an undo only if it goes back beyond the first of the given moves."""
    moves_left: list[SeenMove] = []
    for move in moves:
        if move.goes_back_to is None:
            moves_left.append(move)
            continue
        moves_left = [before for before in moves_left if before.number <= move.goes_back_to]
        if moves[0].number > move.goes_back_to + 1:
            moves_left.append(move)
    return moves_left


def sentences(rules: Ruleset, move: SeenMove, names: list[str], seat: int | None, quiet: Collection[str] = ()) -> list[str]:
    """Return the sentences about a move, without its `quiet` events."""
    events = [Event.from_json(data) for data in move.events if data["name"] not in quiet]
    texts = [event_sentence(rules, event, names, seat) for event in events if event.seen_by(seat)]
    return [sentence for sentence in texts if sentence]


def news_of(moves: Iterable[SeenMove], rules: Ruleset, names: list[str], seat: int | None, quiet: Collection[str] = ()) -> list[str]:
    """Return the sentences about moves, without answers by the seat's standing orders, and without `quiet` events of players.

    Mark the first sentence of a move played on a timeout, but not the first sentence of the turn that the move begins.
    """
    news = []
    for move in moves:
        for part in parts_of_turns(move):
            left_out = () if part.by == "clock" and part.seat is not None else quiet
            texts = sentences(rules, part, names, seat, (ANSWERED_BY_ORDERS, *left_out))
            if texts and part.by == "clock" and part.seat is not None:
                texts[0] += " (played for you)" if part.seat == seat else " (time ran out)"
            news += texts
    return news


def parts_of_turns(move: SeenMove) -> list[SeenMove]:
    """Split a move wherever a turn begins, and return the parts. A part that begins a turn has no `seat`, since nobody chose it."""
    cuts = [index for index, event in enumerate(move.events) if event["name"] == TURN_BEGAN]
    if not cuts:
        return [move]
    parts = [replace(move, events=move.events[first:last], seat=None) for first, last in pairwise([*cuts, len(move.events)])]
    return [replace(move, events=move.events[: cuts[0]]), *parts] if cuts[0] else parts


def answered(moves: Iterable[SeenMove], rules: Ruleset, names: list[str], seat: int | None) -> list[str]:
    """Return the sentences about answers by the seat's standing orders in the given moves."""
    facts = [Event.from_json(data) for move in moves for data in move.events if data["name"] == ANSWERED_BY_ORDERS]
    return [event_sentence(rules, event, names, seat) for event in facts if event.seen_by(seat)]


def event_sentence(rules: Ruleset, event: Event, names: list[str], seat: int | None) -> str:
    """Return the sentence for an event of the edition or of the site, or "" if there is none."""
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
    """Return the sentence about the winners in the last move of a finished game, or "" if there is none."""
    events = [Event.from_json(data) for move, _ in journal(game, seat, game.number - 1, names) for data in move.events]
    return next((event_sentence(game.rules, event, names, seat) for event in events if event.name == WON), "")


@dataclass(slots=True, frozen=True)
class SeenLine:
    """A chat line as one person reads it. `is_hidden` is true if that person blocks its writer."""

    pk: int
    user: User | None
    text: str
    said_at: datetime
    is_taken_away: bool
    is_hidden: bool

    @property
    def user_id(self) -> int | None:
        """Return the id of the writer, or None if the writer has left the site."""
        return self.user.pk if self.user else None

    @property
    def is_shown(self) -> bool:
        return not (self.is_taken_away or self.is_hidden)


def chat(game: Game, reader: int | None, most: int = prepared.MOST_TALK, by_spectators: bool = False) -> list[SeenLine]:
    """Return the newest chat lines of players or spectators, oldest first, as the reader may see them, without checking access."""
    rows = prepared.talk(game.pk, reader or 0, by_spectators)[:most][::-1]
    return [SeenLine(row.pk, row.user, row.text, row.said_at, row.is_taken_away, row.is_hidden) for row in rows]


class Scene(TypedDict):
    """An event to animate: the number of its move, its sentence ("" if the page shows it anyway), and its motions."""

    number: int
    say: str
    motions: Sequence[Motion]


def scenes(rules: Ruleset, view: View, moves: Iterable[SeenMove], names: list[str], seat: int | None) -> list[Scene]:
    """Return the scenes of moves as the seat may see them. Only constant parts of `view` are used."""
    return [
        shown
        for move in moves
        for event in map(Event.from_json, move.events)
        if event.name != ANSWERED_BY_ORDERS and event.seen_by(seat) and (shown := scene(rules, view, move.number, event, names, seat))
    ]


def scene(rules: Ruleset, view: View, number: int, event: Event, names: list[str], seat: int | None) -> Scene | None:
    """Return the scene of an event, or None if it has nothing to show."""
    face = face_of(rules)
    motions: Sequence[Motion] = guard.serve(rules, "drawing", [], face.motions, event, view)
    is_quiet = event.name in face.quiet and not motions
    say = "" if is_quiet else event_sentence(rules, event, names, seat)
    return {"number": number, "say": say, "motions": motions} if say or motions else None


def may_speak_as_spectator(game: Game, user: Visitor, players: Iterable[Player] | None = None) -> bool:
    """Return whether a person with an account may post at a started public table, where they have no seat and none to reclaim."""
    if not user.is_authenticated or user.is_guest or not game.open_to_all or game.status not in (*IN_PLAY, Game.Status.OVER):
        return False
    seated = game.players.all() if players is None else players
    return all(user.pk not in (player.user_id, player.former_id) for player in seated)


def may_read_spectators(game: Game, user: Visitor, players: Iterable[Player] | None = None) -> bool:
    """Return whether a person who sees the table may read the spectators' chat: if they may post in it, or the game is over."""
    return game.open_to_all and (game.status == Game.Status.OVER or may_speak_as_spectator(game, user, players))


def readable_lines(user: User) -> QuerySet[ChatLine]:
    """Return all chat lines of players and spectators that a person may read."""
    seated = Player.objects.filter(Q(user=user) | Q(former=user), game=OuterRef("game"))
    lines = ChatLine.objects.filter(game__in=lists.visible_games(user))
    of_spectators = Q(by_spectator=True, game__status__in=IN_PLAY)
    if user.is_guest:
        return lines.exclude(of_spectators)
    return lines.exclude(of_spectators & Q(Exists(seated)))
