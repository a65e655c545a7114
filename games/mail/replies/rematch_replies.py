"""Carry out “again” in reply to the letter about the end of a game: set up a rematch with the same captains and terms."""

from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.editions.errors import NotAllowed
from games.mail import letter_parts as parts
from games.mail import open_questions
from games.mail.answered import HELD
from games.mail.grammar.reply_grammar import read_block
from games.mail.replies.one_word import OneWord
from games.models import Game
from games.queries.table_view import TableView
from games.tables.rematch import rematch
from notifications import KindName
from notifications.inbound import LetterFacts, Verdict, reads, reply_addresses
from notifications.models import LetterIn

PURPOSE, WORD = "over", "again"
UNREAD = "The first line of your letter is not the one word {}, so nothing was done."
ABOUT_AGAIN = "It makes the same table again. “board” shows how this game ended."

RECEIPT = KindName[LetterFacts]("receipt-over")


@reads(PURPOSE, receipt=RECEIPT, held=HELD)
def read(letter: LetterIn, text: str) -> Verdict:
    """Carry out an answer, in the transaction that closes the letter; “board” shows the end of the game again."""
    if read_block(text, (WORD,).__contains__).word == "board":
        return Verdict(LetterIn.State.APPLIED, "board", {"word": "board"})
    stopped = "You get no more letters about games that ended."
    return OneWord({PURPOSE: (WORD,)}, UNREAD, play_again, "not-seated", "results", stopped, ABOUT_AGAIN).read(letter, text)


def offered(table: TableView, user: User) -> dict[str, Any]:
    """Return the template context that offers a rematch; {} if the reader did not play or the site receives no mail."""
    to = reply_addresses.new_address(user, PURPOSE, {"game": table.game.pk, "asked": PURPOSE}) if table.seat is not None else ""
    return {"reply_to": to, "local": settings.MAILBOX} if to else {}


def play_again(user: User, facts: dict[str, Any], word: str) -> str:
    """Request or join the rematch, and return a sentence. Raise RulesError or ObjectDoesNotExist if the rematch is refused."""
    plays_already = Game.objects.filter(rematch_of=facts["game"], players__user=user, status=Game.Status.RUNNING).exists()
    with transaction.atomic():
        game = rematch(facts["game"], user)
        if not plays_already and (lacking := parts.orders_lacking(game, user)):
            raise NotAllowed("orders-first", f"{lacking} The page of the table asks for them with the rematch.")
    if game.status != Game.Status.OPEN:
        open_questions.tell_at_once(game.pk, user)
        return f"“{game.name}” has begun, with the same captains. A letter tells you when it is your turn."
    free = game.seats - game.players.count()
    return f"You have a chair at “{game.name}”. The others are invited, and it begins when every chair is taken; {free} free."


def newest_table(game: Game, user: User) -> Game:
    """Return the newest rematch that the user plays, or the ended game if there is no rematch."""
    return game.rematches.filter(players__user=user).order_by("-pk").first() or game
