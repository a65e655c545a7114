"""The simulated mail: a relay that accepts the site's letters, the mailboxes of people, and the delivery of replies."""

import smtplib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from notifications.inbound.store import store

from .clock import Clock
from .letters import Letter, bounce
from .weather import Weather

QUICK, LATE = (5.0, 60.0), (600.0, 20 * 3600.0)
REFUSALS = ((451, "4.3.0 try again later"), (450, "4.2.1 greylisted"), (421, "4.3.2 closing"), (552, "5.2.2 mailbox full"))


@dataclass
class Office:
    """The relay, with letters by Message-ID, and the mailboxes by address.

    taken: the times at which the relay accepted a letter; fresh: (recipient, time) of letters accepted since the last check
    refused: the time of a permanent refusal; unsure: letters accepted without telling the site
    bounced: when letters to an address bounced, or were refused permanently on a fifth day (turned_away); digest: a hash of all letters
    """

    clock: Clock
    weather: Weather
    mailboxes: dict[str, Callable[[Letter], None]] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    taken: dict[str, list[float]] = field(default_factory=dict)
    fresh: dict[str, tuple[str, float]] = field(default_factory=dict)
    refused: dict[str, float] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    bounced: dict[str, float] = field(default_factory=dict)
    turned_away: set[tuple[str, int]] = field(default_factory=set)
    kinds: dict[str, int] = field(default_factory=dict)
    digest: Any = field(default_factory=sha256)
    came: int = 0

    def must_be_up(self) -> None:
        """Raise OSError while the relay is down."""
        if self.weather.is_down("relay", self.clock.now):
            raise ConnectionRefusedError("the relay is down")

    def take(self, message: EmailMessage) -> None:
        """Accept a letter. Raise the exceptions of smtplib if the relay refuses it or hangs up."""
        self.must_be_up()
        [to] = message.recipients()
        message.extra_headers.setdefault("Message-ID", f"<{sum(self.kinds.values())}@relay>")  # letters about accounts have no Message-ID
        letter = Letter.of(message, to.lower())
        name = letter.message_id
        if self.weather.strikes("refusals", 40):
            code, words = self.weather.chance.choice(REFUSALS)
            if code >= 500:
                self.refused.setdefault(name, self.clock.now)
                self.turned_away.add((letter.to, int(self.clock.now // 86400)))
                if sum(address == letter.to for address, _ in self.turned_away) >= 5:
                    self.bounced[letter.to] = self.clock.now
            raise smtplib.SMTPRecipientsRefused({to: (code, words.encode())})
        self.taken.setdefault(name, []).append(self.clock.now)
        self.fresh[name] = (letter.to, self.clock.now)
        self.kinds[letter.kind] = self.kinds.get(letter.kind, 0) + 1
        self.digest.update(message.message().as_bytes())
        self.carry(message, letter)
        if self.weather.strikes("refusals", 60):
            self.unsure.add(name)
            raise smtplib.SMTPServerDisconnected("the relay hung up")

    def carry(self, message: EmailMessage, letter: Letter) -> None:
        """Plan the delivery of a letter to its mailbox, or of a bounce to its sender."""
        full = self.weather.strikes("bounces", 80)
        if letter.to in self.dead or full:
            self.bounced[letter.to] = self.clock.now
            self.came += 1
            report = bounce(letter.to, message.from_email, "4.2.2" if full else "5.1.1", self.came)
            self.clock.after(self.travel(), "bounce", self.put, report, message.from_email, "")
            return
        for _ in range(2 if self.weather.strikes("late", 40) else 1):
            self.clock.after(self.travel(), f"{letter.kind} to {letter.to}", self.mailboxes.get(letter.to, lambda letter: None), letter)

    def travel(self) -> float:
        return self.weather.chance.uniform(*(LATE if self.weather.strikes("late", 20) else QUICK))

    def send_in(self, raw: bytes, to: str, sender: str) -> float:
        """Send a letter to the site; return the Unix time of its first arrival."""
        spans = [self.travel() for _ in range(2 if self.weather.strikes("late", 30) else 1)]
        for span in spans:
            self.clock.after(span, f"letter from {sender}", self.put, raw, to, sender)
        return self.clock.now + min(spans)

    def put(self, raw: bytes, to: str, sender: str) -> None:
        """Hand a letter to the site, as its mail server does after checking the sender; try again later while the disk is full."""
        if self.weather.is_down("disk", self.clock.now):
            self.clock.at(self.weather.up_again("disk", self.clock.now) + 60, f"letter from {sender}", self.put, raw, to, sender)
            return
        store(raw, to, sender, timezone.now(), "pass" if sender else "none")


class Backend(BaseEmailBackend):
    """Django's connection to the relay of the current run."""

    office: Office | None = None

    def open(self) -> bool:
        if self.office:
            self.office.must_be_up()
        return True

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            if self.office:
                self.office.take(message)
        return len(email_messages)
