"""The mailbox of a site on one machine, where letters are stored in the database instead of being sent by SMTP.

People who are signed in see the letters to their addresses at /mailbox/. Other visitors see only letters about accounts, which are
needed to sign up: on the machine itself all those of the last day, elsewhere those to the address that the visitor is confirming.
"""

import base64
from collections.abc import Sequence
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage as DjangoEmail
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User, Visitor
from core.plain_text import one_line
from core.sign_in import person_signing_in

from .home import is_loopback
from .inbound.store import store
from .models import LetterIn, LocalLetter

ACCOUNT_HEADER = "X-Buccaneer-Account"
"""The header that marks letters of the account library, the only letters that may be read without sign-in."""
ACCOUNT_LETTERS_FOR = timedelta(days=1)
SHOWN = 200
MAX_ANSWER_LENGTH = 4000


class EmailBackend(BaseEmailBackend):
    """A Django e-mail backend that stores letters in a table, each Message-ID once per recipient."""

    def send_messages(self, email_messages: Sequence[DjangoEmail]) -> int:
        for email in email_messages:
            message = email.message()
            for to in email.recipients():
                LocalLetter.objects.get_or_create(
                    to=to.lower(),
                    message_id=message["Message-ID"],
                    defaults={
                        "subject": one_line(str(email.subject), 250),
                        "about_account": message[ACCOUNT_HEADER] is not None,
                        "raw": message.as_bytes(),
                    },
                )
        return len(email_messages)


def letters_for(request: HttpRequest) -> QuerySet[LocalLetter]:
    letters = LocalLetter.objects.order_by("-created_at", "-pk")
    if request.user.is_authenticated:
        confirmed, asked = addresses(request.user)
        return letters.filter(to__in=confirmed) | letters.filter(to__in=asked, about_account=True)
    letters = letters.filter(about_account=True, created_at__gt=timezone.now() - ACCOUNT_LETTERS_FOR)
    if is_this_machine(request):
        return letters
    signing_in = person_signing_in(request)
    return letters.filter(to__in=addresses(signing_in)[1]) if isinstance(signing_in, User) else letters.none()


def addresses(user: User) -> tuple[list[str], list[str]]:
    mine = EmailAddress.objects.filter(user=user).values_list("email", "verified")
    return [email.lower() for email, done in mine if done], [email.lower() for email, done in mine if not done]


def is_this_machine(request: HttpRequest) -> bool:
    """Return whether the request comes from the machine that runs the site. A request through a proxy does not count."""
    is_forwarded = "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META
    return not is_forwarded and is_loopback(request.META.get("REMOTE_ADDR", ""))


def may_answer(user: Visitor, letter: LocalLetter) -> bool:
    """Return whether the visitor may answer the letter. Letters about accounts take no answers: the address may be unconfirmed."""
    return user.is_authenticated and not letter.about_account and parse(letter)["Reply-To"] is not None


def send_answer(letter: LocalLetter, text: str) -> LetterIn:
    """Send a reply as a mail program would. The sender is certain, because the letter is in the sender's own mailbox."""
    original = parse(letter)
    return send(letter.to, original["Reply-To"], f"Re: {letter.subject}", text, original["Message-ID"])


def send_command(user: User, text: str) -> LetterIn:
    return send(writes_from(user), settings.DESK, "To the site", text)


def writes_from(user: Visitor) -> str:
    """Return the address from which a person writes to the site; "" if there is no confirmed address, or the site takes no commands."""
    if not settings.DESK or not user.is_authenticated:
        return ""
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    return address.email.lower() if address else ""


def send(sender: str, to: str, subject: str, text: str, in_reply_to: str = "") -> LetterIn:
    """Store a letter as incoming mail. The sender counts as verified, because the sender is signed in."""
    letter = EmailMessage(policy=policy.SMTP)
    letter["From"], letter["To"], letter["Subject"] = sender, to, one_line(subject, 200)
    letter["Date"], letter["Message-ID"] = format_datetime(timezone.now()), make_msgid(domain="localhost")
    if in_reply_to:
        letter["In-Reply-To"] = in_reply_to
    letter.set_content(text.replace("\0", ""))
    return store(letter.as_bytes(), to, sender, timezone.now(), LetterIn.Auth.PASS)


def parse(letter: LocalLetter) -> EmailMessage:
    return message_from_bytes(bytes(letter.raw), policy=policy.default)  # our own bytes, so the standard parser is safe


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    return body.get_content() if body else ""


def html_of(message: EmailMessage) -> str:
    """Return the HTML of a letter with pictures inlined; "" if the letter has no HTML."""
    body = message.get_body(("html",))
    html = body.get_content() if body else ""
    for part in message.walk():
        name = (part["Content-ID"] or "").strip("<>")
        picture = part.get_payload(decode=True)
        if name and part.get_content_maintype() == "image" and isinstance(picture, bytes):
            data = base64.b64encode(picture).decode()
            html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
    return html
