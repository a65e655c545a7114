"""Fetch letters over IMAP from the site's mailbox at a provider. Fetched letters move to another folder and are never deleted."""

import imaplib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils import timezone
from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxUnencrypted

from . import envelope, signature
from .prescan import MAX_BYTES
from .store import store

logger = logging.getLogger(__name__)
SECONDS, MAX_AT_ONCE = 20, 100
TAKEN, NOT_TAKEN = "Taken", "Not taken"
PROBLEMS = (OSError, imaplib.IMAP4.error, ImapToolsError)


@contextmanager
def mailbox() -> Iterator[BaseMailBox]:
    """Open the folder named by LETTERS_IMAP. Raise one of PROBLEMS if that fails."""
    parts = urlsplit(settings.LETTERS_IMAP)
    kind, port = (MailBox, 993) if parts.scheme == "imaps" else (MailBoxUnencrypted, 143)
    folder = unquote(parts.path).strip("/") or "INBOX"
    with kind(parts.hostname, parts.port or port, timeout=SECONDS).login(
        unquote(parts.username or ""), unquote(parts.password or ""), folder
    ) as box:
        yield box


def fetch() -> int:
    """Fetch the letters in the folder; return how many were for this site."""
    with mailbox() as box:
        for folder in (TAKEN, NOT_TAKEN):
            if not box.folder.exists(folder):
                box.folder.create(folder)
        small = set(box.uids(f"SMALLER {MAX_BYTES}"))
        uids = box.uids()[:MAX_AT_ONCE]
        return sum([fetch_letter(box, uid, uid in small) for uid in uids])


def fetch_letter(box: BaseMailBox, uid: str, is_small: bool) -> bool:
    """Store a letter, then move it; return whether the letter is for this site. After a crash in between, the letter is fetched again."""
    answer = box.client.uid("fetch", uid, "(BODY.PEEK[])")[1] if is_small else []
    raw = next((part[1] for part in answer if isinstance(part, tuple)), b"")  # empty if another process took the letter
    to = envelope.recipient(raw)
    if to:
        store(raw, to, envelope.sender(raw), timezone.now(), signature.proof(raw))
    box.move(uid, TAKEN if to else NOT_TAKEN)
    return bool(to)
