"""Answer letters from people without an account: send a welcome letter, and open an account after a verified “yes”."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts import services as accounts
from core.plain_text import one_line
from games.editions.guard import on_offer
from games.mail import letter_parts as parts
from games.mail.answered import beginning
from games.mail.grammar.command_grammar import YES, is_order
from games.mail.grammar.reply_grammar import as_written, left_over, read_block
from games.mail.letters import command_letters
from notifications import KindName, Letter, writes
from notifications.inbound import LetterFacts, Verdict, reads, reply_addresses
from notifications.inbound.command_address import STRANGER, WELCOME, WelcomeFacts, become_command_address
from notifications.models import LetterIn, ReplyAddress, Stop
from notifications.telling import Telling

State = LetterIn.State
SUBJECT = "[Buccaneer] Your letter to us"
UNREAD = "We found no “yes” at the top of your letter, so nothing was done."
RECEIPT = KindName[LetterFacts]("receipt-stranger")


@reads(STRANGER, receipt=RECEIPT, held=RECEIPT)
def handle_sign_up(letter: LetterIn, text: str) -> Verdict:
    email, block = letter.reply_address.facts["email"], read_block(text, lambda words: YES.fullmatch(words) is not None, is_order)
    if block.word == "stop":
        Stop.objects.get_or_create(user=None, address=email, category="receipts", defaults={"by": "letter"})
        return Verdict(State.APPLIED, "stop")
    first_line = block.lines[0] if block.lines and not block.dry and YES.fullmatch(block.lines[0].words) else None
    if first_line is None:
        return Verdict(State.REFUSED, "unread", {"problem": UNREAD, "quoted": beginning(text)})
    Stop.objects.filter(user=None, address=email).delete()
    try:
        member = accounts.open_by_letter(email, as_written(first_line.raw, "call me"))
    except ValidationError as refusal:
        return Verdict(State.REFUSED, "no-account", {"problem": f"{' '.join(refusal.messages)} No account was opened."})
    become_command_address(letter.reply_address, member)
    letter.user = member
    sentence = f"You have an account here, and go by the name of {member.name}."
    return Verdict(State.APPLIED, "opened", {"said": sentence, "rest": left_over(block, is_order)})


@writes(WELCOME, "receipts", again=False, role="now")
def write_welcome(notice: Telling[WelcomeFacts]) -> Letter | None:
    """Return the letter that tells a stranger how to open an account; None if the stranger has opened an account meanwhile."""
    row = ReplyAddress.objects.filter(pk=notice.facts["row"], purpose=STRANGER).first()
    written = LetterIn.objects.filter(pk=notice.facts["letter"]).values_list("message_id", flat=True).first()
    return welcome(notice, row, {"in_reply_to": written or ""}) if row else None


@writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    answered = LetterIn.objects.select_related("address").filter(pk=notice.facts["letter"]).first()
    if answered is None or answered.address is None:
        return None
    facts = answered.facts
    if notice.user:
        context = {
            "said": facts["said"],
            "rest": one_line(facts.get("rest", ""), 120),
            "sections": [command_letters.SECTIONS[name](notice) for name in ("tables", "new")],
            "link": parts.site_link("home"),
            "in_reply_to": answered.message_id,
            "password_link": parts.site_link("account_reset_password"),
        }
        return command_letters.letter("letters/commands-opened", notice, context)
    problem = {"problem": facts["problem"], "read": [one_line(line, 60) for line in facts.get("quoted", [])]}
    return welcome(notice, answered.address, problem | {"in_reply_to": answered.message_id})


def welcome(notice: Telling, row: ReplyAddress, more: dict[str, Any]) -> Letter:
    context = {
        "link": parts.site_link("home"), "reply_to": reply_addresses.reply_address(row), "local": settings.MAILBOX,
        "editions": [(rules.name, rules.summary) for rules in on_offer().values()], "fits": lambda words: YES.fullmatch(words) is not None,
    }  # fmt: skip
    return parts.render("letters/stranger", notice, SUBJECT, context | more, thread=f"stranger.{row.pk}")
