"""One letter as one e-mail to one person."""

import smtplib
from email.mime.image import MIMEImage

from django.core.mail import EmailMultiAlternatives, get_connection

from notifications.kinds import Letter
from notifications.models import Delivery, Notice
from notifications.plain import one_line
from notifications.transports.base import DeliveryError, Transport

from .headers import envelope_sender, headers


class Email(Transport):
    """To the confirmed address of a member, or to the one a stranger was invited at."""

    def reaches(self, notice: Notice) -> bool:
        return bool(notice.user.gets_letters if notice.user else notice.address)

    def address(self, notice: Notice) -> str:
        if notice.user is None:
            return notice.address
        confirmed = notice.user.emailaddress_set.filter(verified=True).order_by("-primary", "pk").first()
        return confirmed.email if confirmed else ""

    def send(self, letter: Letter, delivery: Delivery) -> None:
        message = compose(letter, delivery)
        message.connection = connect()
        try:
            message.send()
        except (smtplib.SMTPException, OSError) as error:
            raise what_went_wrong(error) from error
        finally:
            hang_up(message.connection)


def connect():
    """An open connection. Nothing has been sent when this fails, so trying again is always right."""
    connection = get_connection()
    try:
        connection.open()
    except (smtplib.SMTPException, OSError) as error:
        raise DeliveryError("no-connection") from error
    return connection


def hang_up(connection) -> None:
    """Close; the letter is gone or not by now, whatever the relay says to our farewell."""
    try:
        connection.close()
    except (smtplib.SMTPException, OSError):
        connection.connection = None


class Message(EmailMultiAlternatives):
    """An e-mail whose header lines are not folded: a folded List-Unsubscribe breaks some signatures."""

    def message(self):
        message = super().message()
        message.policy = message.policy.clone(max_line_length=500)
        return message


def compose(letter: Letter, delivery: Delivery) -> Message:
    """The e-mail: text, and HTML with its pictures beside it."""
    sender = envelope_sender(delivery)
    message = Message(one_line(letter.subject, 150), letter.text, sender, [delivery.address], headers=headers(letter, delivery))
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    message.mixed_subtype = "related"
    for name, png in letter.images.items():
        image = MIMEImage(png, "png")
        image.add_header("Content-ID", f"<{name}>")
        image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
        message.attach(image)
    return message


def what_went_wrong(error: Exception) -> DeliveryError:
    """The relay's answer in our terms: not now, never, or nobody knows."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = max(answer[0] for answer in error.recipients.values())
    elif isinstance(error, smtplib.SMTPResponseException):
        code = error.smtp_code
    else:
        return DeliveryError("connection-lost", unknown=True)
    return DeliveryError(f"smtp-{code}", permanent=500 <= code < 600)
