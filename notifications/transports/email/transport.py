"""Send a letter as an e-mail to one person."""

import base64
import smtplib
from contextlib import AbstractContextManager
from email.generator import BytesGenerator
from email.header import Header
from email.message import EmailMessage
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import Policy
from functools import lru_cache, partial
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from core.plain_text import isolated, one_line
from notifications import bounces
from notifications.models import Delivery, Mailing
from notifications.telling import Letter, Telling
from notifications.transports import DeliveryError, Transport

from .headers import envelope_sender, headers
from .lines import Lines

UNFOLDED = 500
lines = Lines()


class Email(Transport):
    """The transport to a member's confirmed address, or to the address at which a stranger was invited."""

    keeps_hours = True

    @property
    def leaves_the_site(self) -> bool:
        return not settings.MAILBOX

    def reaches(self, notice: Telling) -> bool:
        return bool(notice.user.gets_letters if notice.user else notice.address)

    def address(self, notice: Telling) -> str:
        if notice.user is None:
            is_silent = Mailing.objects.filter(address=notice.address.lower(), state__in=bounces.SILENT).exists()
            return "" if is_silent else notice.address
        return next((row.email for row in bounces.living_of(notice.user)), "")

    def send(self, letter: Letter, delivery: Delivery) -> None:
        message = compose(letter, delivery)
        try:
            with lines.lend_connection() as message.connection:
                message.send()
        except (smtplib.SMTPException, OSError) as error:
            problem = what_went_wrong(error)
            if problem.permanent:
                bounces.refused(delivery.address, status_in(error))
            raise problem from error

    def in_a_row(self) -> AbstractContextManager[None]:
        return lines.kept()


class Message(EmailMultiAlternatives):
    """An e-mail with unfolded header lines, because a folded List-Unsubscribe line breaks some DKIM signatures."""

    mixed_subtype = "related"

    def message(self, **options: Any) -> Any:  # the class that Django returns differs between releases
        own, self.subject = self.subject, in_ascii(self.subject)
        try:
            message: Any = super().message(**options)
        finally:
            self.subject = own
        message.policy = message.policy.clone(max_line_length=UNFOLDED)
        for part in message.walk():
            if part.is_multipart():
                part.set_boundary(f"={uuid4().hex}=")  # else the library searches all content for an unused boundary
        message.as_bytes = partial(as_bytes, message)
        return message


@lru_cache(maxsize=1024)
def in_ascii(subject: str) -> str:
    """Return a subject encoded in ASCII. Cached, because a game's letters share a subject, and encoding is slow."""
    return subject if subject.isascii() else " ".join(Header(subject, "utf-8").encode().split())


class Writer(BytesGenerator):
    """A generator that writes all lines of a part at once (a picture has a thousand lines), and does not fold short headers."""

    policy: Policy
    _fp: BytesIO
    _NL: str

    def _write_headers(self, msg: EmailMessage) -> None:
        for name, value in msg.raw_items():
            is_plain = isinstance(value, str) and len(value) < UNFOLDED and value.isascii() and value.isprintable()
            self._fp.write(f"{name}: {value}{self._NL}".encode("ascii") if is_plain else self.policy.fold_binary(name, value))
        self.write(self._NL)

    def _write_lines(self, lines: str | None) -> None:
        text = lines or ""
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.write(text.replace("\n", self._NL))


def as_bytes(message: EmailMessage, unixfrom: bool = False, linesep: str = "\n") -> bytes:
    out = BytesIO()
    Writer(out, mangle_from_=False).flatten(message, unixfrom=unixfrom, linesep=linesep)
    return out.getvalue()


def picture(name: str, png: bytes) -> MIMENonMultipart:
    part = MIMENonMultipart("image", "png")
    part["Content-Transfer-Encoding"] = "base64"
    part["Content-ID"] = f"<{name}>"
    part.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    part.set_payload(base64.encodebytes(png).decode("ascii"))
    return part


def compose(letter: Letter, delivery: Delivery) -> Message:
    sender = envelope_sender(delivery)
    message = Message(isolated(one_line(letter.subject, 150)), letter.text, sender, [delivery.address], headers=headers(letter, delivery))
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    for name, png in letter.images.items():
        message.attach(picture(name, png))
    return message


def answers(error: Exception) -> list[tuple[int, str]]:
    """Return (SMTP code, text) of each refusal by the relay."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        refusals: list[tuple[int, bytes | str]] = list(error.recipients.values())
    elif isinstance(error, smtplib.SMTPResponseException):
        refusals = [(error.smtp_code, error.smtp_error)]
    else:
        refusals = []
    return [(code, words.decode("ascii", "replace") if isinstance(words, bytes) else str(words)) for code, words in refusals]


def status_in(error: Exception) -> str:
    """Return the RFC 3463 status in the relay's response, or ""."""
    statuses = [match[1] for _, words in answers(error) if (match := bounces.STATUS.search(words))]
    return statuses[0] if statuses else ""


def what_went_wrong(error: Exception) -> DeliveryError:
    """Return a DeliveryError for the relay's response: temporary, permanent, of unknown result, or a refusal of this site."""
    codes = [code for code, _ in answers(error)]
    if not codes:
        return DeliveryError("connection-lost", unknown=True)
    code, status = max(codes), status_in(error)
    name = f"smtp-{code} {status}".strip()
    about_us = bounces.is_about_us(status)
    if code >= 500:
        return DeliveryError(name, permanent=not about_us, ours=about_us)
    return DeliveryError(name, down=code == 421, crowded=status.startswith("4.7."))
