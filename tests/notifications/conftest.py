"""A relay that really speaks SMTP, and a kind of letter that knows no game."""

import asyncio
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from notifications import Letter, kinds, writes
from tests.letters import sweep
from tests.ports import free_port

PORT = free_port(21250)


class Sink:
    """Keeps what comes in; says what it is told to say."""

    def __init__(self):
        self.letters, self.answers, self.senders = [], [], []
        self.sessions, self.hangs_up = set(), False

    async def handle_DATA(self, server, session, envelope):
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            self.senders.append(envelope.mail_from)
            self.letters.append(message_from_bytes(envelope.original_content, policy=policy.default))
        self.sessions.add(session)
        if self.hangs_up:
            asyncio.get_running_loop().call_later(0, server.transport.close)
        return answer


class Relay:
    """Can be started and stopped; one port, so that it comes back where it was."""

    def __init__(self):
        self.sink, self.controller = Sink(), None

    @property
    def letters(self):
        return self.sink.letters

    def up(self):
        self.controller = Controller(self.sink, hostname="127.0.0.1", port=PORT)
        self.controller.start()

    def down(self):
        if self.controller:
            self.controller.stop(no_assert=True)
            self.controller = None


@pytest.fixture
def relay(settings):
    """The site sends by SMTP to this relay."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", PORT
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_TIMEOUT = 5
    settings.DEFAULT_FROM_EMAIL = "Buccaneer <turns@mail.port-royal.example>"
    settings.SITE_URL = "https://port-royal.example"
    relay = Relay()
    relay.up()
    yield relay
    relay.down()


@pytest.fixture
def hail():
    """Registers the kind "hail"; its letter can be changed, and None means that nobody wants it any more."""
    before = dict(kinds.KINDS)

    class Hail:
        letter = Letter("[Port Royal] Buccaneer: your turns", "Ahoy, a sail!\n", "<p>Ahoy, a sail!</p>", thread="g.7.1")

        def write(self, notice):
            if isinstance(self.letter, Exception):
                raise self.letter
            return self.letter

    hail = Hail()
    writes("hail", category="turns")(hail.write)
    writes("whisper", category="turns", again=False)(hail.write)
    yield hail
    kinds.KINDS.clear()
    kinds.KINDS.update(before)


@pytest.fixture(autouse=True)
def _answers_come_in(settings):
    """As on one machine; a town says where."""
    settings.REPLY_DOMAIN = "localhost"


@pytest.fixture
def minutes(time_machine):
    """`minutes(5)`: so many minutes after the start of the test, and the sweep has run."""
    start = timezone.now()

    def minutes(count):
        time_machine.move_to(start + timedelta(minutes=count), tick=False)
        sweep()

    minutes(0)
    return minutes
