"""Letters out of the site and answers into it, for tests; what a reader finds in a letter."""

import re
from datetime import timedelta
from email.message import EmailMessage

from django.core import mail
from django.utils import timezone

from notifications.inbound.store import store
from notifications.tasks import sweep

CODE = re.compile(r"^\[(\d+) ([A-Z]{2})\]  (.+)$", re.MULTILINE)


class Post:
    """Letters out of the site, and answers into it."""

    def __init__(self, clock):
        self.clock, self.now, self.count = clock, timezone.now(), 0

    def letters(self, minutes=3):
        """Let time pass; the letters that went, newest last."""
        self.now += timedelta(minutes=minutes)
        self.clock.move_to(self.now, tick=False)
        mail.outbox.clear()
        sweep()
        return list(mail.outbox)

    def answer(self, letter, text, sender=None, auth="pass", sent_by=None, **headers):
        """Reply to one of our letters."""
        reply = EmailMessage()
        reply["From"], reply["To"] = sender or letter.to[0], letter.extra_headers["Reply-To"]
        self.count += 1
        reply["Subject"], reply["Message-ID"] = f"Re: {letter.subject}", f"<{self.count}@example.org>"
        for name, value in headers.items():
            reply[name.replace("_", "-")] = value
        reply.set_content(text)
        mail.outbox.clear()
        kept = store(reply.as_bytes(), reply["To"], letter.to[0] if sent_by is None else sent_by, self.now, auth)
        sweep()
        kept.refresh_from_db()
        return kept


def codes(letter):
    """Label -> code, as a reader finds them in the text."""
    return {label: f"{number} {letters}" for number, letters, label in CODE.findall(letter.body)}


def tidy(letter):
    return " ".join(letter.body.split())


def receipt():
    return next(letter for letter in mail.outbox if "You wrote to us" in letter.body)
