"""Receive letters by LMTP (or SMTP) from the site's own mail server, never from the internet.

Refusals happen in the dialogue, so the site never sends a bounce: 550 for foreign addresses, 552 for oversized letters, 452 for a
second recipient or a full disk, 451 while the database is down or the site is quiet. 250 is sent only after the commit.
"""

import asyncio
import logging
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from core.infrastructure import is_full
from notifications import addresses, home

from .auth_results import verdict
from .prescan import MAX_BYTES
from .store import store

logger = logging.getLogger(__name__)
NOT_NOW, NO_ROOM = "451 4.3.0 Not now, please try again later", "452 4.3.1 There is no room now, please try again later"


class Handler:
    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time, please"
        if len(address) > 254 or not addresses.is_ours(address):
            return "550 5.1.1 There is no such address here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw = envelope.original_content or b""
        try:
            if not await asyncio.to_thread(keep, raw, envelope.rcpt_tos[0], envelope.mail_from or ""):
                return NOT_NOW
        except (DatabaseError, OSError) as error:
            logger.error("a letter could not be stored: %s", type(error).__name__)
            return NO_ROOM if is_full(error) else NOT_NOW
        return "250 OK, stored"


def keep(raw: bytes, to: str, sender: str) -> bool:
    """Store the letter, in a separate thread. Return False if the site is quiet, because the letter is for the original site."""
    close_old_connections()
    try:
        if home.is_quiet():
            return False
        store(raw, to, sender, timezone.now(), verdict(raw, settings.AUTHSERV_ID))
        return True
    finally:
        close_old_connections()


class Receiver(Controller):
    def __init__(self, url: str):
        parts = urlsplit(url)
        self.protocol = LMTP if parts.scheme == "lmtp" else SMTP
        super().__init__(Handler(), hostname=parts.hostname or "127.0.0.1", port=parts.port or 8024, ready_timeout=15)

    def factory(self) -> SMTP:
        return self.protocol(
            self.handler,
            ident="Buccaneer",
            hostname="buccaneer",
            data_size_limit=MAX_BYTES,
            timeout=60,
            enable_SMTPUTF8=False,
            decode_data=False,
        )
