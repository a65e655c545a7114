"""A day more for a captain whom a table waits for: any one opponent may give it, twice a game, and they may ask for it."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.agreements import votes
from games.announcements import clock_log, notices
from games.clocks.paces import DAY
from games.deadlines import recalculation
from games.editions.errors import NotAllowed, StalePage
from games.models import Game, Player, Wait
from games.timeouts import seats

MOST = 2
"""Days that one seat may be given in one game."""


def possible_givers(players: list[Player], seat: int) -> list[Player]:
    """Those of these captains who may give this seat a day."""
    return [player for player in players if seats.is_person(player) and player.seat != seat]


def why_no_extension(game: Game, players: list[Player], wait: Wait) -> NotAllowed | None:
    """Why nobody can give a day to whom this wait is for; None where somebody can."""
    asked = next(player for player in players if player.seat == wait.seat)
    if wait.is_window:
        return NotAllowed(
            "window", f"The time for {game.edition.window_words.many} is the same for everybody, and is not made longer for one."
        )
    if wait.due_at is None:
        return NotAllowed("no-clock", "No clock runs for this seat now, so it needs no more time.")
    if asked.gifts >= MOST:
        return NotAllowed("too-many", "This seat has been given two days already, and nobody is given more in one game.")
    if not possible_givers(players, wait.seat):
        return NotAllowed("nobody", "Only bots sit here beside you, and bots give no time. While you are on leave your clock stands.")
    try:
        votes.must_be_their_own(game)
    except NotAllowed as refusal:
        return refusal
    return None


def may_be_given(game: Game, players: list[Player], wait: Wait) -> bool:
    return why_no_extension(game, players, wait) is None


def taken_up(game_id: int, user: User) -> tuple[Game, Player, list[Player]]:
    """The running game under its lock, this person's chair, and all chairs. Raises NotAllowed, Player.DoesNotExist."""
    game, own = votes.locked(game_id, user)
    return game, own, list(game.players.select_related("user").order_by("seat"))


@transaction.atomic
def ask_for_extension(game_id: int, user: User) -> bool:
    """Ask those who can give it for a day more; the request ends with the turn. Asked already: nothing is done, and False."""
    game, own, players = taken_up(game_id, user)
    wait = Wait.objects.filter(game=game, seat=own.seat_number, closed_at=None).first()
    if wait is None:
        raise NotAllowed("not-asked", "Nothing is asked of you at this table now, so you need no more time.")
    if refusal := why_no_extension(game, players, wait):
        raise refusal
    if wait.wants_day_at is not None:
        return False
    wait.wants_day_at = timezone.now()
    wait.save(update_fields=["wants_day_at"])
    clock_log.note(game, "day-asked", own.seat)
    facts = notices.WaitFacts(game=game.pk, wait=wait.pk)
    notices.to_people(notices.DAY_ASKED, facts, possible_givers(players, own.seat_number), f"{wait.pk}:{own.gifts}")
    return True


@transaction.atomic
def give_extension(game_id: int, user: User, wait_id: int, seen: int) -> Player:
    """Give whom this wait is for a day, if so many as were `seen` have been given them: two who answer at once give one."""
    game, giver, players = taken_up(game_id, user)
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
    recalculation.put_under_limits(wait, clock)
    wait.allowance, wait.may_hold, wait.wants_day_at = wait.allowance + DAY, (wait.may_hold or 0) + DAY, None
    wait.save(update_fields=["allowance", "may_hold", "wants_day_at"])
    recalculation.move(wait, clock, timezone.now(), "gift", user.name)
    return player
