"""Letters that a provider posts to us, in the forms of Mailgun and Postmark: checked by Anymail's own views, stored like any other."""

import hashlib
import hmac
import json
import time
from base64 import b64encode

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.db import OperationalError

from notifications import dns_lookup
from notifications.inbound import webhook
from notifications.inbound.reply_addresses import new_address
from notifications.models import Home, LetterIn

pytestmark = pytest.mark.django_db
KEY = "key-of-this-site"
DOOR = "/letters/in/mailgun/mime/"


@pytest.fixture
def to(anne):
    return new_address(anne, "nobody-reads-this", {}) + "@in.port.example"


@pytest.fixture
def mailgun(settings, client, to):
    """Posts a letter as Mailgun does with a route to an address that has “mime” in it."""
    settings.LETTERS_WEBHOOK, settings.ANYMAIL = "mailgun", {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}

    now = str(int(time.time()))

    def post(raw=None, key=KEY, stamp=now, token="0123456789abcdef" * 3, **changes):
        signed = {"timestamp": stamp, "token": token}
        seal = hmac.new(key.encode(), (signed["timestamp"] + signed["token"]).encode(), hashlib.sha256).hexdigest()
        letter = {"recipient": to, "sender": "anne@example.org", "subject": "Re: hi", "from": "Anne <anne@example.org>"}
        form = letter | {"domain": "in.port.example", "body-mime": (raw or written(to)).decode()} | signed | {"signature": seal} | changes
        return client.post(DOOR, {name: value for name, value in form.items() if value is not None})

    return post


def written(to, body="1 KX — yes\r\n"):
    head = ["From: Anne <anne@example.org>", f"To: <{to}>", "Subject: Re: hi", "Message-ID: <1@example.org>"]
    plain = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "MIME-Version: 1.0"]
    return "\r\n".join([*head, *plain, "", body]).encode()


@pytest.fixture
def signed(to, monkeypatch):
    """Letters signed by domains whose keys stand in DNS."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = serialization.PrivateFormat.TraditionalOpenSSL
    pem = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    monkeypatch.setattr(dns_lookup, "texts", lambda name: [f"v=DKIM1; k=rsa; p={b64encode(public).decode()}"])

    def sign(domain="example.org", **more):
        return dkim.sign(written(to), b"s1", domain.encode(), pem, include_headers=[b"from", b"to", b"subject"], **more) + written(to)

    return sign


def test_a_letter_that_is_posted_is_stored_as_it_was_written(mailgun, to):
    assert mailgun().status_code == 200
    kept = LetterIn.objects.get()
    assert (kept.envelope_to, kept.envelope_from, kept.auth) == (to, "anne@example.org", "none")
    assert bytes(kept.raw) == written(to)


def test_a_signature_of_the_writers_own_domain_proves_who_wrote_it(mailgun, signed):
    mailgun(signed())
    assert LetterIn.objects.get().auth == "pass"


@pytest.mark.parametrize("more", [{"domain": "elsewhere.example"}, {"length": True}])
def test_a_signature_of_others_or_of_a_part_proves_nothing(mailgun, signed, more):
    mailgun(signed(**more))
    assert LetterIn.objects.get().auth == "fail"


def test_a_letter_changed_after_it_was_signed_is_not_believed(mailgun, signed):
    mailgun(signed().replace(b"1 KX", b"2 KX"))
    assert LetterIn.objects.get().auth == "fail"


@pytest.mark.parametrize("line", [b"DKIM-Signature: rubbish", b"DKIM-Signature: v=1; d=example.org; b=!; l", b"DKIM-Signature: \xff;;=="])
def test_a_signature_that_is_none_proves_nothing(mailgun, to, line):
    assert mailgun((line + b"\r\n" + written(to)).decode("latin-1").encode()).status_code == 200
    assert LetterIn.objects.get().auth == "fail"


def test_a_post_without_a_signature_or_with_a_wrong_one_is_refused(mailgun, golden):
    assert mailgun(signature=None).status_code == 403
    answer = mailgun(key="key-of-somebody-else")
    assert answer.status_code == 403
    assert golden("programs/letters_posted", answer.text)
    assert not LetterIn.objects.exists()


def test_the_same_post_again_is_the_same_row(mailgun):
    mailgun()
    mailgun()
    assert LetterIn.objects.count() == 1


def test_a_signature_that_was_overheard_brings_in_no_other_letter(mailgun, to):
    """Mailgun signs a time and a token, not the letter."""
    mailgun()
    assert mailgun(written(to, "99 resign\r\n")).status_code == 403
    assert mailgun(recipient=f"x{to}").status_code == 403
    assert LetterIn.objects.count() == 1


@pytest.mark.parametrize("days", [-3, 1])
def test_a_signature_of_long_ago_or_of_the_future_is_refused(mailgun, days):
    assert mailgun(stamp=str(int(time.time()) + days * 86_400)).status_code == 403
    assert mailgun(stamp="9" * 30).status_code == 406
    assert not LetterIn.objects.exists()


def test_thirty_megabytes_are_refused_before_anybody_looks_at_them(mailgun, client, golden):
    answer = client.post(DOOR, b"x" * 30_000_000, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert golden("programs/letters_posted", answer.text)
    assert mailgun(**{"body-plain": "x" * 300_000}).status_code == 413


def test_a_letter_for_nobody_here_is_let_go_and_not_sent_again(mailgun):
    assert mailgun(recipient="postmaster@in.port.example").status_code == 200
    assert not LetterIn.objects.exists()


def test_what_is_no_letter_of_a_known_form_is_refused_with_a_sentence(mailgun, golden):
    answer = mailgun(
        timestamp="yesterday", key=KEY, signature=hmac.new(KEY.encode(), b"yesterday" + b"t", hashlib.sha256).hexdigest(), token="t"
    )
    assert answer.status_code == 406
    assert golden("programs/letters_posted", answer.text)


def test_a_database_that_is_down_means_that_the_provider_tries_again(mailgun, monkeypatch):
    def down(*_):
        raise OperationalError("gone")

    monkeypatch.setattr(webhook, "store", down)
    assert mailgun().status_code == 503


def test_a_provider_that_was_not_chosen_finds_no_door(mailgun, client, settings):
    assert client.post("/letters/in/postmark/mime/").status_code == 404
    settings.LETTERS_WEBHOOK = "off"
    assert mailgun().status_code == client.post("/letters/in/off/mime/").status_code == 404


def test_a_door_is_posted_to_and_not_looked_at(mailgun, client):
    assert client.get(DOOR).status_code == 405


# -- Postmark: JSON, and a name and a password instead of a signature -----------------------------
@pytest.fixture
def postmark(settings, client, to):
    settings.LETTERS_WEBHOOK, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "post:mark"}

    def post(pair="post:mark", sender="<anne@example.org>"):
        headers = [{"Name": "Return-Path", "Value": sender}, {"Name": "MIME-Version", "Value": "1.0"}]
        person = {"Email": "anne@example.org", "Name": "Anne", "MailboxHash": ""}
        form = {
            "FromFull": person, "From": "anne@example.org", "OriginalRecipient": to, "Subject": "Re: hi", "Headers": headers,
            "MessageID": "22c74902-a0c1-4511-804f2-341342852c90", "MessageStream": "inbound", "RawEmail": written(to).decode(),
        }  # fmt: skip
        given = {"authorization": f"Basic {b64encode(pair.encode()).decode()}"}
        return client.post("/letters/in/postmark/mime/", json.dumps(form), content_type="application/json", headers=given)

    return post


def test_postmarks_form_is_read_too(postmark, to):
    assert postmark().status_code == 200
    kept = LetterIn.objects.get()
    assert (kept.envelope_to, kept.envelope_from, bytes(kept.raw)) == (to, "anne@example.org", written(to))


def test_a_letter_that_came_back_has_nobody_to_answer(postmark):
    postmark(sender="<>")
    assert LetterIn.objects.get().envelope_from == ""


def test_a_wrong_password_is_refused(postmark):
    assert postmark(pair="post:office").status_code == 403
    assert not LetterIn.objects.exists()


def test_a_letter_to_the_address_that_everybody_knows_is_stored_too(mailgun, settings):
    settings.DESK = "play@in.port.example"
    assert mailgun(written(settings.DESK, "help\r\n"), recipient=settings.DESK).status_code == 200
    assert (LetterIn.objects.get().envelope_to, LetterIn.objects.get().auth) == (settings.DESK, "none")


def test_a_quiet_site_takes_nothing_in_so_that_the_provider_tries_again(mailgun, settings):
    Home.objects.create(pk=1, site_url="https://port.example", host="port.example")
    settings.SITE_URL = "https://copy.example"
    assert mailgun().status_code == 503
    assert not LetterIn.objects.exists()
