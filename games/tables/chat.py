"""The two chats of a table (its players' and its spectators'), and a player's private notes."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from core.plain_text import printable, printable_lines
from core.prepared import NUMBER, Blank, Prepared
from core.tasks import after_commit
from games.announcements import live, notices
from games.editions.errors import NotAllowed
from games.models import ChatLine, Game, Notes, Player
from games.moderation import limits
from games.queries import journal
from games.storage import block_conditions
from notifications.delivery_times import listening

MAX_LINE_LENGTH = 500
MOST_A_MINUTE = 20
MAX_NOTES_LENGTH = 4000


@transaction.atomic
def post_line(game_id: int, user: User, text: str) -> ChatLine:
    """Post a line to the players' chat. Raise NotAllowed if refused, and Game.DoesNotExist for people without a seat."""
    game = Game.objects.filter(players__user=user).get(pk=game_id)
    line, is_new = stored(game, user, text)
    if is_new:
        notices.talk(line, listeners(game, user))
        after_commit(live.changed, game.pk, game.number)
    return line


@transaction.atomic
def post_as_spectator(game_id: int, user: User, text: str) -> ChatLine:
    """Post a line to the spectators' chat, without letters. Raise NotAllowed if refused, Game.DoesNotExist if the person may not post."""
    game = Game.objects.get(pk=game_id)
    if not journal.may_speak_as_spectator(game, user):
        raise Game.DoesNotExist
    line, is_new = stored(game, user, text, by_spectator=True)
    if is_new:
        tell = live.changed if game.status == Game.Status.OVER else live.spectators_spoke
        after_commit(tell, game.pk, game.number)
    return line


def stored(game: Game, user: User, text: str, by_spectator: bool = False) -> tuple[ChatLine, bool]:
    """Return (new line, True), or (newest line, False) if the person has just posted the same text. Raise NotAllowed if refused."""
    limits.may_write(user, "talk of spectators" if by_spectator else "talk at a table")
    words = printable(text)
    if not words:
        raise NotAllowed("empty", "Write something first.")
    if len(words) > MAX_LINE_LENGTH:
        raise NotAllowed("too-long", f"That is longer than {MAX_LINE_LENGTH} characters.")
    newest = game.chat.filter(by_spectator=by_spectator).order_by("-pk").first()
    if newest and (newest.user_id, newest.text) == (user.pk, words):
        return newest, False
    if ChatLine.objects.filter(user=user, said_at__gt=timezone.now() - timedelta(minutes=1)).count() >= MOST_A_MINUTE:
        raise NotAllowed("too-many", "That is a lot of talk for one minute. Take a breath.")
    return ChatLine.objects.create(game=game, user=user, text=words, by_spectator=by_spectator), True


def is_repeated(game_id: int, user: User, text: str) -> bool:
    """Return whether the person posted the text twice at the table within a day, as autoresponders do."""
    lately = ChatLine.objects.filter(game=game_id, user=user, said_at__gt=timezone.now() - timedelta(days=1))
    return lately.filter(text=printable(text)).count() > 1


def mark_read(player: Player, newest: int) -> None:
    """Record that the player has read the chat up to the line with key `newest`. Never move the mark back."""
    if newest > (player.read_talk_to or -1):
        Player.objects.filter(pk=player.pk).update(read_talk_to=newest)
        player.read_talk_to = newest


def listeners(game: Game, speaker: User) -> list[User]:
    """Return the other captains who get letters about chat and do not block the speaker; at a public table, only if they opted in."""
    rows = game.players.exclude(user=None).exclude(user=speaker).exclude(block_conditions.is_blocked_by(speaker, "user"))
    users = [player.user for player in rows.select_related("user") if player.user is not None]
    return listening(users) if game.open_to_all else users


@Prepared.of(NUMBER, NUMBER)
def sheet(game: Blank, user: Blank) -> QuerySet[Any, Any]:
    return Notes.objects.filter(game=game, user=user).values_list("text", flat=True)


def notes_of(game_id: int, user: User) -> str:
    return "".join(sheet(game_id, user.pk))


def save_notes(game_id: int, user: User, text: str) -> str:
    """Replace the notes by the text without invisible characters, and return it. Raise NotAllowed if it is too long."""
    words = printable_lines(text)
    if len(words) > MAX_NOTES_LENGTH:
        raise NotAllowed(
            "too-long", f"There is room for {MAX_NOTES_LENGTH} characters, and these are {len(words)}. Shorten them: nothing was saved yet."
        )
    if words:
        Notes.objects.update_or_create(game_id=game_id, user=user, defaults={"text": words})
    else:
        Notes.objects.filter(game=game_id, user=user).delete()
    return words
