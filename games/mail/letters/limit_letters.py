"""Letters that tell a writer, once, that we do not read or answer their letters for a while."""

from datetime import datetime

from games.mail import letter_parts as parts
from games.mail.letters import command_letters
from notifications import Letter, writes
from notifications.inbound import limits
from notifications.models import LetterIn
from notifications.telling import Telling

SENTENCES = {
    "unread": "We found no order in this letter, either. Letters without an order are answered once an hour: the next one gets an answer "
    "after {until}. We still carry out your orders at any time.",
    "refusals": "We could not do what you wrote. This was the eleventh time in a day, and we say why only ten times a day: the next "
    "time after {until}. We still do everything that we can do, at any time.",
    "too-many": "You sent us too many letters in a short time, so we did not read this one, and did nothing in it. The same goes "
    "for all that come before {until}. After that, please write again. On the site you can play at any time.",
    "held": "Today more letters came in your name without proof than we keep for you, so this one was not kept, and nothing in it was "
    "done. The same goes for others without proof, until {until}. On the site you can do the same at once.",
    "unreadable": "We could not read a letter of yours, so nothing in it was done: it is too large, or not built as letters are. We say "
    "this once an hour. A short letter of plain text is always read.",
    "encrypted": "We could not read a letter of yours, so nothing in it was done: it is encrypted, or signed in a way that hides its "
    "text. We say this once an hour. Please write it without encryption.",
    "odd-from": "We could not tell who answered a letter to you, so nothing was done: the answer’s From line does not have one address. We "
    "say this once an hour. Please write from one address.",
    "failed": "A fault on our side kept us from reading a letter of yours, so nothing in it was done. Please do it on the site, or write "
    "again.",
    "gone": "You answered a letter of ours, but its question is not for you any more. So nothing was done.",
}


@writes(limits.KIND, "receipts", again=False, role="now")
def write_limited(notice: Telling[limits.LimitFacts]) -> Letter | None:
    """Write why a letter was not read or answered, and until when the limit holds; None if that letter is deleted."""
    answered = LetterIn.objects.filter(pk=notice.facts["letter"]).first()
    if answered is None:
        return None
    until = notice.facts["until"]
    when = parts.deadline_words(datetime.fromisoformat(until), notice.reader)["when"] if until else ""
    sentence = SENTENCES[notice.facts["why"]].format(until=when)
    context = {"said": sentence, "link": parts.site_link("my_games"), "in_reply_to": answered.message_id}
    return command_letters.letter("letters/commands", notice, context)
