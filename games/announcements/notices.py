"""Queue notices to players. A notice stores a kind, a key, and facts (numbers and flags only); a letter is written when it is sent."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict, TypeVar

from django.utils import timezone

import notifications
from accounts.models import User
from games.models import ChatLine, ClockEntry, Friendship, Game, Invitation, Player, Seek, Wait
from notifications import KindName, missed, outbox
from notifications.models import LetterIn
from notifications.telling import Telling

TURN_DELAY = timedelta(minutes=2)
"""The delay of a turn letter, in which an answer on the page cancels the letter. No clock runs out before the letter is sent."""
MAX_TURN_LETTERS = 5
"""The maximum number of letters about one question, however often the player changes their e-mail address."""
BEGAN = timedelta(hours=1)
TALK_DELAY = timedelta(minutes=15)
WEEK = timedelta(days=7)


# -- kinds and their facts ------------------------------------------------------------------------
class NoFacts(TypedDict):
    """The empty facts of a kind whose letter depends on the reader alone."""


class FaultFacts(TypedDict):
    """The hour of the faults, in hours since 1 January 1970 UTC."""

    hour: int


class TableFacts(TypedDict):
    game: int


class WaitFacts(TableFacts):
    wait: int


class SeatFacts(TableFacts):
    """A seat, and the number of the newest move when the notice was created."""

    seat: int
    number: int


class TurnFacts(WaitFacts, SeatFacts):
    """The facts of a question to a seat."""


class PlayedFacts(TurnFacts):
    """`reaction`: time ran out during another captain's turn; `helmsman`: a helmsman played; `number`: the last move for the player."""

    reaction: NotRequired[bool]
    helmsman: NotRequired[bool]


class NudgeFacts(TurnFacts):
    """`by`: the seat of the player who nudges."""

    by: int


class TalkFacts(TableFacts):
    """`line`: the id of the first chat line within TALK_DELAY."""

    line: int


class VoteFacts(TableFacts):
    vote: int


class VersionFacts(TableFacts):
    """The version of the rules that the table now uses."""

    version: int


class InvitationFacts(TableFacts):
    invitation: int


class FriendFacts(TypedDict):
    """A friend request that the reader received, or that the other captain accepted."""

    friendship: int


TURN = KindName[TurnFacts]("turn")
REMINDER = KindName[TurnFacts]("reminder")
OVERDUE = KindName[TurnFacts]("overdue")
CLOCK_MOVED = KindName[TurnFacts]("clock-moved")
NUDGE = KindName[NudgeFacts]("nudge")
PLAYED = KindName[PlayedFacts]("played")
OVER = KindName[SeatFacts]("over")
STUCK = KindName[SeatFacts]("stuck")
TALK = KindName[TalkFacts]("talk")
INVITATION = KindName[InvitationFacts]("invitation")
FRIENDSHIP = KindName[FriendFacts]("friendship")
VOTE = KindName[VoteFacts]("vote")
VOTE_AGREED = KindName[TableFacts]("vote-agreed")
DAY_ASKED = KindName[WaitFacts]("day-asked")
PAUSED = KindName[TableFacts]("paused")
NEW_RULES = KindName[VersionFacts]("new-rules")
NEWER_CODE = KindName[TableFacts]("newer-code")
READY_CHECK = KindName[TableFacts]("muster")
SEATED_OUT = KindName[TableFacts]("seated-out")
CAPTAIN_LEFT = KindName[TableFacts]("captain-left")
TAKEN_OFF = KindName[TableFacts]("taken-off")
SEAT_OPEN = KindName[TableFacts]("seat-open")
SEAT_LOST = KindName[TableFacts]("seat-lost")
LEAVE_TAKEN = KindName[TableFacts]("leave-taken")
IDLE_TABLE = KindName[TableFacts]("unstarted")
GIVEN_UP = KindName[TableFacts]("given-up")
INHERITED = KindName[TableFacts]("inherited")
FOUND = KindName[TableFacts]("found")
SEARCH_ENDED = KindName[NoFacts]("search-ended")
REPORTS = KindName[NoFacts]("reports")
SILENCED = KindName[NoFacts]("silenced")
FAULTS = KindName[FaultFacts]("faults")
"""Kinds of notice. The quoted names are stored in the database, so some differ from the current names of the constants."""

AboutTable = TypeVar("AboutTable", bound=TableFacts)


def turn_facts(game: Game, wait: Wait) -> TurnFacts:
    return {"game": game.pk, "seat": wait.seat, "wait": wait.pk, "number": game.number}


# -- about turns ----------------------------------------------------------------------------------
def your_turn(game: Game, wait: Wait, user: User) -> None:
    """Notify a player of their turn after TURN_DELAY, or at once for the first turn in a game that they began by letter."""
    not_before = wait.asked_at if began_by_letter(game, wait, user) else wait.asked_at + TURN_DELAY
    notifications.notify(TURN, user, f"turn:{wait.pk}", turn_facts(game, wait), not_before=not_before, fresh=True)


def your_turn_again(wait: Wait, user: User) -> None:
    """Notify a player again of an open question that no letter reported, if they want turn letters. Clocks use only the first letter."""
    keys = [f"turn:{wait.pk}", *(f"again:{wait.pk}:{number}" for number in range(1, MAX_TURN_LETTERS))]
    if missed.has_letter(user, keys):
        return
    facts, taken = turn_facts(wait.game, wait), outbox.told_already(keys)
    free = [key for key in keys[1:] if key not in taken]
    if free and missed.wants(Telling(TURN, user, "", free[0], facts, timezone.now())):
        expires = wait.due_at if wait.is_window else None
        notifications.notify(TURN, user, free[0], facts, not_before=timezone.now() + TURN_DELAY, expires_at=expires)


def began_by_letter(game: Game, wait: Wait, user: User) -> bool:
    """Return whether the wait is for the player's first turn in a game that they created or joined by letter at most BEGAN earlier."""
    if game.last_moves[wait.seat]:
        return False
    carried_out = LetterIn.objects.filter(user=user, state=LetterIn.State.APPLIED, ended_at__gt=wait.asked_at - BEGAN)
    return any(facts.get("game") == game.pk for facts in carried_out.values_list("facts", flat=True))


def window_opened(game: Game, wait: Wait, user: User) -> None:
    """Notify a player of an open reaction window at once, because a window is short."""
    notifications.notify(TURN, user, f"turn:{wait.pk}", turn_facts(game, wait), expires_at=wait.due_at, fresh=True)


def reminder(game: Game, wait: Wait, user: User) -> None:
    key = f"rem:{wait.pk}:{wait.next_step}:{int((wait.due_at or wait.next_at or wait.asked_at).timestamp())}"
    notifications.notify(REMINDER, user, key, turn_facts(game, wait), expires_at=wait.due_at)


def played_for_you(game: Game, wait: Wait, user: User, reaction: bool, helmsman: bool) -> None:
    """Notify a player that their time ran out and the site played for them; `reaction` tells whether it was another captain's turn."""
    expires = (wait.closed_at or timezone.now()) + timedelta(hours=72)
    facts: PlayedFacts = {**turn_facts(game, wait), "reaction": reaction, "helmsman": helmsman}
    notifications.notify(PLAYED, user, f"auto:{wait.pk}", facts, expires_at=expires, fresh=True)


def game_ended(kind: KindName[SeatFacts], game: Game, players: Iterable[Player], now: datetime) -> None:
    """Notify every person at the table that the game is over (OVER), or that a fault stopped the game (STUCK)."""
    for player, user in human_players(players):
        key = f"end:{game.pk}:{user.pk}" if kind == OVER else f"stuck:{game.pk}:{user.pk}:{game.number}"
        facts = SeatFacts(game=game.pk, seat=player.seat_number, number=game.number)
        notifications.notify(kind, user, key, facts, expires_at=now + WEEK)


def human_players(players: Iterable[Player]) -> list[tuple[Player, User]]:
    return [(player, player.user) for player in players if player.user is not None]


def invited(invitation: Invitation) -> None:
    facts = InvitationFacts(game=invitation.game_id, invitation=invitation.pk)
    notifications.notify(INVITATION, invitation.user, f"inv:{invitation.pk}", facts, address=invitation.email)


def friendship(row: Friendship, user: User) -> None:
    """Notify a captain of a friend request, or that the other captain accepted theirs."""
    facts = FriendFacts(friendship=row.pk)
    notifications.notify(FRIENDSHIP, user, f"friend:{row.pk}:{user.pk}", facts, expires_at=timezone.now() + WEEK)


def talk(line: ChatLine, users: Iterable[User]) -> None:
    """Notify people of a chat line by a letter after TALK_DELAY, unless they visit the table first."""
    game, now = line.game, line.said_at
    window = int(now.timestamp()) // int(TALK_DELAY.total_seconds())
    for user in users:
        key = f"talk:{game.pk}:{user.pk}:{window}"
        notifications.notify(
            TALK, user, key, TalkFacts(game=game.pk, line=line.pk), not_before=now + TALK_DELAY, expires_at=now + timedelta(days=1)
        )


def nudge(game: Game, wait: Wait, user: User, by_seat: int) -> bool:
    """Nudge a player for an opponent, at most once a day; return False if the player was already nudged today."""
    key = f"nudge:{wait.pk}:{timezone.now():%Y-%m-%d}"
    facts: NudgeFacts = {**turn_facts(game, wait), "by": by_seat}
    return notifications.notify(NUDGE, user, key, facts, expires_at=timezone.now() + timedelta(days=1)) is not None


# -- about clocks and seats -----------------------------------------------------------------------
def overdue(game: Game, wait: Wait, user: User) -> None:
    key = f"due:{wait.pk}:{int(wait.deadline.timestamp())}"
    notifications.notify(OVERDUE, user, key, turn_facts(game, wait), expires_at=wait.deadline + timedelta(days=3))


def clock_moved(game: Game, wait: Wait, user: User, entry: ClockEntry) -> None:
    """Notify a player that a deadline, or the end of grace, moved; `entry` is the journal's line about the change."""
    until = (wait.next_at if wait.overdue_at else None) or wait.deadline
    notifications.notify(CLOCK_MOVED, user, f"moved:{wait.pk}:{entry.pk}", turn_facts(game, wait), expires_at=until)


def seat_open(game: Game, player: Player) -> None:
    if player.user is not None:
        about_table(SEAT_OPEN, game, player.user, f"{player.pk}:{(player.open_until or timezone.now()).isoformat()}")


def about_table(kind: KindName[TableFacts], game: Game, user: User, more: str) -> None:
    """Notify a person about a table. The notice expires after a week; `more` makes the notice's key unique."""
    key = f"{kind}:{game.pk}:{user.pk}:{more}"
    notifications.notify(kind, user, key, TableFacts(game=game.pk), expires_at=timezone.now() + WEEK)


def nobody_found(search: Seek) -> None:
    key, expires = f"search-ended:{search.user_id}:{search.pk}:{int(search.made_at.timestamp())}", timezone.now() + WEEK
    notifications.notify(SEARCH_ENDED, search.user, key, NoFacts(), expires_at=expires)


def to_people(kind: KindName[AboutTable], facts: AboutTable, players: Iterable[Player], more: str, later: timedelta = timedelta()) -> None:
    """Notify the human players among `players` about their table, after the delay `later`, if the notice still matters then."""
    now = timezone.now()
    for _, user in human_players(players):
        key = f"{kind}:{facts['game']}:{user.pk}:{more}"
        notifications.notify(kind, user, key, facts, not_before=now + later, expires_at=now + WEEK)
