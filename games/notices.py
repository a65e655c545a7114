"""All notices to players: their kinds, keys and facts.

Facts are numbers only; a letter is written when it is sent, from the reader's own view (`games.mail.letters.turn_letters`).

| kind | key | facts |
| --- | --- | --- |
| turn | turn:{wait} | game, seat, wait, number |
| reminder | rem:{wait}:{step}:{due} | game, seat, wait, number |
| played | auto:{wait} | game, seat, wait, number (after the last move played for them), moves (how many), helmsman (did they play?) |
| over | end:{game}:{user} | game, seat, number |
| talk | talk:{game}:{user}:{quarter of an hour} | game, line (the first that was said then) |
| nudge | nudge:{wait}:{date} | game, seat, wait, number, by (seat) |
| day-asked | day-asked:{game}:{user}:{wait}:{days given before} | game, wait |
| stuck | stuck:{game}:{user}:{number} | game, seat, number |
| invitation | inv:{invitation} | game, invitation |
| newer-code | newer-code:{game}:{user}:{pause} | game |
| new-rules | new-rules:{game}:{user}:{version} | game, version |
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

import notifications
from accounts.models import User
from games.models import ChatLine, Game, Invitation, Player, Seek, Wait
from notifications.models import LetterIn

TURN_DELAY = timedelta(minutes=2)
"""A player who is at the table anyway answers before the letter leaves, and then it is not sent. A turn letter does not
expire: until it has left, its reader's time does not run out."""

BEGAN = timedelta(hours=1)
TALK_DELAY = timedelta(minutes=15)

READY_CHECK = "muster"
IDLE_TABLE = "unstarted"
"""A stored kind, under its present name."""


def _facts(game: Game, wait: Wait, **more: Any) -> dict:
    return {"game": game.pk, "seat": wait.seat, "wait": wait.pk, "number": game.number, **more}


def your_turn(game: Game, wait: Wait, user: User) -> None:
    """Notify a player of their turn, after a delay in case they answer at once; of their first at once if they began by letter."""
    notifications.notify(
        "turn",
        user,
        f"turn:{wait.pk}",
        _facts(game, wait),
        not_before=wait.asked_at + (timedelta() if began_by_letter(game, wait, user) else TURN_DELAY),
        fresh=True,
    )


def began_by_letter(game: Game, wait: Wait, user: User) -> bool:
    """Is this the player's first turn, in a game that they made or joined by letter lately? Then they are at no page."""
    if game.last_moves[wait.seat]:
        return False
    lately = LetterIn.objects.filter(user=user, state=LetterIn.State.APPLIED, ended_at__gt=wait.asked_at - BEGAN)
    return lately.filter(facts__game=game.pk).exists()


def window_opened(game: Game, wait: Wait, user: User) -> None:
    """Notify a player until when a move may be disputed; at once, since the time is short."""
    notifications.notify("turn", user, f"turn:{wait.pk}", _facts(game, wait), expires_at=wait.due_at, fresh=True)


def reminder(game: Game, wait: Wait, user: User) -> None:
    key = f"rem:{wait.pk}:{wait.next_step}:{int((wait.due_at or wait.next_at or wait.asked_at).timestamp())}"
    notifications.notify("reminder", user, key, _facts(game, wait), expires_at=wait.due_at)


def played_for_you(game: Game, wait: Wait, user: User, moves: int, helmsman: bool) -> None:
    """Notify a player that their time ran out and `moves` answers were given for them."""
    expires = (wait.closed_at or timezone.now()) + timedelta(hours=72)
    notifications.notify(
        "played", user, f"auto:{wait.pk}", _facts(game, wait, moves=moves, helmsman=helmsman), expires_at=expires, fresh=True
    )


def to_all(kind: str, game: Game, players: Iterable[Player], now: datetime) -> None:
    """Notify every person at the table; `kind` is "over" or "stuck"."""
    for player in players:
        if player.user is not None:
            keys = {
                "over": f"end:{game.pk}:{player.user_id}",
                "stuck": f"stuck:{game.pk}:{player.user_id}:{game.number}",
            }
            facts = {"game": game.pk, "seat": player.seat, "number": game.number}
            notifications.notify(kind, player.user, keys[kind], facts, expires_at=now + timedelta(days=7))


def invited(invitation: Invitation) -> None:
    facts = {"game": invitation.game_id, "invitation": invitation.pk}
    notifications.notify("invitation", invitation.user, f"inv:{invitation.pk}", facts, address=invitation.email)


def talk(line: ChatLine, people: Iterable[User]) -> None:
    """Notify people of talk: they get a letter a quarter of an hour later, unless they have been at the table by then."""
    game, now = line.game, line.said_at
    window = int(now.timestamp()) // int(TALK_DELAY.total_seconds())
    for user in people:
        key = f"talk:{game.pk}:{user.pk}:{window}"
        notifications.notify(
            "talk", user, key, {"game": game.pk, "line": line.pk}, not_before=now + TALK_DELAY, expires_at=now + timedelta(days=1)
        )


def nudge(game: Game, wait: Wait, user: User, by_seat: int) -> bool:
    """Nudge a player for an opponent, once a day. Return False if that was done already."""
    key = f"nudge:{wait.pk}:{timezone.now():%Y-%m-%d}"
    told = notifications.notify("nudge", user, key, _facts(game, wait, by=by_seat), expires_at=timezone.now() + timedelta(days=1))
    return told is not None


# -- about time and chairs ----------------------------------------------------------------------------
def overdue(game: Game, wait: Wait, user: User) -> None:
    """Notify a player that time is up, and grace has begun."""
    key = f"due:{wait.pk}:{int(wait.deadline.timestamp())}"
    notifications.notify("overdue", user, key, _facts(game, wait), expires_at=wait.deadline + timedelta(days=3))


def clock_moved(game: Game, wait: Wait, user: User) -> None:
    """Notify a player that a deadline, or the end of its grace, moved by more than an hour."""
    until = (wait.next_at if wait.overdue_at else None) or wait.deadline
    notifications.notify("clock-moved", user, f"moved:{wait.pk}:{int(until.timestamp())}", _facts(game, wait), expires_at=until)


def seat_open(game: Game, player: Player) -> None:
    """Notify a player that their seat is open to substitutes; the others read it at the table."""
    if player.user is not None:
        about_table("seat-open", game, player.user, f"{player.pk}:{int((player.open_until or timezone.now()).timestamp())}")


def seat_lost(game: Game, player: Player, user: User) -> None:
    """Notify a substitute that the owner came back before they had played."""
    about_table("seat-lost", game, user, f"{player.pk}:{int(timezone.now().timestamp())}")


def about_table(kind: str, game: Game, user: User, more: str) -> None:
    """Notify a person about a table as such; the notice expires after a week."""
    key = f"{kind}:{game.pk}:{user.pk}:{more}"
    notifications.notify(kind, user, key, {"game": game.pk}, expires_at=timezone.now() + timedelta(days=7))


def nobody_found(search: Seek) -> None:
    """Notify a player that matchmaking found nobody."""
    key, expires = f"search-ended:{search.user_id}:{search.pk}:{int(search.made_at.timestamp())}", timezone.now() + timedelta(days=7)
    notifications.notify("search-ended", search.user, key, {}, expires_at=expires)


def to_people(kind: str, game: Game, players: Iterable[Player], more: str, later: timedelta = timedelta(), **facts: Any) -> None:
    """Notify these people about their table; with `later`, after that delay, if it still matters then."""
    for player in players:
        if player.user is not None:
            key = f"{kind}:{game.pk}:{player.user_id}:{more}"
            now = timezone.now()
            notifications.notify(
                kind, player.user, key, {"game": game.pk, **facts}, not_before=now + later, expires_at=now + timedelta(days=7)
            )
