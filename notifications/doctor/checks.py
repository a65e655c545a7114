"""Check what a site needs to send letters and receive replies: settings, connections and DNS. Each result is one sentence."""

import smtplib
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from email import message_from_bytes
from email.utils import formatdate, make_msgid, parseaddr, parsedate_to_datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import DatabaseError
from imap_tools import MailboxFolderSelectError, MailboxLoginError

from notifications import addresses, home
from notifications.doctor import Finding, checked
from notifications.inbound import fetching, signature
from notifications.models import LetterIn
from notifications.transports.email.transport import answers

from . import dns_checks

ROUND_TRIP_SECONDS = 60
ONE_CLICK = {"List-Unsubscribe": "<https://stop.example/>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}

REASONS = {
    smtplib.SMTPAuthenticationError: "it does not take that user with that password",
    smtplib.SMTPNotSupportedError: "it takes no user and password, or only over TLS (submission:// or smtps://)",
    MailboxLoginError: "it does not take that user with that password",
    MailboxFolderSelectError: "it has no such folder",
    ssl.SSLError: "they could not agree on TLS; either that is not the port for it, or its certificate is made for another name",
    socket.gaierror: "there is no host of that name",
    ConnectionRefusedError: "nothing listens at that port",
    TimeoutError: "it does not answer; some providers of machines shut that port off",
}
MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)


def why(error: Exception) -> str:
    """Return the reason for an error in the site's own words, or else in the other server's words."""
    if named := next((words for kind, words in REASONS.items() if isinstance(error, kind)), ""):
        return named
    answer = next((words for _, words in answers(error)), "")
    return " ".join(answer.split())[:200] or type(error).__name__


def examine(with_letter: bool = False) -> Iterator[Finding]:
    """Run all checks, in the order of setup. With `with_letter`, send a test letter from the site to itself, if the database answers."""
    if settings.MAILBOX:
        yield Finding("mode", "off", "This site runs on one machine: letters lie at /mailbox/ and nothing is sent.")
        return
    quiet = check_quiet()
    if quiet.state != "ok":
        yield quiet
    insecure = "SITE_URL is not https: mail programs then offer no button to stop letters."
    yield checked("SITE_URL", settings.SITE_URL.startswith("https://"), "Links in letters are safe.", insecure)
    yield relay()
    yield from dns_checks.of_sender(settings.MAIL_DOMAIN)
    if not settings.REPLY_DOMAIN:
        yield Finding("answers", "off", "REPLY_DOMAIN is not set: letters take no answers.")
        return
    yield from dns_checks.of_answers(settings.REPLY_DOMAIN)
    yield check_sender()
    yield from ways_in()
    if with_letter and quiet.state != "missing":
        yield from round_trip()
    else:
        yield Finding("DKIM", "off", "Only a letter shows whether it is signed: mail_doctor --letter sends one.")


def check_quiet() -> Finding:
    try:
        why = home.why_quiet()
    except DatabaseError:
        return Finding("quiet", "missing", "Nobody can tell whether letters are held back: the database does not answer.")
    return Finding("quiet", "off", why) if why else Finding("quiet", "ok", "Letters are sent.")


def relay() -> Finding:
    """Check that the relay accepts the login, without sending anything."""
    connection = get_connection()
    try:
        connection.open()
        connection.close()
    except (smtplib.SMTPException, OSError) as error:
        return Finding("relay", "missing", f"The relay of EMAIL_URL cannot be used: {why(error)}.")
    return Finding("relay", "ok", "The relay of EMAIL_URL lets us in.")


# -- answers --------------------------------------------------------------------------------------
def ways_in() -> Iterator[Finding]:
    if settings.LETTERS_WEBHOOK != "off":
        yield Finding("webhook", "ok", f"Letters that {settings.LETTERS_WEBHOOK} posts are taken in.")
    if settings.LETTERS_IMAP:
        yield mailbox()
    if settings.LETTERS_IN:
        yield check_receiver()
        missing = "AUTHSERV_ID is not set, so every answer is held until its writer confirms it: set the name in your server’s verdicts."
        yield checked("AUTHSERV_ID", bool(settings.AUTHSERV_ID), "Answers that your mail server vouches for are played.", missing)
    if settings.LETTERS_WEBHOOK == "off" and not settings.LETTERS_IMAP and not settings.LETTERS_IN:
        yield Finding("way in", "missing", "Nothing takes answers in: set LETTERS_IN, LETTERS_IMAP or LETTERS_WEBHOOK.")
    yield check_command_address()


def check_sender() -> Finding:
    """Check that the site receives replies to From, because some mail programs ignore Reply-To."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    if addresses.is_sender(address):
        return Finding("FROM_EMAIL", "ok", f"Answers to {address} come in, too.")
    ours = f"{address.partition('@')[0]}@{settings.REPLY_DOMAIN}"
    why = f"Some mail programs answer From, and letters to {address} do not come in here"
    return Finding("FROM_EMAIL", "off", f"{why}: sign letters for that domain (DKIM), then set FROM_EMAIL to {ours}.")


def check_command_address() -> Finding:
    """Check the command address, which is open only if senders can be authenticated."""
    if not settings.DESK:
        return Finding("DESK", "off", "Nobody can begin by letter: DESK is off, or nothing proves who writes.")
    is_proved = settings.LETTERS_WEBHOOK != "off" or settings.LETTERS_IMAP or settings.AUTHSERV_ID
    strangers = "strangers too" if settings.DESK_STRANGERS else "members only"
    missing = f"Nothing proves who writes to {settings.DESK}, so every letter to it is held or let go: set AUTHSERV_ID."
    return checked("DESK", bool(is_proved), f"People may write to {settings.DESK}, {strangers}. Let your mail server take it.", missing)


def check_receiver() -> Finding:
    parts = urlsplit(settings.LETTERS_IN)
    try:
        socket.create_connection((parts.hostname, parts.port or 8024), timeout=3).close()
    except OSError:
        return Finding("receiver", "missing", "Nothing listens at LETTERS_IN: start manage.py receive_letters.")
    return Finding("receiver", "ok", "The receiver listens.")


def mailbox() -> Finding:
    try:
        with fetching.mailbox() as box:
            waiting = len(box.uids())
    except fetching.PROBLEMS as error:
        return Finding("mailbox", "missing", f"The mailbox of LETTERS_IMAP cannot be opened: {why(error)}.")
    return Finding("mailbox", "ok", f"The mailbox of LETTERS_IMAP opens; {waiting} letters wait in it.")


# -- a letter from us to us -----------------------------------------------------------------------
def round_trip() -> Iterator[Finding]:
    try:
        letter = send_to_ourselves()
    except (smtplib.SMTPException, OSError) as error:
        yield Finding("letter", "missing", f"The relay rejected the letter to {settings.REPLY_DOMAIN}: {why(error)}.")
        return
    if letter is None:
        where = "look at the log of your relay, and at MX and the way in above"
        yield Finding("letter", "missing", f"A letter to ourselves did not come back within {ROUND_TRIP_SECONDS} seconds: {where}.")
        return
    yield Finding("letter", "ok", "A letter to ourselves went out and came in.")
    yield from clocks(bytes(letter.raw), letter.received_at)
    yield signed(bytes(letter.raw))


def send_to_ourselves() -> LetterIn | None:
    """Send a test letter from the site to itself; return the letter as received, or None. The letter answers no question."""
    to = f"{addresses.mint(addresses.REPLY, addresses.new_ident())}@{settings.REPLY_DOMAIN}"
    stamps = {"Date": formatdate(), "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN), "Auto-Submitted": "auto-generated", **ONE_CLICK}
    EmailMessage("A letter to ourselves", "Is the post well?\n", settings.DEFAULT_FROM_EMAIL, [to], headers=stamps).send()
    until = time.monotonic() + ROUND_TRIP_SECONDS
    while (letter := LetterIn.objects.filter(envelope_to=to).first()) is None and time.monotonic() < until:
        time.sleep(0.2)
    return letter


def clocks(raw: bytes, received_at: datetime) -> Iterator[Finding]:
    """Check that this machine's clock agrees with the mail servers' clocks, because deadlines, keys and reports depend on the time."""
    differences: list[timedelta] = []
    for line in message_from_bytes(raw).get_all("Received", []):
        with suppress(ValueError):
            moment = parsedate_to_datetime(str(line).rpartition(";")[2].strip())
            differences += [abs(received_at - moment)] if moment.tzinfo else []
    if not differences:
        return
    apart = max(differences)
    wrong = f"This machine and a mail server on the way are {apart // timedelta(minutes=1)} minutes apart: let NTP set both clocks."
    yield checked("clock", apart < MAX_CLOCK_DIFFERENCE, "The clocks of this machine and of the mail servers agree.", wrong)


def signed(raw: bytes) -> Finding:
    """Check that the site's domain has signed a letter, including the headers for one-click unsubscribing."""
    tags, domain = signature.of_sender(raw), settings.MAIL_DOMAIN
    if tags is None:
        why = "The signature of your letters does not hold" if signature.verdict(raw) == "fail" else "Your letters are not signed"
        return Finding("DKIM", "missing", f"{why}: let your relay sign with a key of {domain}, and put its other half into DNS.")
    left_out = {name.lower() for name in ONE_CLICK} - {name.strip().lower() for name in tags["h"].split(":")}
    if left_out:
        return Finding("DKIM", "missing", f"The signature leaves out {' and '.join(sorted(left_out))}: add it to what your relay signs.")
    return Finding("DKIM", "ok", f"Letters are signed by {tags['d']}, with the key at {tags['s']}._domainkey.{tags['d']}.")
