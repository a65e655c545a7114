"""`manage.py receive_letters`: listen for incoming letters until stopped."""

import signal
import threading
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from notifications.inbound.receiver import Receiver


def is_an_address(listen: str) -> bool:
    """Return whether the text is an LMTP or SMTP URL with a host and port to listen on."""
    try:
        parts = urlsplit(listen)
        return parts.scheme in ("lmtp", "smtp") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class Command(BaseCommand):
    help = "Listen for letters that people send to the site (LMTP or SMTP, behind your mail server)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default=settings.LETTERS_IN, help="lmtp://127.0.0.1:8024 or smtp://…; default: LETTERS_IN")

    def handle(self, *args: Any, listen: str, **options: Any) -> None:
        if not is_an_address(listen):
            raise CommandError("Say where to listen: set LETTERS_IN, or --listen lmtp://127.0.0.1:8024")
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        receiver = Receiver(listen)
        try:
            receiver.start()
        except OSError as error:
            raise CommandError(f"cannot listen at {listen}: {error.strerror}") from None
        self.stdout.write(f"Letters come in at {listen}")
        self.stdout.flush()
        stop.wait()
        receiver.stop()
