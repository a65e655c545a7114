"""Headers of letters: one thread per game, easy to unsubscribe, never answered by machines."""

import json
import re
from email.utils import formataddr, parseaddr
from functools import lru_cache

from django.conf import settings

from notifications import addresses, unsubscribing
from notifications.models import Delivery
from notifications.telling import Letter

MESSAGE_ID = re.compile(r"<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~@-]{3,200}>")
"""Only such a Message-ID of another sender goes into our headers."""


@lru_cache(maxsize=4)
def sender_of(setting: str) -> tuple[str, str]:
    """Return (From, domain) of the configured sender, under the site's name."""
    name, address = parseaddr(setting)
    return formataddr((name or "Buccaneer", address)), address.rpartition("@")[2]


def envelope_sender(delivery: Delivery) -> str:
    """Return the sealed address for bounces of this letter, if the site takes letters."""
    if not settings.REPLY_DOMAIN:
        return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return f"{addresses.mint(addresses.BOUNCE, addresses.bounce_ident(delivery.pk))}@{settings.REPLY_DOMAIN}"


def answered(letter: Letter) -> str:
    """Return the reply address as a reference, for programs that reply to From; "" if replies to From do not reach us."""
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
"""The key of our name for a letter in the provider's metadata, which its reports repeat."""


def tracking_headers(name: str) -> dict[str, str]:
    """Return the header that gives some providers our name for the letter; the others report its Message-ID."""
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
