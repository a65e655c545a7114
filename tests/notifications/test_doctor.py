"""The doctor says in one line each what a site lacks; the relay and the door are real ones."""

import pytest
from django.core.management import call_command

from notifications import doctor
from notifications.inbound.receiver import Receiver

from .test_receiving import PORT

pytestmark = pytest.mark.django_db


@pytest.fixture
def names(monkeypatch):
    """What DNS says, by name and kind."""
    found = {}
    monkeypatch.setattr(doctor, "records", lambda name, kind: found.get((name, kind), []))
    monkeypatch.setattr(doctor, "texts", lambda name: found.get((name, "TXT"), []))
    return found


@pytest.fixture
def town(relay, settings):
    settings.MAILBOX = False
    settings.MAIL_DOMAIN, settings.REPLY_DOMAIN = "port.example", "in.port.example"
    settings.LETTERS_IN, settings.AUTHSERV_ID = f"lmtp://127.0.0.1:{PORT}", "mx.port.example"
    return relay


def states():
    return [(finding.what, finding.state) for finding in doctor.examine()]


def test_on_one_machine_nothing_is_missing(settings, capsys):
    settings.MAILBOX = True
    call_command("mail_doctor")
    assert "nothing is sent" in capsys.readouterr().out


def test_everything_that_is_missing_is_named(town, names, settings, capsys):
    town.down()
    settings.AUTHSERV_ID = ""
    missing = [what for what, state in states() if state == "missing"]
    assert missing == ["relay", "SPF", "DMARC", "MX", "SPF", "receiver", "AUTHSERV_ID"]
    with pytest.raises(SystemExit):
        call_command("mail_doctor")
    assert "_dmarc.port.example" in capsys.readouterr().out


def test_a_site_that_has_all_of_it_is_told_so(town, names):
    names |= {("port.example", "TXT"): ["v=spf1 mx -all", "other"], ("in.port.example", "TXT"): ["v=spf1 mx -all"]}
    names |= {("_dmarc.port.example", "TXT"): ["v=DMARC1; p=none"], ("in.port.example", "MX"): ["mx"]}
    door = Receiver(f"lmtp://127.0.0.1:{PORT}")
    door.start()
    try:
        assert {state for what, state in states() if what != "DKIM"} == {"ok"}
    finally:
        door.stop()


def test_two_spf_records_are_as_bad_as_none(town, names):
    names[("port.example", "TXT")] = ["v=spf1 a -all", "v=spf1 mx -all"]
    assert ("SPF", "missing") in states()


def test_a_town_without_answers_is_told_that_they_are_off(town, names, settings):
    settings.REPLY_DOMAIN = ""
    assert states()[-1] == ("answers", "off")
