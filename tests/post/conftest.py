"""People with real mailboxes, and a site behind a real mail server. `make test` starts the servers (scripts/post_servers.py)."""

import imaplib
import os
import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import dns.resolver
import pytest
import time_machine
from allauth.account.models import EmailAddress

from games.announcements import notices
from games.engine import commitment
from games.models import Seed
from games.tables import lobby
from notifications.inbound.receiver import Receiver
from tests.people import PASSWORD

SECRET = b"so that it is the same each time"
NUMBERS = count(1)
"""So that everyone has a mailbox of their own in each test."""
LONGEST = 180
"""Seconds after which a letter that is still under way must be stuck. None passes or fails by how long it takes."""
QUEUE = ("deferred", "incoming", "active", "deferred")
"""Where Postfix keeps a letter, in the order in which none that moves on is overlooked."""


def world(name: str) -> str:
    """What the servers are called and where they are."""
    return os.environ[f"POST_{name}"]


def is_under_way() -> bool:
    """Does either mail server still hold a letter? One on its way goes from people to the site, to the receiver, and back."""
    people, site = (Path(queue) for queue in world("QUEUES").split(":"))
    return any(path.is_file() for queue in (people, site, people) for part in QUEUE for path in (queue / part).rglob("*"))


def everything_has_come() -> None:
    """Waits until no letter is under way. What the site does about one is done by then: the receiver answers afterwards."""
    limit = monotonic() + LONGEST
    while is_under_way():
        assert monotonic() < limit, "a letter is stuck in a mail server"
        sleep(0.02)


class MailProgram:
    """All that one person has: an address, a mailbox over IMAP, and a server that sends for who signs in."""

    def __init__(self, name: str, local: str):
        self.name, self.address = name, f"{local}@{world('PEOPLE')}"
        self.unread: list[EmailMessage] = []

    @contextmanager
    def box(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4("127.0.0.1", int(world("IMAP"))) as box:
            box.login(self.address, world("PASSWORD"))
            box.select("INBOX")
            yield box

    def look(self) -> list[EmailMessage]:
        """All letters that came and were not taken, once nothing is under way any more."""
        everything_has_come()
        with self.box() as box:
            new = box.search(None, "UNSEEN")[1][0].split()
            self.unread += [self.open(box.fetch(number.decode(), "(BODY[])")[1][0][1]) for number in new]
        return self.unread

    def take(self, wanted: Callable[[EmailMessage], object]) -> EmailMessage:
        """The letter that is wanted; those beside it stay unread."""
        found = [letter for letter in self.look() if wanted(letter)]
        assert found, f"no such letter came; there are {[tidy(letter)[:300] for letter in self.unread]}"
        self.unread.remove(found[0])
        return found[0]

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

    def write(self, to: str, text: str) -> EmailMessage:
        """A letter that answers none."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = f"{self.name} <{self.address}>", to, "Ahoy"
        letter["Date"], letter["Message-ID"] = formatdate(localtime=True), make_msgid(domain=world("PEOPLE"))
        letter.set_content(text)
        self.send(letter)
        return letter

    def send(self, letter: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", int(world("SUBMISSION")), timeout=20) as line:
            line.login(self.address, world("PASSWORD"))
            line.send_message(letter)


def words(letter: EmailMessage) -> str:
    """The text of a letter."""
    return letter.get_body(("plain",)).get_content()


def tidy(letter: EmailMessage) -> str:
    return " ".join(words(letter).split())


@pytest.fixture
def clock():
    """The site's clock, for games that take days: it starts at the same hour each time, and goes on only when it is told to."""
    with time_machine.travel(datetime(2026, 1, 5, 12, tzinfo=UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def site(settings, transactional_db, monkeypatch):
    """The site as its environment says, with its receiver listening. Turn letters go at once; each deal is the same."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(notices, "TURN_DELAY", timedelta())
    monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))
    door = Receiver(settings.LETTERS_IN)
    door.start()
    yield
    everything_has_come()
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


@pytest.fixture
def names(monkeypatch):
    """DNS is that of this small world."""
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], int(world("DNS"))
    monkeypatch.setattr(dns.resolver, "default_resolver", resolver)


@pytest.fixture
def anne(member):
    return member("Anne")


@pytest.fixture
def table(anne):
    """Anne's table against two bots."""
    return lobby.create(anne.user, "buccaneer", {}, bots=("easy", "easy"), seats=3, name="Port Royal")


@pytest.fixture
def letter(anne, table):
    return anne.take(lambda found: "your turn" in found["Subject"])
