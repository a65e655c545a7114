"""People with real mailboxes, and a site behind a real mail server. `make test` starts the servers (scripts/post_servers.py)."""

import imaplib
import os
import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from itertools import count
from time import monotonic, sleep

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.engine import commitment
from games.models import Seed
from games.services import telling
from notifications.inbound.receiver import Receiver
from tests.people import PASSWORD

SECRET = b"so that it is the same each time"
NUMBERS = count(1)
"""So that everyone has a mailbox of his own in each test."""
LONGEST = 40
"""Seconds that anybody waits for a letter before something must be wrong."""


def world(name: str) -> str:
    """What the servers are called and where they are."""
    return os.environ[f"POST_{name}"]


class MailProgram:
    """All that one person has: an address, a mailbox over IMAP, and a server that sends for who signs in."""

    def __init__(self, name: str, local: str):
        self.name, self.address = name, f"{local}@{world('PEOPLE')}"
        self.laid_by: list[EmailMessage] = []

    @contextmanager
    def box(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4("127.0.0.1", int(world("IMAP"))) as box:
            box.login(self.address, world("PASSWORD"))
            box.select("INBOX")
            yield box

    def wait_for(self, wanted: Callable[[EmailMessage], object]) -> EmailMessage:
        """The next letter that is wanted. Those that come before it are kept for later, in `laid_by`."""
        for letter in self.laid_by:
            if wanted(letter):
                self.laid_by.remove(letter)
                return letter
        return self.fetch(wanted)

    def fetch(self, wanted: Callable[[EmailMessage], object]) -> EmailMessage:
        limit = monotonic() + LONGEST
        with self.box() as box:
            while monotonic() < limit:
                while letter := self.unread(box):
                    if wanted(letter):
                        return letter
                    self.laid_by.append(letter)
                sleep(0.05)
        raise AssertionError(f"no such letter came; those laid by are {[tidy(letter)[:300] for letter in self.laid_by]}")

    def unread(self, box: imaplib.IMAP4) -> EmailMessage | None:
        """The oldest letter that has not been read."""
        box.noop()
        found = box.search(None, "UNSEEN")[1][0].split()
        return self.open(box.fetch(found[0].decode(), "(BODY[])")[1][0][1]) if found else None

    @staticmethod
    def open(raw: bytes) -> EmailMessage:
        """A letter as it can be read, with the bytes it came as."""
        letter = message_from_bytes(raw, policy=policy.default)
        letter.raw = raw
        return letter

    def reply(self, letter: EmailMessage, text: str, sender: str = "") -> EmailMessage:
        """Answer, as mail programs do: in the thread, with the old letter quoted below."""
        answer = EmailMessage()
        answer["From"], answer["To"] = sender or f"{self.name} <{self.address}>", letter["Reply-To"]
        answer["Subject"], answer["Date"] = f"Re: {letter['Subject']}", formatdate(localtime=True)
        answer["Message-ID"] = make_msgid(domain=world("PEOPLE"))
        answer["In-Reply-To"] = letter["Message-ID"]
        answer["References"] = f"{letter['References'] or ''} {letter['Message-ID']}".strip()
        quoted = "\n".join(f"> {line}" for line in words(letter).splitlines())
        answer.set_content(f"{text}\n\nOn {letter['Date']}, Buccaneer wrote:\n{quoted}\n")
        self.send(answer)
        return answer

    def send(self, letter: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", int(world("SUBMISSION")), timeout=20) as line:
            line.login(self.address, world("PASSWORD"))
            line.send_message(letter)


def soon(question: Callable):
    """The answer, as soon as there is one."""
    limit = monotonic() + LONGEST
    while not (answer := question()):
        assert monotonic() < limit, "it did not come to pass"
        sleep(0.05)
    return answer


def words(letter: EmailMessage) -> str:
    """The text of a letter."""
    return letter.get_body(("plain",)).get_content()


def tidy(letter: EmailMessage) -> str:
    return " ".join(words(letter).split())


@pytest.fixture
def clock():
    """The site's clock, for games that take days: it is behind, and can be moved on."""
    with time_machine.travel(timezone.now() - timedelta(days=14), tick=True) as clock:
        yield clock


@pytest.fixture
def site(settings, transactional_db, monkeypatch):
    """The site as its environment says, with its receiver listening. Turn letters go at once; each deal is the same."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(telling, "TURN_DELAY", timedelta())
    monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))
    door = Receiver(settings.LETTERS_IN)
    door.start()
    yield
    door.stop()


@pytest.fixture
def member(site, django_user_model):
    """Makes a person who has a mailbox, and who has confirmed its address long ago."""

    def make(name: str, local: str = "") -> MailProgram:
        program = MailProgram(name, local or f"{name.lower()}.{next(NUMBERS)}")
        program.user = django_user_model.objects.create_user(email=program.address, password=PASSWORD, name=name)
        EmailAddress.objects.create(user=program.user, email=program.address, verified=True, primary=True)
        return program

    return make
