"""`manage.py serve`: run the whole site in one process. `make run` installs the site and runs this command."""

import errno
import os
import signal
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from buccaneer_site.asgi import application
from buccaneer_site.celery import app
from buccaneer_site.embedded import claim_port, serve
from notifications import home
from notifications.inbound.receiver import Receiver


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # `make check` runs them; here they would cost a second at each start
    help = "Run the whole site on this machine: pages, live updates, background work and schedule."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.TOWN:
            raise CommandError("serve is for one machine; DATABASE_URL is set, so see docs/running.md for a town.")
        listener = self.claim()
        call_command("migrate", verbosity=0, interactive=False)
        if why := home.why_quiet():
            self.say(why)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have set this process to ignore SIGINT
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            if settings.LETTERS_IN:
                Receiver(settings.LETTERS_IN).start()
            serve(application, listener, app, self.announce)
        except KeyboardInterrupt:
            pass
        self.say("Buccaneer has stopped.")
        sys.stderr.flush()
        os._exit(0)  # do not wait for a task thread that waits for the network

    def announce(self) -> None:
        self.say(f"Buccaneer is at {settings.SITE_URL}/ (Ctrl-C stops it; its data is in {settings.DATA})")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def claim(self) -> socket.socket:
        try:
            return claim_port(settings.LISTEN, settings.PORT)
        except OSError as error:
            where = f"cannot listen on {settings.LISTEN} port {settings.PORT}: {error.strerror}."
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise CommandError(f"{where} LISTEN must be an address of this machine.") from None
            other = f"PORT={settings.PORT + 1}"
            start = f"{other} buccaneer serve" if settings.INSTALLED else f"make run {other}"
            raise CommandError(f"{where} Choose another port: {start}") from None
