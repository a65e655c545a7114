"""Import a record as a finished game, or as a practice table that continues from one of the record's moves."""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from accounts.models import User
from core.json_field import encode
from core.tasks import after_commit
from games.announcements import live
from games.clocks.terms import USUAL_TURN
from games.editions.errors import NotAllowed
from games.engine import Ruleset, commitment
from games.formats.notation import Script, Step, parse, replayed
from games.formats.replay import NEW_RULES, to_json
from games.models import Archive, Checkpoint, Deck, Game, Hand, Move, Player, Seed
from games.moderation import limits
from games.play.controllers import helmsman_level
from games.play.session import Session, outcome_data
from games.play.settling import settle_and_ask
from games.storage.snapshots import EVERY

MOST_BYTES = 30_000_000
"""The maximum total size of a person's practice tables and records, in bytes."""


@dataclass(slots=True)
class Taken:
    """The rows of a record, collected during its replay, the remaining quota in bytes (`room`), and the rules at the last move."""

    room: int
    rules: Ruleset
    moves: list[Move] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    last: Step = field(init=False)

    def add(self, step: Step) -> None:
        """Add a move. Raise NotAllowed if the quota is exceeded."""
        self.last = step
        if step.decision == NEW_RULES:
            self.rules = self.rules.of_version(step.answer)
        self.moves.append(row(step))
        self.room -= len(encode(self.moves[-1].events)) + len(encode(step.answer))
        crosses = step.decision == "undo" and step.answer < step.number // EVERY * EVERY
        if crosses or step.number % EVERY == 0:
            self.keep(step)
        if self.room < 0:
            raise NotAllowed("too-much", NO_ROOM)

    def keep(self, step: Step) -> None:
        """Add a checkpoint. If an earlier checkpoint is equal, store only its number."""
        snapshot = encode(to_json(step.snapshot))
        number = self.first.setdefault(snapshot, step.number)
        same = number != step.number
        whole = {"same": number} if same else to_json(step.snapshot)
        self.checkpoints.append(Checkpoint(number=step.number, snapshot=whole, format=self.rules.format))
        self.room -= 0 if same else len(snapshot)


def take_in(user: User, text: str, last_number: int | None = None, seat: int = 0) -> Game:
    """Store the game in `text`, whole, or up to move `last_number` to continue against bots. Raise BadRecord or NotAllowed."""
    room = room_of(user)
    limits.spend(user, "record")
    script = parse(text)
    if not 0 <= seat < len(script.places):
        raise NotAllowed("no-seat", "There is no such seat in this record.")
    if last_number is not None and not 0 <= last_number < len(script.moves):
        raise NotAllowed("no-move", f"This record can be taken up after any move from 0 to {len(script.moves) - 1}.")
    taken = Taken(room, script.rules)
    for step in replayed(script):
        if last_number is None or step.number <= last_number:
            taken.add(step)
    if last_number is not None and seat not in script.rules.seats_left(taken.last.state):
        raise NotAllowed("no-seat", "That captain had left by then. Choose another seat.")
    with transaction.atomic():
        return store(user, script, taken, seat, ended=last_number is None)


def room_of(user: User) -> int:
    """Return the person's remaining quota in bytes. Raise NotAllowed if nothing is left."""
    own_games = Game.objects.filter(owner=user, is_rated=False)
    limits.must_have_room(user, "records", own_games.count())
    moves = Move.objects.filter(game__in=own_games).aggregate(size=Sum(Length("events") + Coalesce(Length("answer"), 0)))["size"] or 0
    moves += Archive.objects.filter(game__in=own_games).aggregate(size=Sum(Length("moves")))["size"] or 0
    checkpoints = Checkpoint.objects.filter(game__in=own_games).aggregate(size=Sum(Length("snapshot")))["size"] or 0
    if moves + checkpoints >= MOST_BYTES:
        raise NotAllowed("too-much", NO_ROOM)
    return MOST_BYTES - moves - checkpoints


NO_ROOM = f"There is no room for this: practice tables and records of one person may take up {MOST_BYTES // 1_000_000} MB here."


def store(user: User, script: Script, taken: Taken, seat: int, ended: bool) -> Game:
    """Store all rows of the game. If the game continues, ask the player on turn."""
    game = make_game(user, script, taken, ended)
    Seed.objects.create(game=game, secret=script.seed)
    make_players(game, user, script, taken, seat)
    Deck.objects.bulk_create(Deck(game=game, name=name, cards=cards) for name, cards in taken.last.snapshot.decks.items())
    for rows in (taken.moves, taken.checkpoints):
        for row in rows:
            row.game = game
    Move.objects.bulk_create(taken.moves)
    Checkpoint.objects.bulk_create(taken.checkpoints)
    if not ended:
        settle_and_ask(Session(game))
    return game


def make_game(user: User, script: Script, taken: Taken, ended: bool) -> Game:
    """Create the unrated game's own row. Raise NotAllowed if a game to be continued is already over."""
    rules, last, now = taken.rules, taken.last, timezone.now()
    outcome = rules.outcome(last.state)
    if outcome is not None and not ended:
        raise NotAllowed("game-over", "The game was over by then.")
    turns = rules.turn(last.state)
    return Game.objects.create(
        ruleset=rules.slug, version=rules.version, format=rules.format, options=script.options, owner=user, seats=len(script.places),
        name=f"{rules.name}, a record" if ended else f"{rules.name}, from move {last.number}", pace=USUAL_TURN, is_rated=False,
        status=Game.Status.OVER if ended else Game.Status.RUNNING, commitment=commitment(script.seed),
        number=last.number, public=last.snapshot.public, first=script.first, round=turns[0], turn=turns[1],
        scores=list(rules.scores(last.state)), outcome_data=outcome and outcome_data(outcome),
        last_moves=last_moves(taken.moves, len(script.places)),
        started_at=now, moved_at=now, ended_at=now if ended else None,
    )  # fmt: skip


def last_moves(moves: list[Move], seats: int) -> list[int]:
    numbers = [0] * seats
    for move in moves:
        if move.seat is not None:
            numbers[move.seat] = move.number
    return numbers


def make_players(game: Game, user: User, script: Script, taken: Taken, own_seat: int) -> None:
    """Put the person in `own_seat`, and bots with the record's names in the other seats."""
    level, bank = helmsman_level(script.rules), game.terms.pace.first_bank
    resigned_seats = {move.seat for move in taken.moves if move.decision == "resign"}
    for seat, (place, name) in enumerate(zip(script.places, script.names, strict=True)):
        is_own = seat == own_seat
        player = Player.objects.create(
            game=game, seat=seat, place=place, bank=bank, resigned=seat in resigned_seats,
            user=user if is_own else None, bot="" if is_own else level, own_name="" if is_own else name,
        )  # fmt: skip
        Hand.objects.create(player=player, secrets=taken.last.snapshot.seats[seat])
    after_commit(live.seated, user.pk)


def row(step: Step) -> Move:
    """Return a step of a record as a Move without a game."""
    events = [event.to_json() for event in step.events]
    return Move(
        number=step.number,
        seat=step.seat,
        decision=step.decision,
        answer=step.answer,
        by="player",
        events=events,
        hash=step.hash,
    )
