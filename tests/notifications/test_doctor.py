"""The doctor says in one line each what a site lacks; relay, door and DNS are real ones."""

import socket
import ssl
from datetime import UTC, datetime

import dns.resolver
import pytest
from django.core.management import call_command
from django.db import connection
from dnslib.server import DNSLogger, DNSServer
from dnslib.zoneresolver import ZoneResolver

from notifications import dns_lookup
from notifications.doctor import checks
from notifications.inbound.receiver import Receiver

from .test_receiving import PORT

pytestmark = pytest.mark.django_db


ZONE = """
port.example. TXT "v=spf1 mx -all"
port.example. TXT "other"
_dmarc.port.example. TXT "v=DMARC1; p=none"
in.port.example. TXT "v=spf1 mx -all"
in.port.example. MX 10 mx.port.example.
mx.port.example. A 127.0.0.9
9.0.0.127.in-addr.arpa. PTR mx.port.example.
"""


@pytest.fixture
def names(monkeypatch):
    """What DNS says, from a server of its own; lines of the zone can be left out or changed."""
    running = []

    def say(zone):
        server = DNSServer(ZoneResolver(zone), address="127.0.0.1", port=0, logger=DNSLogger("error"))
        server.start_thread()
        running.append(server)
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], server.server.server_address[1]
        monkeypatch.setattr(dns.resolver, "default_resolver", resolver)

    say(ZONE)
    yield say
    for server in running:
        server.stop()


@pytest.fixture
def town(relay, settings, names):
    settings.MAILBOX, settings.DEFAULT_FROM_EMAIL = False, "Buccaneer <letters@in.port.example>"
    settings.MAIL_DOMAIN, settings.REPLY_DOMAIN = "port.example", "in.port.example"
    settings.DESK = "play@in.port.example"
    settings.LETTERS_IN, settings.AUTHSERV_ID = f"lmtp://127.0.0.1:{PORT}", "mx.port.example"
    return relay


def states():
    return [(finding.what, finding.state) for finding in checks.examine()]


def test_on_one_machine_nothing_is_missing(settings, capsys, golden):
    settings.MAILBOX = True
    call_command("mail_doctor")
    assert golden("programs/mail_doctor", capsys.readouterr().out)


def missing():
    return [what for what, state in states() if state == "missing"]


def test_everything_that_is_missing_is_named(town, names, settings, capsys):
    names("nothing.example. TXT nothing")
    town.down()
    settings.AUTHSERV_ID, settings.SITE_URL = "", "http://port.example"
    assert missing() == ["SITE_URL", "relay", "SPF", "DMARC", "MX", "SPF", "receiver", "AUTHSERV_ID", "DESK"]
    with pytest.raises(SystemExit):
        call_command("mail_doctor")
    assert "_dmarc.port.example" in capsys.readouterr().out


def test_a_site_that_has_all_of_it_is_told_so(town):
    door = Receiver(f"lmtp://127.0.0.1:{PORT}")
    door.start()
    try:
        assert {state for what, state in states() if what != "DKIM"} == {"ok"}
    finally:
        door.stop()


@pytest.mark.parametrize(
    ("line", "instead", "what"),
    [
        ('port.example. TXT "other"', 'port.example. TXT "v=spf1 a -all"', ["SPF"]),
        ('port.example. TXT "v=spf1 mx -all"', 'port.example. TXT "v=spf1 +all"', ["SPF"]),
        ("in.port.example. MX 10 mx.port.example.", "in.port.example. MX 10 nowhere.example.", ["MX"]),
        ("mx.port.example. A 127.0.0.9", "mx.port.example. A 127.0.0.8", ["reverse name"]),
        ("PTR mx.port.example.", "PTR host-9.provider.example.", ["reverse name"]),
    ],
)
def test_what_is_wrong_in_dns_is_found(town, names, line, instead, what):
    assert missing() == ["receiver"]
    names(ZONE.replace(line, instead, 1))
    assert missing() == [*what, "receiver"]


def test_the_record_of_the_domain_above_speaks_for_the_sender_too(town, names):
    names(ZONE.replace("_dmarc.port.example.", "_dmarc.example."))
    assert ("DMARC", "missing") in states()
    names(ZONE.replace("_dmarc.port.example.", "_dmarc.up.port.example."))
    assert "DMARC" in [finding.what for finding in checks.dns_checks.of_sender("mail.up.port.example") if finding.state == "ok"]


def test_nobody_to_ask_in_dns_means_that_nothing_is_known(town, monkeypatch):
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port, resolver.lifetime = ["127.0.0.1"], 9, 1
    monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
    monkeypatch.setattr(dns_lookup, "SECONDS", 0.2)
    assert dns_lookup.records("port.example", "TXT") == []
    assert missing() == ["DNS", "DNS", "receiver"]


def test_a_site_that_nothing_comes_in_to_is_told_the_ways(town, settings):
    settings.LETTERS_IN = ""
    assert "way in" in missing()


def test_a_mailbox_that_does_not_open_is_missing(town, settings, golden):
    settings.LETTERS_IN, settings.LETTERS_IMAP = "", "imap://pirates:secret@127.0.0.1:9"
    [sentence] = [finding.sentence for finding in checks.examine() if finding.what == "mailbox"]
    assert golden("programs/mail_doctor", sentence)


@pytest.mark.parametrize(
    "url",
    [{"EMAIL_PORT": 9}, {"EMAIL_HOST_USER": "pirates", "EMAIL_HOST_PASSWORD": "secret"}, {"EMAIL_USE_SSL": True}],
    ids=["nothing there", "a password in the open", "no TLS there"],
)
def test_a_relay_that_cannot_be_used_says_why_in_words(town, settings, url, golden):
    for name, value in url.items():
        setattr(settings, name, value)
    [sentence] = [finding.sentence for finding in checks.examine() if finding.what == "relay"]
    assert golden("programs/mail_doctor", sentence)


def test_every_reason_is_a_part_of_a_sentence_that_ends_with_one_full_stop():
    reasons = [checks.why(kind("")) for kind in (ssl.SSLError, TimeoutError, ConnectionRefusedError, socket.gaierror)]
    assert not any(reason.endswith((".", "?", "!")) for reason in reasons)


@pytest.mark.parametrize(
    ("line", "states"),
    [
        ("from a by b; Tue, 06 Jan 2026 13:00:40 +0100", ["ok"]),
        ("from a by b; Tue, 06 Jan 2026 12:07:00 +0000", ["missing"]),
        ("from a by b; Tue, 06 Jan 2026 10:00:00 -0000", []),
        ("from a by b; at noon", []),
    ],
)
def test_a_clock_that_differs_from_those_of_the_mail_servers_is_found(line, states):
    raw = f"Received: {line}\nSubject: Ahoy\n\nAhoy\n".encode()
    assert [finding.state for finding in checks.clocks(raw, datetime(2026, 1, 6, 12, tzinfo=UTC))] == states


def test_a_sender_whose_answers_go_astray_is_named_with_the_address_to_set(town, settings, golden):
    settings.DEFAULT_FROM_EMAIL = "Buccaneer <letters@port.example>"
    [finding] = [finding for finding in checks.examine() if finding.what == "FROM_EMAIL"]
    assert finding.state == "off"
    assert golden("programs/mail_doctor", finding.sentence)
    settings.DEFAULT_FROM_EMAIL = "Buccaneer <letters@in.port.example>"
    assert ("FROM_EMAIL", "ok") in states()


def test_a_relay_that_takes_no_letter_to_ourselves_is_quoted(town, golden):
    town.sink.answers = ["554 5.7.1 relay access denied"]
    assert golden("programs/mail_doctor", [finding.sentence for finding in checks.examine(with_letter=True)][-1])


def test_a_letter_to_ourselves_that_nobody_takes_in_is_missing(town, monkeypatch):
    monkeypatch.setattr(checks, "ROUND_TRIP_SECONDS", 0)
    assert [(finding.what, finding.state) for finding in checks.examine(with_letter=True)][-1] == ("letter", "missing")
    [letter] = town.letters
    assert (letter["Auto-Submitted"], letter["To"].partition("@")[2]) == ("auto-generated", "in.port.example")


def test_a_town_without_answers_is_told_that_they_are_off(town, settings):
    settings.REPLY_DOMAIN = ""
    assert states()[-1] == ("answers", "off")


def test_without_the_database_the_rest_is_looked_at_all_the_same(town):
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE notifications_home")
    found = {finding.what: finding.state for finding in checks.examine(with_letter=True)}
    assert (found["quiet"], found["relay"]) == ("missing", "ok")
    assert "letter" not in found
