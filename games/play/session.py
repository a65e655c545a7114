"""A session locks and loads a game, plays moves in memory, and saves the game. Every change of a running game uses a session."""

from typing import Any, NamedTuple

from django.utils import timezone

from core.json_field import encode
from core.metrics import count_moves
from core.prepared import PreparedInsert, PreparedSave
from core.tasks import after_commit
from games.announcements import endings, live, notices
from games.deadlines import heartbeat, waiting
from games.deadlines.table_clock import TableClock
from games.editions.errors import NotAllowed, StalePage
from games.editions.guard import lawfully
from games.engine import Action, Decision, Event, Outcome, Snapshot, TooNew, last_round, leave, moved, play
from games.formats.replay import NEW_RULES, digest, to_json
from games.models import BY_CAPTAIN, Checkpoint, Deck, Game, Hand, Move, Player, Undo, Vote, Wait
from games.play.order_log import order_event
from games.storage import prepared
from games.storage.snapshots import EVERY, decks, kept_state, state_of


class Loaded(NamedTuple):
    """A locked game and its rows, which are secret."""

    game: Game
    players: list[Player]
    clock: TableClock
    piles: dict[str, list[Any]]


def load(game: Game) -> Loaded:
    """Load a game in two queries. Its pauses are loaded when needed."""
    players = prepared.seated([game.pk])
    return Loaded(game, players, TableClock(game, players), decks(game))


class Session:
    """A running game. Use it only in the transaction that locked the game. `loaded` has the rows, if already read under the lock."""

    def __init__(self, game: Game, loaded: Loaded | None = None):
        self.game, self.rules, self.dice = game, game.rules, game.seed.dice
        self.now = timezone.now()
        self.players, self.clock, piles = (loaded or load(game))[1:]
        hands = [player.hand.secrets for player in self.players]
        self.before = self.snapshot = Snapshot(game.position, hands, piles)
        self.state, self.format_before = state_of(game, self.snapshot), game.format
        self.start = game.number
        self.turn = self.rules.turn(self.state)
        self.moves: list[Move] = []
        self.checkpoints: list[Checkpoint] = []
        self.waits: list[Wait] = []
        self.waits_for_bots = False
        """Whether a bot moves next, so that the saved position will soon be outdated."""
        self.unqueued: dict[int, Hand] = {}
        self.known: tuple[Any, list[Decision]] = (None, [])
        self.unasked: dict[str, tuple[Action, int]] = {}
        """{turn key: (first action of the turn by orders or the queue, number of the newest move before that action)}"""

    @classmethod
    def load(cls, game_id: int, seen: int | None = None) -> "Session":
        """Lock and load a game. Raise NotAllowed unless it is running, and StalePage if `seen` is not the newest move."""
        game = prepared.locked.get(game_id)
        must_be_running(game)
        if seen is not None and game.number != seen:
            raise StalePage
        return cls(game)

    # -- playing ----------------------------------------------------------------------------------
    def play(self, action: Action, by: str) -> list[Event]:
        """Play one action. If it is illegal, change nothing and raise RulesError, or OurFault if the rules fail."""
        self.call_last_round()
        with lawfully(self.rules):
            played = play(self.rules, self.state, action, self.dice)
        self.state, answer = played.state, played.action.answer
        is_by_orders = by == "standing" and played.decision.reaction
        events = [order_event(played.decision, answer), *played.events] if is_by_orders else played.events
        self.note(action.seat, action.decision, answer, events, by)
        return events

    def play_unasked(self, action: Action) -> None:
        """Play an action by orders or the queue in the captain's own turn. To others it looks like any other move."""
        rounds, turn = self.rules.turn(self.state)
        key, since = f"{rounds}:{turn}:turn", self.game.number
        self.play(action, "standing")
        self.unasked.setdefault(key, (action, since))

    def leave(self, seat: int, by: str) -> None:
        self.call_last_round()
        played = leave(self.rules, self.state, seat, self.dice)
        self.state = played.state
        self.note(seat, "resign", None, played.events, by)

    def call_last_round(self) -> bool:
        """Declare the current round the last once the agreed end has come. Return whether it was declared now.

        Do nothing while the system clock may have been put forward. A gap between sweeps does not matter.
        """
        game = self.game
        if game.ends_at is None or game.last_round is not None or self.now < game.ends_at or self.outcome is not None:
            return False
        if heartbeat.was_put_forward():
            return False
        played = last_round(self.rules, self.state)
        self.state, game.last_round = played.state, self.rules.turn(self.state)[0]
        self.note(None, "last-round", None, played.events, "clock")
        return True

    def take_new_rules(self, version: int) -> None:
        """Move the game to the next version of the rules. Raise LookupError if the edition does not define the change."""
        self.state = moved(self.rules, self.state, version)
        self.game.version = version
        self.rules = self.game.rules
        self.note(None, NEW_RULES, version, [Event(NEW_RULES, facts={"version": version}, reveals=True)], "clock")

    def go_back(self, undo: Undo, seat: int) -> None:
        self.state = kept_state(self.rules, undo)
        crosses = undo.number < self.game.number // EVERY * EVERY
        self.note(seat, "undo", undo.number, [Event("undone", seat)], "player", keep=crosses)

    def note(self, seat: int | None, decision: str, answer: Any, events: list[Event], by: str, keep: bool = False) -> None:
        game = self.game
        game.number += 1
        self.snapshot = self.rules.dump(self.state)
        self.moves.append(
            Move(
                game=game,
                number=game.number,
                seat=seat,
                decision=decision,
                answer=answer,
                by=by,
                made_at=self.now,
                events=[event.to_json() for event in events],
                hash=digest(self.snapshot),
            )
        )
        if keep or game.number % EVERY == 0:
            checkpoint = Checkpoint(game=game, number=game.number, snapshot=to_json(self.snapshot), format=self.rules.format)
            self.checkpoints.append(checkpoint)
        if by in BY_CAPTAIN and seat is not None:
            game.last_moves[seat] = game.number

    @property
    def decisions(self) -> list[Decision]:
        """Return all open decisions, cached for the current state."""
        if self.known[0] is not self.state:
            self.known = (self.state, self.rules.decisions(self.state))
        return self.known[1]

    @property
    def by_bot(self) -> bool:
        """Return whether a bot's task plays the moves. Such a task continues without being enqueued again."""
        return bool(self.moves) and self.moves[0].by == "bot"

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    def remember_position(self, seat: int, events: list[Event]) -> None:
        """Store the position before the newest move, or delete all stored positions if the move cannot be undone.

        Stored positions belong to the player of the newest move. Outside their turn, players can undo until their answer is complete.
        """
        asks_on = any(decision.seat == seat and not decision.optional for decision in self.decisions)
        same_turn = self.rules.turn(self.state) == self.turn and (self.turn[1] == seat or asks_on)
        may_go_back = same_turn and len(self.moves) == 1 and self.outcome is None and not any(event.reveals for event in events)
        of_another = any(number == self.start for other, number in enumerate(self.game.last_moves) if other != seat)
        if of_another or not may_go_back:
            self.forget_undo()
        if may_go_back:
            insert_undo(Undo(game=self.game, number=self.start, snapshot=to_json(self.before), format=self.format_before))
            self.game.undo_depth += 1

    def forget_undo(self) -> None:
        if self.game.undo_depth:
            Undo.objects.filter(game=self.game).delete()
            self.game.undo_depth = 0

    # -- saving -----------------------------------------------------------------------------------
    def save(self) -> None:
        """Store the changes, open waits for the next seats, and notify players once the transaction commits."""
        game, outcome = self.game, self.outcome
        for move in self.moves:
            insert_move(move)
        if self.checkpoints:
            Checkpoint.objects.bulk_create(self.checkpoints)
        self._store_secrets()
        game.public, game.format, game.moved_at = self.snapshot.public, self.rules.format, self.now
        game.scores = list(self.rules.scores(self.state))
        game.round, game.turn = self.rules.turn(self.state)
        if outcome is not None:
            self.forget_undo()
            Vote.objects.filter(game=game, result="").update(result="void", closed_at=self.now)
            game.status, game.ended_at, game.outcome_data = Game.Status.OVER, self.now, outcome_data(outcome)
        store_game(game)
        people_asked = waiting.refresh(self)
        if outcome is not None:
            notices.game_ended(notices.OVER, game, self.players, self.now)
            for hook in endings.HOOKS.values():
                hook(game)
        after_commit(count_moves, game.ruleset, [move.by for move in self.moves])
        in_passing = self.by_bot and not people_asked and outcome is None and self.rules.turn(self.state) == self.turn
        if not in_passing:  # show pages a bot's turn once, at the end of the turn
            after_commit(live.moved if self.moves else live.changed, game.pk, game.number)

    def store_state(self) -> None:
        """Store only the state, in this code's format."""
        self.snapshot = self.rules.dump(self.state)
        self._store_secrets()
        self.game.public, self.game.format = self.snapshot.public, self.rules.format
        self.game.save(update_fields=["public", "format"])

    def _store_secrets(self) -> None:
        """Store the secret rows that changed. Compare them as JSON text, because a stored tuple is loaded as a list."""
        was, now = self.before, self.snapshot
        hands = []
        for player, secrets, before in zip(self.players, now.seats, was.seats, strict=True):
            if encode(secrets) != encode(before):
                player.hand.secrets = secrets  # the rest of the hand is unchanged
                hands.append(Hand(player_id=player.pk, secrets=secrets))
        piles = [
            Deck(game=self.game, name=name, cards=cards)
            for name, cards in now.decks.items()
            if encode(cards) != encode(was.decks.get(name))
        ]
        for hand in self.unqueued.values():
            hand.save(update_fields=["queue", "dropped"])
        if hands:
            Hand.objects.bulk_create(hands, update_conflicts=True, unique_fields=["player"], update_fields=["secrets"])
        if gone := was.decks.keys() - now.decks.keys():  # piles of an older format
            Deck.objects.filter(game=self.game, name__in=gone).delete()
        if piles:
            Deck.objects.bulk_create(piles, update_conflicts=True, unique_fields=["game", "name"], update_fields=["cards"])


insert_move, insert_undo = PreparedInsert(Move), PreparedInsert(Undo)
store_game = PreparedSave(
    Game,
    "number",
    "public",
    "format",
    "version",
    "round",
    "turn",
    "scores",
    "status",
    "outcome_data",
    "last_moves",
    "undo_depth",
    "last_round",
    "moved_at",
    "ended_at",
)


def must_be_running(game: Game) -> None:
    """Raise NotAllowed with the reason unless the game is running, and TooNew if the game needs newer code."""
    reasons: dict[str, str] = {
        Game.Status.OPEN: "This game has not started yet.",
        Game.Status.OVER: "This game has ended.",
        Game.Status.STUCK: "This game was set aside because of a fault on our side. We are looking into it.",
        Game.Status.CANCELLED: "This table was given up.",
    }
    if game.status in reasons:
        raise NotAllowed(str(game.status), reasons[game.status])
    if game.is_too_new:
        raise TooNew(f"game {game.pk} waits for newer code")


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    return {
        "winners": list(outcome.winners), "places": list(outcome.places), "scores": list(outcome.scores), "reason": outcome.reason,
    }  # fmt: skip
