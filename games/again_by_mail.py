"""“again” in answer to the letter that says how a game came out: the same captains, the same terms, another game."""

from typing import Any

from django.conf import settings

import notifications
from games import letter_parts as parts
from games.models import Game
from games.one_word import OneWord
from games.services.rematch import rematch
from notifications import Letter
from notifications.inbound import register_reader, replying
from notifications.models import LetterIn

PURPOSE, WORD = "over", "again"
UNREAD = "We found {} nowhere alone on the first line of your letter, so nothing was done."


def register() -> None:
    words = OneWord({PURPOSE: (WORD,)}, UNREAD, play_again, "not-seated", "results", "You get no more letters about games that ended.")
    notifications.register("receipt-over", write_receipt, "receipts", again=False, role="now")
    register_reader(PURPOSE, words.read, receipt="receipt-over", held="held")


def offered(table: dict, user) -> dict[str, Any]:
    """What the letter about the end needs to offer it, to who played and where answers come in."""
    to = replying.new_address(user, PURPOSE, {"game": table["game"].pk, "asked": PURPOSE}) if table["seat"] is not None else ""
    return {"reply_to": to, "local": settings.MAILBOX} if to else {}


def play_again(user, facts: dict, said: str) -> str:
    """Ask for the rematch, or sit down at the one that somebody else asked for. Raises RulesError, ObjectDoesNotExist."""
    game = rematch(facts["game"], user)
    if game.status != Game.Status.OPEN:
        return f"“{game.name}” has begun, with the same captains. A letter tells you when it is your turn."
    free = game.seats - game.players.count()
    return f"You have a chair at “{game.name}”. The others are asked to it, and it begins when every chair is taken; {free} free."


def write_receipt(notice) -> Letter | None:
    """How it went."""
    answered = LetterIn.objects.select_related("address").filter(pk=notice.facts["letter"]).first()
    game = answered and answered.address and Game.objects.filter(pk=answered.address.facts["game"]).first()
    if not game:
        return None
    sentence = answered.facts.get("said") or "That letter of ours is too old to be answered. The table’s page has a button for a rematch."
    newest = game.rematches.filter(players__user=notice.user).order_by("-pk").first()
    table = {"game": game, "rules": game.rules, "names": [], "seat": None}
    context = {"link": parts.table_link(newest or game), "sentence": sentence, "in_reply_to": answered.message_id}
    return parts.letter("letters/clock", notice, table, context)
