"""Store a letter as a row, committed before "250 OK". After that the site is responsible for the letter."""

import hashlib
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from core.tasks import enqueue_after_commit
from notifications import addresses
from notifications.models import LetterIn

from . import envelope
from .prescan import unix_lines

HASHED_HEADERS = (b"from", b"date", b"message-id", b"subject")


def store(raw: bytes, envelope_to: str, envelope_from: str, received_at: datetime, auth: str) -> LetterIn:
    """Store a letter and return its row; return the existing row if a mail server sends the letter again.

    A letter to the site's From address counts as sent to the reply address in its References header, or else to the command address.
    `auth` is the verdict on the sender: pass, fail or none.
    """
    to, sender = (text.replace("\0", "").strip().lower()[:254] for text in (envelope_to, envelope_from))
    if addresses.is_sender(to):
        to = envelope.answered(raw) or settings.DESK or to
    digest = fingerprint(raw)
    letter = LetterIn(raw=raw, envelope_to=to, envelope_from=sender, received_at=received_at, sha256=digest, auth=LetterIn.Auth(auth))
    try:
        with transaction.atomic():
            letter.save(force_insert=True)
            enqueue_after_commit("notifications.tasks.read_letter", letter.pk)
    except IntegrityError:
        return LetterIn.objects.get(envelope_to=to, sha256=digest)
    return letter


def fingerprint(raw: bytes) -> str:
    """Return a hash of a letter without trace lines, so that the hash stays the same when a server sends the letter again."""
    head, _, body = unix_lines(raw).partition(b"\n\n")
    lines = head.replace(b"\n ", b" ").replace(b"\n\t", b" ").split(b"\n")
    stable_lines = sorted(line for line in lines if line.partition(b":")[0].strip().lower() in HASHED_HEADERS)
    return hashlib.sha256(b"\n".join(stable_lines) + b"\n\n" + body).hexdigest()
