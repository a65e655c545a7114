"""The door letters come in by: real LMTP and SMTP dialogues, refused early, stored before anybody says yes."""

import asyncio
import smtplib

import pytest
from aiosmtpd.smtp import Envelope
from django.core.management import CommandError, call_command
from django.db import OperationalError

from notifications import addresses
from notifications.inbound import envelope, receiver
from notifications.inbound.auth_results import verdict
from notifications.inbound.reply_addresses import new_address
from notifications.models import Home, LetterIn, ReplyAddress
from tests.ports import free_port

PORT = free_port(22000)
pytestmark = pytest.mark.django_db(transaction=True)
LETTER = b"From: Anne <anne@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: Re: hi\r\n\r\n1 KX\r\n"


@pytest.fixture(params=["lmtp", "smtp"])
def door(request):
    running = receiver.Receiver(f"{request.param}://127.0.0.1:{PORT}")
    running.start()
    kind = smtplib.LMTP if request.param == "lmtp" else smtplib.SMTP
    with kind("127.0.0.1", PORT) as line:
        yield line
    running.stop()


@pytest.mark.parametrize("listen", ["", "nonsense", "http://127.0.0.1:8024", "lmtp://", "lmtp://127.0.0.1:port", "lmtp://127.0.0.1:0"])
def test_the_command_does_not_listen_where_nobody_can_tell(listen, golden):
    with golden.refused("programs/receive_letters", CommandError):
        call_command("receive_letters", listen=listen)


@pytest.fixture
def to(anne):
    """An address of ours, as a stranger's mail program may write it."""
    return new_address(anne, "nobody-reads-this", {}) + "@IN.example.org"


def refused(door, to, letter=LETTER):
    with pytest.raises((smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused)) as caught:
        door.sendmail("anne@example.org", to, letter)
    error = caught.value
    return next(iter(error.recipients.values()))[0] if isinstance(error, smtplib.SMTPRecipientsRefused) else error.smtp_code


def begin(door, sender, to):
    """Everything before the letter itself."""
    door.ehlo()
    assert [door.docmd(step)[0] for step in (f"mail FROM:<{sender}>", f"rcpt TO:<{to}>", "data")] == [250, 250, 354]


def test_a_letter_to_one_of_our_addresses_is_stored(door, to):
    door.sendmail("anne@example.org", to.upper(), LETTER)
    kept = LetterIn.objects.get()
    assert (kept.envelope_to, kept.envelope_from, kept.auth) == (to.lower(), "anne@example.org", "none")
    assert bytes(kept.raw) == LETTER


def test_an_address_that_is_not_ours_is_refused_in_the_dialogue(door, to):
    local, _, domain = to.partition("@")
    for wrong in (
        "postmaster@x.example",
        "r-@x.example",
        f"{local[:-1]}@{domain}",
        f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}",
    ):
        assert refused(door, wrong) == 550
    assert not LetterIn.objects.exists()


def test_an_address_that_is_not_ours_is_refused_without_asking_the_database(django_assert_num_queries, to):
    handler, envelope = receiver.Handler(), Envelope()
    with django_assert_num_queries(0):
        said = [asyncio.run(handler.handle_RCPT(None, None, envelope, address, [])) for address in ("r-" + "a" * 33 + "@x.example", to)]
    assert [answer[:3] for answer in said] == ["550", "250"]


def test_a_letter_to_the_address_that_everybody_knows_is_stored_without_asking_the_database_first(door, settings):
    settings.DESK = "play@in.port.example"
    door.sendmail("anne@example.org", "Play@In.Port.Example", LETTER)
    assert LetterIn.objects.get().envelope_to == settings.DESK
    assert [refused(door, wrong) for wrong in ("play@elsewhere.example", "plays@in.port.example", "play")] == [550] * 3
    settings.DESK = ""
    assert refused(door, "play@in.port.example") == 550


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("To: Buccaneer <play@in.port.example>", "play@in.port.example"),
        ("Delivered-To: all@port.example\r\nCc: x@y.example, PLAY@in.port.example", "play@in.port.example"),
        ("To: display@in.port.example", ""),
        ("To: play@in.port.example.evil.example", ""),
        ("Reply-To: play@in.port.example", ""),
    ],
)
def test_in_a_mailbox_a_letter_to_that_address_is_known_by_its_heading(settings, heading, found):
    settings.DESK = "play@in.port.example"
    assert envelope.recipient(f"From: Anne <anne@example.org>\r\n{heading}\r\n\r\nhelp".encode()) == found


def test_a_sealed_address_beside_it_goes_first(settings, to):
    settings.DESK = "play@in.example.org"
    assert envelope.recipient(f"To: play@in.example.org, <{to}>\r\n\r\nhelp".encode()) == to.lower()


def test_a_letter_that_is_too_big_is_refused(door, to):
    assert refused(door, to, LETTER + b"x" * 70 + b"\r\n" * 200_000) == 552


@pytest.mark.parametrize(("words", "said"), [("server closed the connection", 451), ("database or disk is full", 452)])
def test_a_database_that_is_down_or_full_means_later(door, to, monkeypatch, words, said):
    def down(*_):
        raise OperationalError(words)

    monkeypatch.setattr(receiver, "store", down)
    assert refused(door, to) == said


def test_a_quiet_site_takes_no_letter_that_is_for_the_one_it_is_a_copy_of(door, to, settings):
    Home.objects.create(pk=1, site_url="https://port.example", host="port.example")
    settings.SITE_URL = "https://copy.example"
    assert refused(door, to) == 451
    assert not LetterIn.objects.exists()


def test_the_same_letter_twice_is_one_row(door, to):
    door.sendmail("anne@example.org", to, LETTER)
    door.sendmail("anne@example.org", to, b"Received: from elsewhere\r\n" + LETTER)
    assert LetterIn.objects.count() == 1


@pytest.mark.parametrize("dot", [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r\n.\r", b"\r.\r\n"])
def test_what_is_not_quite_the_end_of_a_letter_never_makes_two_of_one(door, to, dot):
    """As a stranger tries it who wants a second letter to stand in the dialogue of a server that we believe."""
    begin(door, "anne@example.org", to)
    within = f"mail FROM:<anne@example.org>\r\nrcpt TO:<{to}>\r\ndata\r\n".encode() + LETTER.replace(b"1 KX", b"2 QF")
    door.send(LETTER + dot + within + b"\r\n.\r\n")
    assert door.getreply()[0] == 250
    assert door.noop()[0] == 250, "there was one answer, so there was one letter"
    assert b"2 QF" in bytes(LetterIn.objects.get().raw)


def test_a_sender_with_a_null_in_their_address_is_stored_without_it(door, to):
    begin(door, "an\0ne@example.org", to)
    door.send(LETTER + b".\r\n")
    assert door.getreply()[0] == 250
    assert LetterIn.objects.get().envelope_from == "anne@example.org"


def test_one_dialogue_takes_one_recipient_at_a_time(door, to, anne):
    other = new_address(anne, "nobody-reads-this", {}) + "@in.example.org"
    answers = door.sendmail("anne@example.org", [to, other], LETTER)
    assert [code for code, _ in answers.values()] == [452]


# -- addresses ------------------------------------------------------------------------------------
def test_no_single_character_of_an_address_can_be_changed(settings):
    ours = addresses.mint("r", addresses.new_ident())
    assert addresses.verify(f"{ours}@x.example")[0] == "r"
    assert addresses.verify(ours.upper()) == addresses.verify(ours)
    for index in range(len(ours)):
        for other in set(addresses.LETTERS + "-@.") - {ours[index]}:
            assert addresses.verify(ours[:index] + other + ours[index + 1 :]) is None


def test_addresses_made_with_an_older_key_count_as_long_as_it_does(settings):
    ours = addresses.mint("r", addresses.new_ident())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-key" * 6, [settings.SECRET_KEY]
    assert addresses.verify(ours)
    settings.SECRET_KEY_FALLBACKS = []
    assert addresses.verify(ours) is None


def test_two_keys_of_the_same_name_both_count(settings):
    """A name is one of thirty-two letters."""
    name, _ = addresses.keys()[0]
    ours, first = addresses.mint("r", addresses.new_ident()), settings.SECRET_KEY
    for number in range(10_000):
        settings.SECRET_KEY = f"another key {number}"
        if addresses.keys()[0][0] == name:
            break
    assert addresses.verify(ours) is None
    settings.SECRET_KEY_FALLBACKS = [first]
    assert addresses.verify(ours) == ("r", ours[3:19])
    newer = addresses.mint("r", addresses.new_ident())
    assert addresses.verify(newer) == ("r", newer[3:19])


def test_a_place_without_incoming_mail_makes_no_addresses(settings, anne):
    settings.REPLY_DOMAIN = ""
    assert new_address(anne, "game", {}) == ""
    assert not ReplyAddress.objects.exists()


# -- who wrote it ---------------------------------------------------------------------------------
OURS = "Authentication-Results: mx.site.example; "


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([OURS + "dmarc=pass header.from=example.org"], "pass"),
        ([OURS + "dkim=pass header.d=example.org; spf=fail"], "pass"),
        ([OURS + "dkim=pass header.d=mail.example.org"], "pass"),
        ([OURS + "dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org"], "pass"),
        ([OURS + "dkim=fail (bad; dkim=pass header.d=example.org) header.d=example.org"], "fail"),
        ([OURS + 'spf=pass smtp.mailfrom="x ("@other.example; dkim=fail header.d=")example.org"'], "fail"),
        ([OURS + "spf=pass smtp.mailfrom=anne@example.org; dkim=none"], "pass"),
        ([OURS + "dmarc=fail; dkim=pass header.d=example.org"], "fail"),
        ([OURS + "dmarc=none header.from=example.org; dkim=pass header.d=example.org"], "pass"),
        ([OURS + "dmarc=pass; dkim=pass header.d=example.org"], "pass"),
        ([OURS + "dkim=fail header.d=example.org; spf=pass smtp.mailfrom=anne@example.org; dmarc=pass (p=none)"], "pass"),
        ([OURS + "dmarc=pass; dkim=pass header.d=other.example"], "fail"),
        ([OURS + "dmarc=pass (p=none)"], "fail"),
        ([OURS + "dmarc=permerror; dkim=pass header.d=other.example"], "fail"),
        ([OURS + "dmarc=pass header.from=other.example; dkim=pass header.d=other.example"], "fail"),
        ([OURS + "dmarc=pass"], "fail"),
        ([OURS + "dkim=pass header.d=other.example"], "fail"),
        ([OURS + "dkim=pass header.d=org"], "fail"),
        ([OURS + "spf=softfail smtp.mailfrom=anne@example.org"], "fail"),
        (["Authentication-Results: elsewhere.example; dmarc=pass"], "none"),
        (["Received: by mx.site.example", "Received: from evil.example", OURS + "dmarc=pass"], "none"),
        (["Received: by mx", OURS + "dmarc=fail", "Received: from evil", OURS + "dmarc=pass"], "fail"),
        ([OURS + "dmarc=fail", OURS + "dmarc=pass"], "fail"),
        ([], "none"),
    ],
)
def test_only_what_our_own_mail_server_says_counts(lines, said):
    raw = "\r\n".join([*lines, "From: Anne <anne@example.org>", "", "1 KX"]).encode()
    assert verdict(raw, "mx.site.example") == said
    assert verdict(raw, "") == "none"


@pytest.mark.parametrize(
    ("line", "said"),
    [("Bonny, Anne <anne@example.org>", "pass"), ("anne@example.org (Anne)", "pass"), ("x@example.org, Anne <anne@bank.example>", "fail"),
     ("x@example.org <anne@bank.example>", "fail"), ("<anne@bank.example>, <x@example.org>", "fail")],
)  # fmt: skip
def test_a_verdict_is_about_the_address_that_is_taken_for_the_writer(line, said):
    raw = f"{OURS}dmarc=pass header.from=example.org; dkim=pass header.d=example.org\r\nFrom: {line}\r\n\r\n1 KX".encode()
    assert verdict(raw, "mx.site.example") == said
