"""Letters out of the site and answers into it, for tests; what a reader finds in a letter."""

import re
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import urlsplit

from django.conf import settings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from notifications import tasks
from notifications.inbound.store import store
from notifications.models import Outage
from tests.reading import tree

CODE = re.compile(r"^\[(\d+) ([A-Z]{2})\]  (.+)$", re.MULTILINE)


def relay_is_away(monkeypatch, span):
    """The relay takes no letter for so long from now on, and the site knows it."""
    until = timezone.now() + span

    def open_line(backend):
        if timezone.now() < until:
            raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", open_line)
    Outage.objects.create(transport="email", started_at=timezone.now(), try_at=timezone.now(), code="no-connection")


def sweep():
    """What the post does by itself now and then: it reads what came in, and sends what is due."""
    tasks.read_letters()
    tasks.sweep()


def answer_by_button(client, page, decision: str, answer, **more):
    """Answer on the page that the button of a letter opens; confirm if it asks to. Return the page after it."""
    forms = (node for node in tree(page).css("form") if node.css_first(f"input[name=decision][value='{decision}']"))
    action = next(forms).attributes["action"]
    return client.post(action, {"decision": decision, "answer": answer, "seen": "0", "sure": "yes", **more}, follow=True)


def button_of(letter) -> str:
    """Return the path that the button of a letter opens."""
    return urlsplit(tree(letter).css_first("a.button").attributes["href"]).path


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
        headers = {"From": sender or letter.to[0], "To": letter.extra_headers["Reply-To"], "Subject": f"Re: {letter.subject}", **headers}
        return self.deliver(text, headers, letter.to[0] if sent_by is None else sent_by, auth)

    def write(self, sender, text, auth="pass", sent_by=None, **headers):
        """Write to the address that everybody knows."""
        headers = {"From": sender, "To": settings.DESK, "Subject": "Ahoy", **headers}
        return self.deliver(text, headers, sender if sent_by is None else sent_by, auth, settings.DESK)

    def deliver(self, text, headers, sent_by, auth, to=None):
        """A letter comes in, and is read."""
        self.count += 1
        letter = EmailMessage()
        for name, value in {"Message_ID": f"<{self.count}@example.org>", **headers}.items():
            letter[name.replace("_", "-")] = value
        if "Content-Type" in letter:
            letter.set_payload(text)
        else:
            letter.set_content(text)
        mail.outbox.clear()
        kept = store(letter.as_bytes(), to or letter["To"], sent_by, self.now, auth)
        sweep()
        kept.refresh_from_db()
        return kept


def codes(letter):
    """Label -> code, as a reader finds them in the text."""
    return {label: f"{number} {letters}" for number, letters, label in CODE.findall(letter.body)}


def tidy(letter):
    return " ".join(letter.body.split())


def feedback(letter) -> list[str]:
    """The kind of the letter and its category, as its header says."""
    return letter.extra_headers.get("Feedback-ID", "::").split(":")[:2]


def of_kind(kind: str, letters=None) -> list:
    """The letters of this kind among these, or among all that went."""
    return [letter for letter in (mail.outbox if letters is None else letters) if feedback(letter)[0] == kind]


def receipts() -> list:
    return [letter for letter in mail.outbox if feedback(letter)[1] == "receipts"]


def receipt():
    return receipts()[0]
