"""Write letters about chat lines that the reader missed, and post the replies as chat lines."""

import re

from django.core.exceptions import ObjectDoesNotExist

from core.plain_text import END, ISOLATE, isolated, one_line, quoted
from games.announcements.notices import TALK, TalkFacts
from games.engine import RulesError
from games.mail import fallback_letters
from games.mail import letter_parts as parts
from games.mail.answered import HELD, answered_letter, refuse_letter
from games.mail.grammar.reply_grammar import first_words, order_in_talk, understood, word_of
from games.mail.replies import own_words
from games.models import ChatLine, Game
from games.queries.table_view import TableView
from games.storage import block_conditions
from games.tables import chat
from notifications import KindName, Letter, presence
from notifications.inbound import LetterFacts, Verdict, reads, reply_addresses
from notifications.models import LetterIn, Stop
from notifications.telling import Telling

State = LetterIn.State
PURPOSE = "talk"
MAX_CHAT_LINES = 10
PRIVATE = re.compile(r"\S@\S|(?:\d[ ()/-]{0,2}){8,}")
"""An e-mail address or a telephone number, as in signatures."""
NOTHING = "We found no words of yours above the quoted letter, so nothing was said at the table."
HELD_BACK = (
    "Your line holds what looks like an address or a telephone number, perhaps a signature, so it was not said at the table. "
    "If you mean it, say it on the table’s page."
)
STOPPED = "You get no more letters about what is said at your tables. To have them again, answer “start”."
REPEATED = "You have said the same at this table twice today, so it was not said again. If you mean it, say it on the table’s page."
AN_ORDER = (
    "Your words look like an order: “{}”. Replies to a letter about talk are said at the table, so we neither said it nor played it. "
    "If you mean it as an order, send it again in reply to this letter."
)

RECEIPT = KindName[LetterFacts]("receipt-talk")


@fallback_letters.writes(TALK, "talk", about="talk", again=False)
def write_talk(notice: Telling[TalkFacts]) -> Letter | None:
    """Return a letter with other people's chat lines; None if the reader has visited or left the table since."""
    game = Game.objects.filter(pk=notice.facts["game"], players__user=notice.user).first()
    lines = lines_for(game, notice) if game else []
    if game is None or not lines:
        return None
    talk = [
        {"name": line.user.name if line.user else "Someone", "text": whole(line.text), "quoted": quoted(whole(line.text))} for line in lines
    ]
    table = TableView.of_nobody(game)
    to = reply_addresses.new_address(notice.reader, PURPOSE, {"game": game.pk})
    how = "Answer this letter, and the first lines of your answer are said at the table." if to else ""
    counted = "A line was" if len(talk) == 1 else f"{len(talk)} lines were"
    context = {"link": parts.table_link(game), "sentence": "This was said while you were away.", "talk": talk, "how": how,
               "line": f"{counted} said while you were away, the last by {talk[-1]['name']}."}  # fmt: skip
    return parts.letter("letters/clock", notice, table, context | {"reply_to": to, "brief": "Somebody spoke at your table."})


def whole(text: str) -> str:
    """Return a chat line within direction marks, so that the line's writing direction affects no other text."""
    return text if isolated(text) == text else f"{ISOLATE}{text}{END}"


def lines_for(game: Game, notice: Telling[TalkFacts]) -> list[ChatLine]:
    since_notice = ChatLine.objects.filter(game=game, by_spectator=False, pk__gte=notice.facts["line"])
    by_blocked = block_conditions.has_blocked(notice.reader, "user")
    from_others = since_notice.exclude(user=notice.user).exclude(text="").exclude(by_blocked).select_related("user")
    seen_at = presence.last_seen(notice.reader, f"game:{game.pk}")
    newest = from_others.filter(said_at__gt=seen_at) if seen_at else from_others
    return list(newest.order_by("-pk")[:MAX_CHAT_LINES])[::-1]


@reads(PURPOSE, receipt=RECEIPT, held=HELD)
def handle_chat_reply(letter: LetterIn, text: str) -> Verdict:
    words = first_words(text)
    line = understood(words).words
    if own_words.takes_back_stop(letter.writer, line) and (verdict := own_words.carry_out(letter, text)):
        return verdict
    if word_of(line) == "stop":
        Stop.objects.get_or_create(user=letter.user, category="talk", defaults={"by": "letter"})
        return Verdict(State.APPLIED, "stop", {"said": STOPPED})
    if not words:
        return refuse_letter(letter, "unread", {"said": NOTHING}, text)
    if order := order_in_talk(text) or (words if own_words.is_meant(letter.writer, line) else ""):
        return refuse_letter(letter, "an-order", {"said": AN_ORDER.format(one_line(order))}, text)
    if PRIVATE.search(words):
        return refuse_letter(letter, "private", {"said": HELD_BACK}, text)
    if chat.is_repeated(letter.reply_address.facts["game"], letter.writer, words):
        return refuse_letter(letter, "repeated", {"said": REPEATED}, text)
    try:
        posted = chat.post_line(letter.reply_address.facts["game"], letter.writer, words)
    except RulesError as refusal:
        return refuse_letter(letter, refusal.code, {"said": refusal.text}, text)
    except ObjectDoesNotExist:
        return Verdict(State.REFUSED, "not-seated")
    return Verdict(State.APPLIED, "said", {"line": posted.pk})


@fallback_letters.writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    """Return the receipt for a refusal or a “stop”; None for a chat line that was posted."""
    about = answered_letter(notice)
    if about is None or about.letter.reason == "said":
        return None
    sentence = about.letter.facts.get("said") or "That letter of ours is too old to be answered. You can speak on the table’s page."
    context = {"link": parts.table_link(about.game), "sentence": sentence, "in_reply_to": about.letter.message_id}
    return parts.letter("letters/clock", notice, TableView.of_nobody(about.game), context)
