"""Apply actions to running games. Every action goes through this module."""

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from games.announcements import arrangers, notices
from games.deadlines import waiting
from games.editions.errors import NotAllowed, StalePage
from games.editions.guard import lawfully
from games.engine import Action
from games.engine.play import close_game
from games.models import BY_CAPTAIN, Game, Move, Player
from games.play import presence, undo
from games.play.lessons import normalised_answer
from games.play.session import Session, StoredGame
from games.play.settling import settle


class StoredMove(NamedTuple):
    """A move, and the game as just stored, or None if a bot moves next. `stored_game` is secret."""

    move: Move
    stored_game: StoredGame | None


def act(game_id: int, action: Action, seen: int, by: str = "player") -> Move:
    """Play `action` if move `seen` is still the newest. Raise StalePage or RulesError, without any change, if it is refused."""
    return act_and_keep(game_id, action, seen, by).move


@transaction.atomic
def act_and_keep(game_id: int, action: Action, seen: int, by: str = "player", check: Callable[[Session], None] | None = None) -> StoredMove:
    """Play `action` as `act` does, and return the stored game, too. An exception by `check` stops the move before any change."""
    try:
        session = Session.load(game_id, seen)
    except StalePage:
        waiting.must_not_be_too_late(game_id, action.seat, seen)
        raise
    if check is not None:
        check(session)
    with lawfully(session.rules):
        events = session.play(action, by)
        move = session.moves[-1]
        settle(session)
    if by in BY_CAPTAIN:
        undo.remember_position(session, action.seat, events)
        presence.present_again(session.game, session.players[action.seat])
    else:
        session.forget_undo()
    session.save()
    return StoredMove(move, session.stored_game)


def is_played_already(game_id: int, action: Action, seen: int) -> bool:
    """Return whether this action was played as move `seen` + 1 and not undone, so that a repeated press is not refused."""
    since = Move.objects.filter(game_id=game_id, number__gt=seen, seat=action.seat)
    played = since.filter(number=seen + 1, decision=action.decision, by="player").values_list("answer", flat=True)
    posted = normalised_answer(action.answer)
    return any(normalised_answer(answer) == posted for answer in played) and not since.filter(decision="undo").exists()


@transaction.atomic
def resign(game_id: int, seat: int, by: str = "player") -> Move:
    """Remove a seat from the game for good; the edition decides about its goods. Raise NotAllowed unless the game runs."""
    session = Session.load(game_id)
    with lawfully(session.rules):
        session.leave(seat, by)
        move = session.moves[-1]
        settle(session)
    session.forget_undo()
    Player.objects.filter(game=session.game, seat=seat).update(resigned=True)
    session.save()
    tell_friends(session.game, seat)
    return move


def tell_friends(game: Game, seat: int) -> None:
    """Notify the others at a private table that a captain has left for good; elsewhere their next letter tells it."""
    if game.status == Game.Status.RUNNING and not game.open_to_all and not arrangers.is_arranged(game):
        remaining = game.players.exclude(seat=seat).filter(bot="", resigned=False).select_related("user")
        notices.to_people(notices.CAPTAIN_LEFT, notices.TableFacts(game=game.pk), remaining, f"{seat}:{game.number}")


@transaction.atomic
def end_as_it_stands(game_id: int, reason: str) -> Move:
    """End a running game now, with the edition's ranking. Raise NotAllowed unless the game runs."""
    session = Session.load(game_id)
    played = close_game(session.rules, session.state, reason)
    session.state = played.state
    session.note(None, "close", reason, played.events, "player")
    session.forget_undo()
    session.save()
    return session.moves[0]


@transaction.atomic
def take_up_again(game_id: int) -> None:
    """Resume a game that a fault stopped, with new clocks. Raise NotAllowed if it is not stopped."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.STUCK:
        raise NotAllowed("not-stuck", "This game was not set aside.")
    game.status = Game.Status.RUNNING
    game.save(update_fields=["status"])
    game.waits.filter(closed_at=None).delete()
    session = Session.load(game_id)
    session.save()
