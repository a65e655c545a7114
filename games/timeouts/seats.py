"""Seats of absent captains: strikes, open seats, substitutes, returns, and tables where every captain is absent."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.tasks import after_commit
from games.announcements import arrangers, clock_log, live, notices
from games.clocks.limits import SPARE_A_TURN
from games.clocks.paces import DAY
from games.deadlines import waiting
from games.editions.errors import NotAllowed
from games.models import Game, Hand, LaidAside, Lapse, Player, Vote, Wait
from games.moderation import blocks, limits
from games.play import acting, standing_orders
from games.play.session import Session, must_be_running
from games.play.settling import settle_and_ask
from games.queries import reliability

RUNNING_STRIKES, ALL_STRIKES, ALL_STRIKES_LONG = 3, 4, 5
LONG_GAME = 40
"""The number of rounds after which one more strike is forgiven."""
AT_LEAST_GONE = 72 * 3600
Mode = Player.Mode


# -- strikes ------------------------------------------------------------------------------------------
def strike(session: Session, player: Player, wait: Wait) -> None:
    """Count a timeout of the captain, who is away until they act. Open the seat after too many timeouts."""
    player.strikes += 1
    player.strikes_running += 1
    if player.strikes_running == 1:
        player.striking_since = wait.due_at
    if player.mode == Mode.PRESENT:
        player.mode = Mode.AWAY
    if is_gone(session.game, player, session.now):
        open_up(session.game, player, session.now)
    player.save(update_fields=["strikes", "strikes_running", "striking_since", "mode", "open_until"])


def is_gone(game: Game, player: Player, now: datetime) -> bool:
    """Return whether the captain has timed out so often, and for so long, that the seat should be opened."""
    least = timedelta(seconds=max(AT_LEAST_GONE, game.terms.pace.usual))
    long_enough = player.striking_since is not None and now - player.striking_since >= least
    return (player.strikes_running >= RUNNING_STRIKES and long_enough) or player.strikes >= most_strikes(game)


def most_strikes(game: Game) -> int:
    return ALL_STRIKES_LONG if game.round > LONG_GAME else ALL_STRIKES


def open_up(game: Game, player: Player, now: datetime) -> None:
    """Open the seat to substitutes while a bot plays. The caller must save the player."""
    player.mode = Mode.OPEN
    usual = max(DAY, min(3 * DAY, game.terms.pace.usual))
    player.open_until = now + timedelta(seconds=usual)
    clock_log.note(game, "seat-open", player.seat, until=player.open_until)


def after_strike(game: Game, player: Player, players: list[Player]) -> None:
    """Notify the players about an open seat, and put the table to sleep if no captain is present."""
    if player.mode == Mode.OPEN:
        void_votes(game)
        notices.seat_open(game, player)
    elif player.strikes_running == 1:
        clock_log.note(game, "away", player.seat)
    check_stalled(game, [other for other in players if is_person(other)])


@transaction.atomic
def offer(game_id: int, seat: int) -> None:
    """Open a seat to substitutes after a bot has replaced its captain, unless only newer code can open the game."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.RUNNING or game.is_too_new:
        return
    player = Player.objects.get(game=game, seat=seat)
    open_up(game, player, timezone.now())
    player.save(update_fields=["mode", "open_until"])


# -- another captain in the chair ---------------------------------------------------------------------
def ask_anew(game: Game, seat: int) -> None:
    Wait.objects.filter(game=game, seat=seat, closed_at=None).delete()
    settle_and_ask(Session.load(game.pk))


def charge_held(game: Game, seat: int) -> None:
    """Charge the overrun of the seat's open question to its captain's spare time."""
    session = Session.load(game.pk)
    for wait in Wait.objects.filter(game=game, seat=seat, closed_at=None):
        if waiting.charge_spare(wait, session, session.now):
            waiting.store_supplies(session.players[seat])


def seats_of(game: Game, **which: Any) -> Player:
    """Return a player of a running game. Raise NotAllowed if the game is not running, or Player.DoesNotExist."""
    must_be_running(game)
    return Player.objects.select_related("user", "former").get(game=game, **which)


@transaction.atomic
def substitute(game_id: int, seat: int, user: User, orders: Mapping[str, Any] = MappingProxyType({})) -> Player:
    """Take over an open seat. Its owner may reclaim it until the substitute has answered. Raise NotAllowed if refused."""
    game = Game.objects.select_for_update().get(pk=game_id)
    player = seats_of(game, seat=seat)
    if user.pk in (player.user_id, player.former_id):
        return take_back(game_id, user)
    if player.mode != Mode.OPEN:
        raise NotAllowed("not-open", "That seat is taken: its captain came back, or somebody was quicker. Thank you all the same.")
    if game.players.filter(user=user).exists():
        raise NotAllowed("seated", "You sit at this table already.")
    arrangers.check_newcomer(game, user)
    if not arrangers.is_arranged(game):
        blocks.must_share_table(user, game.players.exclude(pk=player.pk).values_list("user", flat=True))
        reliability.must_be_reliable(game, user)
        if game.open_to_all:
            limits.must_have_room_for_public_table(user)
    brought = standing_orders.checked_orders(standing_orders.first_at(game), dict(orders))
    if player.user_id and not player.former_id:
        store_orders(player)
    seat_substitute(player, user)
    player.bank = game.terms.pace.bank_for_successor(player.bank)
    player.save()
    Hand.objects.filter(player=player).update(orders=brought, queue=[], fallback="default")
    clock_log.note(game, "substitute", seat, name=user.name, former=player.former_id)
    after_commit(live.seated, user.pk)
    settle_change(game, seat)
    return player


def seat_substitute(player: Player, user: User) -> None:
    """Seat a substitute without earlier strikes. A substitute replaced before answering gets a lapse. The caller must save the player."""
    if player.former_id and player.user_id:
        Lapse.objects.create(user_id=player.user_id, lost_seat=True)
    elif not player.former_id:
        player.former = player.user
        had = {"strikes": player.strikes, "bank": player.bank, "spare": player.spare}
        player.former_had = {**had, "joined_at": player.joined_at.isoformat()}
    player.user, player.mode, player.open_until = user, Mode.PRESENT, None
    player.strikes, player.strikes_running, player.striking_since = 0, 0, None
    player.spare = max(player.spare, SPARE_A_TURN)
    player.own_name, player.bot, player.joined_at = "", "", timezone.now()


def store_orders(player: Player) -> None:
    """Store the owner's orders, queue and fallback, in case the owner comes back."""
    hand = Hand.objects.get(player=player)
    settings = {"user_id": player.user_id, "orders": hand.orders, "queue": hand.queue, "fallback": hand.fallback}
    LaidAside.objects.update_or_create(player=player, defaults=settings)


def restore_owner(player: Player) -> None:
    """Return the seat to its owner with their earlier strikes, time and orders. The caller must save the player."""
    had = player.former_had
    player.user, player.former, player.former_had, player.own_name, player.bot = player.former, None, {}, "", ""
    player.strikes, player.bank, player.joined_at = had["strikes"], had["bank"], datetime.fromisoformat(had["joined_at"])
    player.spare = had.get("spare", player.spare)
    for settings in LaidAside.objects.filter(player=player):
        Hand.objects.filter(player=player).update(orders=settings.orders, queue=settings.queue, dropped=[], fallback=settings.fallback)
        settings.delete()


@transaction.atomic
def take_back(game_id: int, user: User) -> Player:
    """Let the owner of an open seat reclaim it. Raise NotAllowed if refused, or Player.DoesNotExist for other people."""
    game = Game.objects.select_for_update().get(pk=game_id)
    player = game.players.filter(former=user).first() or game.players.filter(user=user).first()
    if player is None:
        raise Player.DoesNotExist
    player = seats_of(game, pk=player.pk)
    replaced = None
    if player.former_id == user.pk:
        replaced = player.user
        restore_owner(player)
    elif player.mode not in (Mode.OPEN, Mode.BOT):
        raise NotAllowed("not-open", "You have your seat already.")
    if player.strikes > most_strikes(game):
        raise NotAllowed("too-many-strikes", "Your time ran out too often at this table, so the seat is no longer yours.")
    player.mode, player.open_until = Mode.AWAY, None
    player.strikes_running, player.striking_since = 0, None
    player.save()
    entry = clock_log.note(game, "back", player.seat, name=user.name, user=user.pk)
    if replaced is not None:
        notices.about_table(notices.SEAT_LOST, game, replaced, str(entry.pk))
    arrangers.seat_taken_back(game, player.seat_number)
    settle_change(game, player.seat_number)
    return player


def settle_change(game: Game, seat: int) -> None:
    """Void open votes, wake a sleeping table, and ask the seat, after its captain has changed."""
    void_votes(game)
    if game.stalled_at:
        acting.wake_clocks(game)
    ask_anew(game, seat)


@transaction.atomic
def leave_to_helmsman(game_id: int, player_id: int) -> bool:
    """Let the bot keep a seat if no substitute came in time. Return whether the bot keeps it."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.is_too_new:  # no substitute could have taken the seat
        return False
    changed = Player.objects.filter(pk=player_id, mode=Mode.OPEN, open_until__lte=timezone.now()).update(mode=Mode.BOT)
    if changed:
        clock_log.note(game, "helmsman", Player.objects.get(pk=player_id).seat)
    return bool(changed)


@transaction.atomic
def reinstate(game_id: int, player_id: int) -> None:
    """Delete a captain's strikes and give back an open seat, to correct a mistake."""
    game = Game.objects.select_for_update().get(pk=game_id)
    player = seats_of(game, pk=player_id)
    opened = player.mode in (Mode.OPEN, Mode.BOT)
    player.strikes, player.strikes_running, player.striking_since = 0, 0, None
    player.mode, player.open_until = Mode.PRESENT, None
    player.save()
    clock_log.note(game, "reinstated", player.seat, user=player.user_id)
    if opened:
        settle_change(game, player.seat_number)


@transaction.atomic
def resign(game_id: int, seat: int) -> None:
    """Make a captain leave a running game for good, and void its open votes. Raise NotAllowed unless the game is running."""
    void_votes(acting.resign(game_id, seat).game)


def void_votes(game: Game, **which: str) -> None:
    Vote.objects.filter(game=game, result="", **which).update(result="void", closed_at=timezone.now())


# -- sleeping tables ----------------------------------------------------------------------------------
def captains_of(game: Game) -> list[Player]:
    return [player for player in Player.objects.filter(game=game).select_related("user") if is_person(player)]


def is_person(player: Player) -> bool:
    return player.user_id is not None and not player.bot and not player.resigned


def check_stalled(game: Game, mine: list[Player]) -> None:
    """Put a table to sleep if every captain is absent. The site then plays for nobody, and closes the table in the end.

    Bots play on until a captain must answer. If no captain is left, they stop at once.
    """
    if game.stalled_at or game.status != Game.Status.RUNNING or any(player.mode == Mode.PRESENT for player in mine):
        return
    game.stalled_at = timezone.now()
    game.save(update_fields=["stalled_at"])
    end = waiting.stall_end(game, mine)
    asked = Wait.objects.filter(game=game, closed_at=None).exclude(next_step__in=[Wait.Step.BOT, Wait.Step.CLOSE])
    asked.update(next_step=Wait.Step.STALL, next_at=end, due_at=None)
    if all(player.plays_itself for player in mine):
        Wait.objects.filter(game=game, closed_at=None).update(next_step=Wait.Step.STALL, next_at=end)
    clock_log.note(game, "stalled", until=end)


def close_stalled(game: Game) -> None:
    """End a sleeping table as it stands, unrated."""
    Game.objects.filter(pk=game.pk).update(is_rated=False, stalled_at=None)
    acting.end_as_it_stands(game.pk, "stalled")
