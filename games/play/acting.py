"""Apply actions to running games. Every action goes through this module.

The edition decides which moves need confirmation (`Face.warn`), from the view of the seat alone. A captain may choose to confirm
every move. Only pages ask for confirmation. Letters and the API show the warning beside the answer instead.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.announcements import arrangers, clock_log, notices
from games.editions import guard
from games.editions.errors import NotAllowed, StalePage
from games.engine import Action, Decision, IllegalAction, Ruleset, Words
from games.engine.play import close_game
from games.engine.ruleset import View
from games.formats.replay import MOST_UNDOS
from games.kit.parts import face_of
from games.models import BY_CAPTAIN, Game, Hand, LaidAside, Lapse, Move, Player, Undo, Wait
from games.play.lessons import normalised_answer
from games.play.order_log import answer_words
from games.play.session import Session
from games.play.settling import settle


def act(game_id: int, action: Action, seen: int, by: str = "player") -> Move:
    """Play `action` if move `seen` is still the newest. If it is refused, change nothing and raise StalePage or RulesError."""
    return act_in_session(game_id, action, seen, by)[0]


@transaction.atomic
def act_in_session(
    game_id: int, action: Action, seen: int, by: str = "player", check: Callable[[Session], None] | None = None
) -> tuple[Move, Session]:
    """Play `action` like `act`. Return its move and the secret session. An exception from `check` stops the move before any change."""
    try:
        session = Session.load(game_id, seen)
    except StalePage:
        must_not_be_too_late(game_id, action.seat, seen)
        raise
    if check is not None:
        check(session)
    with guard.lawfully(session.rules):
        events = session.play(action, by)
        move = session.moves[-1]
        settle(session)
    if by not in BY_CAPTAIN:
        session.forget_undo()
    else:
        session.remember_position(action.seat, events)
        present_again(session.game, session.players[action.seat])
    session.save()
    return move, session


def must_not_be_too_late(game_id: int, seat: int, seen: int) -> None:
    """Raise StalePage with the times if the seat timed out after move `seen`."""
    if not Move.objects.filter(game=game_id, seat=seat, number__gt=seen, by="clock").exists():
        return
    wait = Wait.objects.filter(game=game_id, seat=seat, closed_by="clock", since_number__lte=seen).order_by("-pk").first()
    if wait is not None and wait.due_at is not None and wait.closed_at is not None:
        due, out = (f"{timezone.localtime(moment):%a %-d %b, %H:%M}" for moment in (wait.due_at, wait.closed_at))
        raise StalePage(
            f"Your time was up at {due}. Nothing had come by {out}, so this turn was played for you; your answer came too late."
        )


def is_played_already(game_id: int, action: Action, seen: int) -> bool:
    """Return whether the action was played as move `seen` + 1 and not undone, so that pressing the button twice is not an error."""
    since = Move.objects.filter(game_id=game_id, number__gt=seen, seat=action.seat)
    played = since.filter(number=seen + 1, decision=action.decision, by="player").values_list("answer", flat=True)
    posted = normalised_answer(action.answer)
    return any(normalised_answer(answer) == posted for answer in played) and not since.filter(decision="undo").exists()


@transaction.atomic
def resign(game_id: int, seat: int, by: str = "player") -> Move:
    """Make a captain leave the game for good. The edition decides about their goods. Raise NotAllowed unless the game is running."""
    session = Session.load(game_id)
    with guard.lawfully(session.rules):
        session.leave(seat, by)
        move = session.moves[-1]
        settle(session)
    session.forget_undo()
    Player.objects.filter(game=session.game, seat=seat).update(resigned=True)
    session.save()
    tell_friends(session.game, seat)
    return move


def tell_friends(game: Game, seat: int) -> None:
    """Notify the others at a private table that a captain has left for good. At other tables their next letter says so."""
    if game.status == Game.Status.RUNNING and not game.open_to_all and not arrangers.is_arranged(game):
        remaining = game.players.exclude(seat=seat).filter(bot="", resigned=False).select_related("user")
        notices.to_people(notices.CAPTAIN_LEFT, notices.TableFacts(game=game.pk), remaining, f"{seat}:{game.number}")


@transaction.atomic
def end_as_it_stands(game_id: int, reason: str) -> Move:
    """End a running game now, with the edition's ranking. Raise NotAllowed unless the game is running."""
    session = Session.load(game_id)
    played = close_game(session.rules, session.state, reason)
    session.state = played.state
    session.note(None, "close", reason, played.events, "player")
    session.forget_undo()
    session.save()
    return session.moves[0]


@transaction.atomic
def take_up_again(game_id: int) -> None:
    """Resume a game that was stopped by an error, with new clocks. Raise NotAllowed if the game was not stopped."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.STUCK:
        raise NotAllowed("not-stuck", "This game was not set aside.")
    game.status = Game.Status.RUNNING
    game.save(update_fields=["status"])
    game.waits.filter(closed_at=None).delete()
    session = Session.load(game_id)
    session.save()


def present_again(game: Game, player: Player) -> None:
    """Mark a captain who answers as present. If the captain is a substitute, they keep the seat. Raise NotAllowed if a bot has it."""
    if player.mode in (Player.Mode.OPEN, Player.Mode.BOT):
        raise NotAllowed("seat-open", "A bot has your seat. Take it back first; the button is on the table’s page.")
    forget_dropped(player.hand)
    if player.former_id:
        Lapse.objects.create(user_id=player.former_id, lost_seat=True)
        LaidAside.objects.filter(player=player).delete()
    if player.strikes_running or player.mode != Player.Mode.PRESENT or player.former_id:
        player.strikes_running, player.striking_since, player.mode = 0, None, Player.Mode.PRESENT
        player.former, player.former_had = None, {}
        player.save(update_fields=["strikes_running", "striking_since", "mode", "former", "former_had"])
    if game.stalled_at:
        wake_clocks(game)


def wake_clocks(game: Game) -> None:
    """Restart the clocks of a sleeping table, in the caller's transaction. The caller must open the waits."""
    game.stalled_at = None
    Game.objects.filter(pk=game.pk).update(stalled_at=None)
    Wait.objects.filter(game=game, closed_at=None, next_step=Wait.Step.STALL).delete()
    clock_log.note(game, "woken")


def forget_dropped(hand: Hand) -> None:
    """Clear the dropped answers, because the captain has seen them."""
    if hand.dropped:
        hand.dropped = []
        hand.save(update_fields=["dropped"])


class Unconfirmed(Exception):
    """Raised if the captain must confirm a move first. Has the question, the answer in words, and a warning or ""."""

    def __init__(self, question: str, answer: str, warning: str):
        super().__init__(warning or answer)
        self.question, self.answer, self.warning = question, answer, warning


def warning_of(rules: Ruleset, view: View, decisions: Sequence[Decision], decision: Decision, answer: Any) -> str:
    """Return the edition's warning about a legal answer to a decision, or "" if there is none."""
    beside = [other for other in decisions if other.seat == decision.seat and other is not decision]
    return guard.serve(rules, "warning", "", face_of(rules).warn, view, decision, answer, beside)


def must_be_sure(session: Session, action: Action, always: bool) -> None:
    """Raise Unconfirmed if the edition warns about the move, or if `always` is set. Ignore illegal moves."""
    decision = next((asked for asked in session.decisions if asked.seat == action.seat and asked.name == action.decision), None)
    if decision is None:
        return
    try:
        answer = decision.check(action.answer)
    except IllegalAction:
        return
    rules = session.rules
    warning = warning_of(rules, rules.view(session.state, action.seat), session.decisions, decision, answer)
    if warning or always:
        names = [player.name for player in session.players]
        question = decision.heading if isinstance(decision, Words) else rules.ask(decision, names)
        raise Unconfirmed(question, answer_words(rules, decision, answer, names), warning)


@transaction.atomic
def take_back(game_id: int, seat: int, seen: int) -> Move:
    """Undo the seat's newest move. Raise StalePage if `seen` is not the newest move, and NotAllowed if undo is not possible.

    A player may undo their own moves of the current turn, if none revealed anything and nobody has moved since. Outside their turn
    they may undo answers until the whole question is answered. `Session.remember_position` stores the positions for undo.
    """
    session = Session.load(game_id, seen)
    last = Undo.objects.filter(game_id=game_id).order_by("-pk").first()
    if last is None or not session.game.may_take_back(seat):
        raise NotAllowed(
            "no-undo", "There is nothing to take back: nothing was chosen yet, something has been revealed since, or the turn has passed."
        )
    recent = Move.objects.filter(game_id=game_id, number__gt=seen - 2 * MOST_UNDOS, decision="undo", seat=seat)
    if recent.count() >= MOST_UNDOS:
        raise NotAllowed("too-many", "You cannot take back more in this turn. Choose one way and sail on.")
    session.go_back(last, seat)
    last.delete()
    session.game.undo_depth -= 1
    session.save()
    return session.moves[0]


def is_taken_back_already(game_id: int, seat: int, seen: int) -> bool:
    """Return whether move `seen` + 1 is the seat's undo, so that pressing the button twice is not an error."""
    return Move.objects.filter(game_id=game_id, number=seen + 1, seat=seat, decision="undo").exists()
