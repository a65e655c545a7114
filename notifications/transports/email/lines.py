"""Connect to the relay. Consecutive letters share a connection for a while."""

import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend

from notifications.transports import DeliveryError

LETTERS_PER_CONNECTION = 20


class Lines(threading.local):
    """The thread's connection, and the number of letters it may still send. Outside `kept`, each letter has its own connection."""

    is_kept = False
    connection: BaseEmailBackend | None = None
    left = 0

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Let letters sent within the block share connections."""
        before, self.is_kept = self.is_kept, True
        try:
            yield
        finally:
            self.is_kept = before
            if not before:
                self.end()

    @contextmanager
    def lend_connection(self) -> Iterator[BaseEmailBackend]:
        """Yield a connection for one letter. After any failure, the next letter gets a new connection."""
        if self.connection is None or not self.left or not still_stands(self.connection):
            self.end()
            self.connection, self.left = connect(), LETTERS_PER_CONNECTION
        self.left -= 1
        try:
            yield self.connection
        except BaseException:
            self.end()
            raise
        if not self.is_kept:
            self.end()

    def end(self) -> None:
        """Close the connection. Ignore errors, because the letter was already sent, or had failed."""
        connection, self.connection = self.connection, None
        try:
            if connection is not None:
                connection.close()
        except (smtplib.SMTPException, OSError):
            if isinstance(connection, SmtpBackend):
                connection.connection = None


def connect() -> BaseEmailBackend:
    """Return an open connection. Raise DeliveryError if that fails; nothing was sent then, so a retry is safe."""
    connection = get_connection()
    try:
        connection.open()
    except (smtplib.SMTPException, OSError) as error:
        raise DeliveryError("no-connection", down=True) from error
    return connection


def still_stands(connection: BaseEmailBackend) -> bool:
    """Return whether the connection still works. Check before each letter, because a break during a letter leaves its fate unknown."""
    talk = getattr(connection, "connection", None)
    try:
        return not isinstance(talk, smtplib.SMTP) or talk.noop()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False
