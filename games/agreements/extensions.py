"""Let opponents give another day to a captain for whom a table waits, twice per game, or send that captain a reminder."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.agreements import votes
from games.announcements import clock_log, notices
from games.clocks.paces import DAY
from games.deadlines import recalculation
from games.editions.errors import NotAllowed, StalePage
from games.models import Game, Player, Wait
from games.moderation import blocks
from games.timeouts import seats

MAX_DAYS = 2
"""The maximum number of days given to a seat per game."""
PATIENCE = timedelta(hours=12)
"""The minimum time since the question before a captain may be nudged."""


def possible_givers(players: list[Player], seat: int) -> list[Player]:
    return [player for player in players if seats.is_person(player) and player.seat != seat]


def why_no_extension(game: Game, players: list[Player], wait: Wait) -> NotAllowed | None:
    """Return the reason why nobody can give a day for the wait, or None if an opponent can."""
    asked = next(player for player in players if player.seat == wait.seat)
    if wait.is_window:
        return NotAllowed(
            "window", f"The time for {game.edition.window_words.many} is the same for everybody and cannot be extended for one captain."
        )
    if wait.due_at is None:
        return NotAllowed("no-clock", "No clock runs for this seat now, so it needs no more time.")
    if asked.gifts >= MAX_DAYS:
        return NotAllowed("too-many", "This seat has been given two days already, and nobody is given more in one game.")
    if not possible_givers(players, wait.seat):
        return NotAllowed("nobody", "Only bots play here with you, and bots give no time. While you are on leave, your clock stands still.")
    try:
        votes.must_be_their_own(game)
    except NotAllowed as refusal:
        return refusal
    return None


def locked_with_players(game_id: int, user: User) -> tuple[Game, Player, list[Player]]:
    """Return the locked running game, the person's player, and all players. Raise NotAllowed or Player.DoesNotExist."""
    game, player = votes.locked(game_id, user)
    return game, player, list(game.players.select_related("user").order_by("seat"))


@transaction.atomic
def ask_for_extension(game_id: int, user: User) -> bool:
    """Ask the opponents for another day in the current turn. Return False if already asked. Raise NotAllowed if none can be given."""
    game, player, players = locked_with_players(game_id, user)
    wait = Wait.objects.filter(game=game, seat=player.seat_number, closed_at=None).first()
    if wait is None:
        raise NotAllowed("not-asked", "Nothing is asked of you at this table now, so you need no more time.")
    if refusal := why_no_extension(game, players, wait):
        raise refusal
    if wait.wants_day_at is not None:
        return False
    wait.wants_day_at = timezone.now()
    wait.save(update_fields=["wants_day_at"])
    clock_log.note(game, "day-asked", player.seat)
    facts = notices.WaitFacts(game=game.pk, wait=wait.pk)
    notices.to_people(notices.DAY_ASKED, facts, possible_givers(players, player.seat_number), f"{wait.pk}:{player.gifts}")
    return True


@transaction.atomic
def give_extension(game_id: int, user: User, wait_id: int, seen: int) -> Player:
    """Give the player of the wait a day, if they have been given `seen` days. Raise NotAllowed or StalePage if the day is not given."""
    game, giver, players = locked_with_players(game_id, user)
    wait = Wait.objects.filter(pk=wait_id, game=game, closed_at=None).first()
    if wait is None:
        raise NotAllowed("over", "That turn is over, so no day was given.")
    if giver not in possible_givers(players, wait.seat):
        raise NotAllowed("no-gift", "A day can be given to somebody else whom the game waits for. Nothing was given.")
    player = next(player for player in players if player.seat == wait.seat)
    if player.gifts != seen:
        raise StalePage(f"{player.name} has been given a day since you were asked, so nothing more was given.")
    if refusal := why_no_extension(game, players, wait):
        raise refusal
    player.gifts += 1
    player.save(update_fields=["gifts"])
    clock = recalculation.clock_of(game)
    recalculation.add_limits(wait, clock)
    wait.allowance, wait.may_hold, wait.wants_day_at = wait.allowance + DAY, (wait.may_hold or 0) + DAY, None
    wait.save(update_fields=["allowance", "may_hold", "wants_day_at"])
    recalculation.move(wait, clock, timezone.now(), "gift", user.name)
    return player


def may_nudge(wait: Wait, now: datetime) -> bool:
    """Return whether the table has waited long enough for the answer."""
    return not wait.is_window and now - wait.asked_at >= PATIENCE


@transaction.atomic
def nudge(game_id: int, user: User, seat: int) -> None:
    """Remind the captain of a seat by letter, once a day, that the table waits. Raise NotAllowed, or DoesNotExist for outsiders."""
    game = Game.objects.get(pk=game_id, players__user=user)
    sender, other = game.players.get(user=user), game.players.select_related("user").filter(seat=seat).first()
    wait = Wait.objects.filter(game=game, seat=seat, closed_at=None).exclude(next_step=Wait.Step.CLOSE).first()
    if wait is None or other is None or other.user is None or other.plays_itself or sender.seat == seat:
        raise NotAllowed("no-nudge", "Somebody else whom the game waits for can be nudged; nobody else.")
    blocks.must_share_table(
        user, [other.user_id], "You blocked {name}, so you send no letters to {name} either.", "That captain cannot be nudged."
    )
    if not may_nudge(wait, timezone.now()):
        raise NotAllowed("too-soon", f"The table has not waited long for {other.name}. Half a day after the question you may nudge.")
    if not notices.nudge(game, wait, other.user, sender.seat_number):
        raise NotAllowed("nudged", f"{other.name} has been nudged today already.")
