"""Compose the headers of letters: one thread per game, one-click unsubscribing, no automatic replies."""

import json
import re
from email.utils import formataddr, parseaddr
from functools import lru_cache

from django.conf import settings

from notifications import addresses, unsubscribing
from notifications.models import Delivery
from notifications.telling import Letter

MESSAGE_ID = re.compile(r"<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~@-]{3,200}>")
"""The form that a Message-ID of another sender must have to be copied into a letter's headers."""


@lru_cache(maxsize=4)
def sender_of(setting: str) -> tuple[str, str]:
    """Return (From line, domain) of the configured sender, with the site's name."""
    name, address = parseaddr(setting)
    return formataddr((name or "Buccaneer", address)), address.rpartition("@")[2]


def envelope_sender(delivery: Delivery) -> str:
    """Return the address for the letter's bounces; the plain From address if the site takes no letters."""
    if not settings.REPLY_DOMAIN:
        return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return f"{addresses.mint(addresses.BOUNCE, addresses.bounce_ident(delivery.pk))}@{settings.REPLY_DOMAIN}"


def answered(letter: Letter) -> str:
    """Return the reply address for References, which identifies a reply to From; "" if the site does not receive replies to From."""
    is_sealed = addresses.verify(letter.reply_to, (addresses.REPLY,)) is not None
    takes_mail = addresses.is_sender(parseaddr(settings.DEFAULT_FROM_EMAIL)[1])
    return f"<{letter.reply_to}@{settings.REPLY_DOMAIN}>" if is_sealed and takes_mail else ""


def headers(letter: Letter, delivery: Delivery) -> dict[str, str]:
    category, (sender, here) = unsubscribing.category_of(delivery.notice), sender_of(settings.DEFAULT_FROM_EMAIL)
    lines = {
        "From": sender,
        "Message-ID": f"<{delivery.message_id}@{here}>",
        "Auto-Submitted": "auto-replied" if letter.in_reply_to else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Precedence": "bulk",
        "List-Id": f"<{category}.{here}>",
        "List-Unsubscribe": f"<{unsubscribing.unsubscribe_link(delivery.notice)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Feedback-ID": f"{delivery.notice.kind}:{category}:{here}",
    }
    if letter.thread:
        root = f"<m.{letter.thread}@{here}>"
        lines |= {"References": f"{root} {answered(letter)}".strip(), "In-Reply-To": root}
    if MESSAGE_ID.fullmatch(letter.in_reply_to):
        lines |= {"References": f"{lines.get('References', '')} {letter.in_reply_to}".strip(), "In-Reply-To": letter.in_reply_to}
    if letter.reply_to and settings.REPLY_DOMAIN:
        lines["Reply-To"] = f"{letter.reply_to}@{settings.REPLY_DOMAIN}"
    return lines | tracking_headers(delivery.message_id)


NAME = "letter"
"""The metadata key of our name for a letter. The provider's reports repeat the metadata."""


def tracking_headers(name: str) -> dict[str, str]:
    """Return the header that gives some providers our name for the letter; other providers report the Message-ID."""
    mark = json.dumps({NAME: name})
    lines = {
        "postmark": {f"X-PM-Metadata-{NAME}": name},
        "sparkpost": {"X-MSYS-API": json.dumps({"metadata": {NAME: name}})},
        "mailersend": {"X-MailerSend-Tags": name},
        "mailtrap": {"X-MT-Custom-Variables": mark},
        "brevo": {"X-Mailin-custom": mark},
        "mailjet": {"X-MJ-EventPayload": mark},
    }
    return lines.get(settings.LETTERS_REPORTS, {})
