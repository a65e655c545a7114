"""One turn by letter through real servers: signed, delivered, read, answered, checked at the edge, played, answered back."""

import re
import smtplib

import dkim
import dns.resolver
import pytest
from django.db.models import QuerySet

from games.models import Game
from games.tables import lobby
from notifications.models import LetterIn, Mailing

from .conftest import MailProgram, everything_has_come, tidy, world
from .reader import choices

pytestmark = pytest.mark.post


def mine(table: Game) -> QuerySet:
    return table.moves.filter(by="mail")


def key_of(name: bytes, timeout: int = 5) -> bytes:
    """The TXT record of a name in this small world, as a receiver looks it up."""
    return b"".join(dns.resolver.resolve(name.decode(), "TXT")[0].strings)


def test_it_is_signed_in_all_that_matters_and_the_signature_holds(letter, names):
    assert dkim.verify(letter.raw, dnsfunc=key_of)
    signature = "".join(letter["DKIM-Signature"].split())
    assert f";d={world('SITE')};" in signature
    assert set(re.search(r";h=([^;]+)", signature)[1].lower().split(":")) >= {
        *("from", "to", "subject", "date", "message-id", "reply-to", "references", "in-reply-to", "auto-submitted"),
        *("list-id", "list-unsubscribe", "list-unsubscribe-post"),
    }
    assert re.search(rb"^List-Unsubscribe: <https://[^>\r\n]+>\r$", letter.raw, re.MULTILINE)
    assert not dkim.verify(letter.raw.replace(b"List-Unsubscribe=One-Click", b"List-Unsubscribe=Never"), dnsfunc=key_of)
    assert f"dkim=pass (2048-bit key; unprotected) header.d={world('SITE')}" in " ".join(letter["Authentication-Results"].split())


def test_an_answer_is_played_and_the_receipt_stands_in_its_thread(anne, table, letter):
    square = choices(letter)[0]
    answer = anne.reply(letter, next(square.lines(0)))
    receipt = anne.take(lambda found: found["In-Reply-To"] == answer["Message-ID"])
    assert "- You " in tidy(receipt)
    assert (receipt["Subject"], receipt["Auto-Submitted"]) == (letter["Subject"], "auto-replied")
    assert letter["References"].split()[0] in receipt["References"].split()
    assert mine(table).count() == 1
    [kept] = LetterIn.objects.all()
    assert (kept.auth, kept.state, kept.sender) == ("pass", "applied", anne.address)


def forged(anne: MailProgram, letter) -> bytes:
    """What somebody else sends in Anne's name, with a verdict that they wrote themselves."""
    verdict = f"Authentication-Results: {world('EDGE')}; dmarc=pass header.from={world('PEOPLE')}"
    head = [verdict, f"From: {anne.address}", f"To: {letter['Reply-To']}", "Subject: Re: your turn", "Message-ID: <1@elsewhere.example>"]
    return "\r\n".join([*head, "", next(choices(letter)[0].lines(0)), ""]).encode()


def test_a_letter_that_nobody_signed_is_held_whatever_it_says_of_itself(anne, table, letter):
    with smtplib.SMTP("127.0.0.1", int(world("RELAY")), timeout=20) as line:
        line.sendmail("jack@elsewhere.example", letter["Reply-To"], forged(anne, letter))
    told = anne.take(lambda found: "we could not prove that it came from you" in tidy(found))
    assert told["To"] == anne.address
    assert mine(table).count() == 0
    assert LetterIn.objects.get().state == "held"


def test_the_edge_refuses_what_cannot_be_one_of_our_addresses(letter):
    with smtplib.SMTP("127.0.0.1", int(world("RELAY")), timeout=20) as line, pytest.raises(smtplib.SMTPRecipientsRefused):
        line.sendmail("jack@elsewhere.example", f"postmaster@{world('ANSWERS')}", b"Subject: hello\r\n\r\nhello\r\n")
    assert not LetterIn.objects.exists()


def test_a_letter_to_a_mailbox_that_is_gone_comes_back_and_is_counted(member):
    gone, host = member("Jack", "gone"), member("Anne")
    table = lobby.create(host.user, "buccaneer", {}, seats=3)
    lobby.invite(table.pk, host.user, "Jack")
    everything_has_come()
    assert Mailing.objects.get(address=gone.address).hard_at is not None
    report = LetterIn.objects.get()
    assert (report.envelope_from, report.state) == ("<>", "applied")
