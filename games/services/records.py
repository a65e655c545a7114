"""Taking in a record: as an ended game to look through, or as a practice table that goes on from one of its moves."""

from functools import partial
from itertools import takewhile

from django.db import transaction
from django.utils import timezone

from games import live, paces
from games.engine import Ruleset, commitment
from games.errors import NotAllowed
from games.models import Checkpoint, Deck, Game, Hand, Move, Player, Seed
from games.notation import Script, Step, parse, replayed
from games.replay import NEW_RULES
from games.services import waiting
from games.services.sitting import Sitting
from games.snapshots import EVERY, to_json
from games.speakers import helmsman_level

MOST_KEPT = 100
"""Practice tables and records one person may have here."""


def take_in(user, text: str, at: int | None = None, seat: int = 0) -> Game:
    """Keep the game in `text` with `user` in that seat: all of it, or up to move `at`, going on from there against bots.

    Raises BadRecord with the line and the reason, or NotAllowed; then nothing is stored.
    """
    script = parse(text)
    if not 0 <= seat < len(script.places):
        raise NotAllowed("no-seat", "There is no such seat in this record.")
    if at is not None and not 0 <= at < len(script.moves):
        raise NotAllowed("no-move", f"This record can be taken up after any move from 0 to {len(script.moves) - 1}.")
    steps = list(replayed(script))
    if at is not None:
        steps = list(takewhile(lambda step: step.number <= at, steps))
        if seat not in script.rules.seats_left(steps[-1].state):
            raise NotAllowed("no-seat", "That captain had left by then. Choose another seat.")
    with transaction.atomic():
        return store(user, script, steps, seat, ended=at is None)


def store(user, script: Script, steps: list[Step], seat: int, ended: bool) -> Game:
    """Every row of the game, and whoever is asked now when it goes on."""
    if Game.objects.filter(owner=user, is_rated=False).count() >= MOST_KEPT:
        raise NotAllowed("too-many", f"You keep {MOST_KEPT} practice tables and records already.")
    game = make_game(user, script, steps, ended)
    Seed.objects.create(game=game, secret=script.seed)
    make_players(game, user, script, steps, seat)
    Deck.objects.bulk_create(Deck(game=game, name=name, cards=cards) for name, cards in steps[-1].snapshot.decks.items())
    Move.objects.bulk_create(row(game, step) for step in steps)
    kept = [step for step in steps if step.number % EVERY == 0 or step.decision == "undo"]
    Checkpoint.objects.bulk_create(
        Checkpoint(game=game, number=step.number, snapshot=to_json(step.snapshot), format=game.format) for step in kept
    )
    if not ended:
        go_on(game)
    return game


def make_game(user, script: Script, steps: list[Step], ended: bool) -> Game:
    """The row of the game itself. It counts for no standings."""
    rules, last, now = played_by(script, steps), steps[-1], timezone.now()
    outcome = rules.outcome(last.state)
    if outcome is not None and not ended:
        raise NotAllowed("game-over", "The game was over by then.")
    turns = rules.turn(last.state)
    return Game.objects.create(
        ruleset=rules.slug, version=rules.version, format=rules.format, options=script.options, owner=user, seats=len(script.places),
        name=f"{rules.name}, a record" if ended else f"{rules.name}, from move {last.number}", pace=paces.USUAL, is_rated=False,
        status=Game.Status.OVER if ended else Game.Status.RUNNING, commitment=commitment(script.seed),
        number=last.number, public=last.snapshot.public, first=script.first, round=turns[0], turn=turns[1],
        scores=list(rules.scores(last.state)), outcome_data=outcome and as_data(outcome), last_moves=last_moves(steps, len(script.places)),
        started_at=now, moved_at=now, ended_at=now if ended else None,
    )  # fmt: skip


def played_by(script: Script, steps: list[Step]) -> Ruleset:
    """The rules at the last of these steps: the game may have been moved to a newer version on its way."""
    return script.rules.of_version(next((step.answer for step in reversed(steps) if step.decision == NEW_RULES), script.rules.version))


def as_data(outcome) -> dict:
    return {
        "winners": list(outcome.winners), "places": list(outcome.places), "scores": list(outcome.scores), "reason": outcome.reason,
    }  # fmt: skip


def last_moves(steps: list[Step], seats: int) -> list[int]:
    """The number of each seat's last own move."""
    found = [0] * seats
    for step in steps:
        if step.seat is not None:
            found[step.seat] = step.number
    return found


def make_players(game: Game, user, script: Script, steps: list[Step], own: int) -> None:
    """The reader in his seat, bots under the names of the record in the others."""
    level, bank = helmsman_level(script.rules), game.terms.pace.first_bank
    left = {step.seat for step in steps if step.decision == "resign"}
    for seat, (place, name) in enumerate(zip(script.places, script.names, strict=True)):
        is_own = seat == own
        player = Player.objects.create(
            game=game, seat=seat, place=place, bank=bank, resigned=seat in left,
            user=user if is_own else None, bot="" if is_own else level, own_name="" if is_own else name,
        )  # fmt: skip
        Hand.objects.create(player=player, secrets=steps[-1].snapshot.seats[seat])


def row(game: Game, step: Step) -> Move:
    """One step of a record as a move of this game."""
    events = [event.to_json() for event in step.events]
    return Move(
        game=game,
        number=step.number,
        seat=step.seat,
        decision=step.decision,
        answer=step.answer,
        by="player",
        events=events,
        hash=step.hash,
    )


def go_on(game: Game) -> None:
    """Ask whoever is to move now."""
    sitting = Sitting(game)
    sitting.settle()
    if sitting.moves:
        sitting.put_back()
        return
    waiting.refresh(sitting)
    transaction.on_commit(partial(live.changed, game.pk, game.number), robust=True)
