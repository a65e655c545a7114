"""What a provider that sends our letters tells of them: twice, out of order, forged. What is known only goes forward."""

import hashlib
import hmac
import json
import secrets
import time
from base64 import b64encode
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from django.utils import timezone

from notifications import Letter, addresses, notify
from notifications.claims import claim, release_lost
from notifications.inbound.store import store
from notifications.models import Delivery, Fate, LetterIn, Mailing, State
from notifications.transports.email.headers import headers
from notifications.transports.email.transport import Email
from tests.letters import sweep
from tests.notifications.test_bounces import REPORT

pytestmark = pytest.mark.django_db
KEY = "key-of-this-site"
LETTER = Letter("Ahoy", "Ahoy\n")
GONE = {"severity": "permanent", "reason": "bounce", "delivery-status": {"message": "550 5.1.1 no such person", "code": 550}}
FULL = {"severity": "permanent", "reason": "generic", "delivery-status": {"message": "552 5.2.2 the mailbox is full", "code": 552}}


@pytest.fixture
def told(settings, client):
    """Posts a report as Mailgun does."""
    settings.LETTERS_REPORTS, settings.ANYMAIL = "mailgun", {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}

    stamp = str(int(time.time()))

    def post(delivery, event, key=KEY, to="anne@example.org", token="", **more):
        about = {"headers": {"message-id": f"{delivery.message_id}@mail.port.example", "to": to}}
        seal = {"timestamp": stamp, "token": token or secrets.token_hex()}
        seal["signature"] = hmac.new(key.encode(), (seal["timestamp"] + seal["token"]).encode(), hashlib.sha256).hexdigest()
        form = {"signature": seal, "event-data": {"event": event, "recipient": to, "message": about, "timestamp": 1767614400, **more}}
        return client.post("/letters/reports/mailgun/", json.dumps(form), content_type="application/json")

    return post


@pytest.fixture
def sent(anne, hail):
    """A letter to Anne that our relay took."""
    notify("hail", anne, "hail:1", {})
    sweep()
    return Delivery.objects.get()


def fate() -> str:
    return Delivery.objects.get().fate


def test_a_letter_that_arrived_is_known_to_have_arrived(told, sent):
    assert told(sent, "delivered").status_code == 200
    assert fate() == Fate.ARRIVED
    assert not Mailing.objects.exists()


def test_the_same_report_twice_counts_once(told, sent):
    for _ in range(2):
        assert told(sent, "failed", **FULL).status_code == 200
    assert (fate(), Mailing.objects.get().score) == (Fate.BOUNCED, 1)


def test_a_signature_that_was_overheard_brings_in_no_other_report(told, sent):
    """Mailgun signs a time and a token, not the report."""
    assert told(sent, "delivered", token="0123").status_code == 200
    assert told(sent, "delivered", token="0123").status_code == 200
    assert told(sent, "failed", token="0123", **GONE).status_code == 403


def test_reports_out_of_order_only_ever_go_forward(told, sent):
    told(sent, "complained")
    told(sent, "failed", **FULL)
    told(sent, "delivered")
    assert fate() == Fate.COMPLAINED
    assert Mailing.objects.get().state == "complained"


def test_a_letter_that_arrived_before_we_knew_it_was_sent_is_not_sent_again(told, anne, hail, time_machine, mailoutbox):
    """The worker dies after the letter went; the report is quicker than its lease."""
    notify("hail", anne, "hail:1", {}, not_before=timezone.now() + timedelta(seconds=1))
    time_machine.move_to(timezone.now() + timedelta(minutes=1), tick=False)
    held = claim()
    told(held, "delivered")
    assert (Delivery.objects.get().state, fate()) == (State.SENDING, Fate.ARRIVED)
    time_machine.move_to(timezone.now() + timedelta(hours=1), tick=False)
    release_lost()
    sweep()
    assert (mailoutbox, fate()) == ([], Fate.ARRIVED)


def test_that_it_was_sent_does_not_take_back_that_it_arrived(told, anne, hail, monkeypatch):
    """The report comes while our relay is still to say that it took the letter."""
    monkeypatch.setattr(Email, "send", lambda self, letter, delivery: told(delivery, "delivered"))
    notify("hail", anne, "hail:1", {})
    sweep()
    assert (Delivery.objects.get().state, fate()) == (State.SENT, Fate.ARRIVED)


def test_no_such_address_counts_as_if_the_letter_had_come_back_to_us(told, sent):
    told(sent, "failed", **GONE)
    assert Mailing.objects.get().hard_at is not None
    assert Delivery.objects.get().last_code == "bounced 5.1.1"


def test_what_is_only_late_is_no_news_yet(told, sent):
    assert told(sent, "failed", **FULL | {"severity": "temporary"}).status_code == 200
    assert (fate(), Mailing.objects.count()) == (Fate.UNTOLD, 0)


@pytest.mark.parametrize("event", ["opened", "clicked", "unsubscribed", "accepted", "danced"])
def test_who_opens_a_letter_is_nothing_we_want_to_know(told, sent, event):
    assert told(sent, event).status_code == 200
    assert fate() == Fate.UNTOLD


def test_a_report_that_is_not_signed_by_the_provider_is_not_believed(told, sent):
    assert told(sent, "complained", key="key-of-a-rival").status_code == 403
    assert (fate(), Mailing.objects.count()) == (Fate.UNTOLD, 0)


def test_a_report_about_somebody_elses_address_or_letter_is_not_believed(told, sent):
    told(sent, "complained", to="mary@example.org")
    told(Delivery(), "complained")
    assert (fate(), Mailing.objects.count()) == (Fate.UNTOLD, 0)


def test_a_letter_that_came_back_to_us_and_is_told_of_as_well_counts_once(told, sent):
    to = addresses.mint("b", addresses.bounce_ident(sent.pk)) + "@localhost"
    store(REPORT.format(n=1, status="5.2.2", action="failed").encode(), to, "", timezone.now(), "none")
    sweep()
    told(sent, "failed", **FULL)
    assert (LetterIn.objects.get().reason, Mailing.objects.get().score) == ("bounced", 1)


def test_nonsense_is_refused_with_a_sentence(client, told, settings):
    for body in (b"", b"{}", b"[1]", b'{"signature": 7}', b"\xff"):
        assert client.post("/letters/reports/mailgun/", body, content_type="application/json").status_code in (403, 406)
    settings.LETTERS_REPORTS = "off"
    assert client.post("/letters/reports/mailgun/", b"{}", content_type="application/json").status_code == 404


# -- the other providers: each tells in its own form what we call the letter -----------------------
def by_postmark(delivery) -> dict:
    name = headers(LETTER, delivery)["X-PM-Metadata-letter"]
    return {"RecordType": "Delivery", "Recipient": "anne@example.org", "MessageID": "883953f4", "Metadata": {"letter": name}}


def by_sparkpost(delivery) -> list:
    asked = json.loads(headers(LETTER, delivery)["X-MSYS-API"])["metadata"]
    event = {"type": "delivery", "raw_rcpt_to": "anne@example.org", "transmission_id": "65832150921904138", "rcpt_meta": asked}
    return [{"msys": {"message_event": event}}]


def by_sendgrid(delivery) -> list:
    return [{"event": "delivered", "email": "anne@example.org", "smtp-id": headers(LETTER, delivery)["Message-ID"], "sg_message_id": "1"}]


def by_brevo(delivery) -> dict:
    asked = headers(LETTER, delivery)["X-Mailin-custom"]
    return {"event": "delivered", "email": "anne@example.org", "message-id": "<2026@smtp-relay.example>", "X-Mailin-custom": asked}


def by_mailjet(delivery) -> list:
    asked = headers(LETTER, delivery)["X-MJ-EventPayload"]
    return [{"event": "sent", "email": "anne@example.org", "MessageID": 19421777835146490, "Payload": asked}]


@pytest.fixture
def posted(client):
    """Posts this to the door of a provider; `proof` is its way to show who it is."""

    def post(provider, body, proof):
        return client.post(f"/letters/reports/{provider}/", body, content_type="application/json", headers=proof).status_code

    return post


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning")
@pytest.mark.parametrize(
    ("provider", "tells"), [(said.__name__[3:], said) for said in (by_postmark, by_sparkpost, by_sendgrid, by_brevo, by_mailjet)]
)
def test_a_provider_with_a_password_can_tell_of_a_letter(provider, tells, settings, posted, sent):
    settings.LETTERS_REPORTS, settings.ANYMAIL = provider, {"WEBHOOK_SECRET": "post:office"}
    proof = {"authorization": f"Basic {b64encode(b'post:office').decode()}"}
    assert (posted(provider, json.dumps(tells(sent)), proof), fate()) == (200, Fate.ARRIVED)


def test_postal_can_tell_of_a_letter(settings, posted, sent):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    settings.LETTERS_REPORTS, settings.ANYMAIL = "postal", {"POSTAL_WEBHOOK_KEY": b64encode(public).decode()}
    about = {"id": 7, "to": "anne@example.org", "message_id": headers(LETTER, sent)["Message-ID"].strip("<>"), "tag": None}
    body = json.dumps({"event": "MessageSent", "payload": {"status": "Sent", "message": about}}).encode()
    seal = b64encode(key.sign(body, padding.PKCS1v15(), hashes.SHA1())).decode()
    assert (posted("postal", body, {"x-postal-signature": seal}), fate()) == (200, Fate.ARRIVED)


# -- those that sign what they tell ---------------------------------------------------------------
def by_mailersend(delivery) -> dict:
    email = {"message": {"id": "62fb66bef54a112e920b5493"}, "recipient": {"email": "anne@example.org"}}
    tagged = email | {"tags": [headers(LETTER, delivery)["X-MailerSend-Tags"]]}
    gone = {"object": "recipient_bounce", "reason": "Host or mailbox unknown: 550 5.1.1 no such person"}
    return {"type": "activity.hard_bounced", "data": {"type": "hard_bounced", "email": tagged, "morph": gone}}


def by_mailtrap(delivery) -> dict:
    asked = json.loads(headers(LETTER, delivery)["X-MT-Custom-Variables"])
    told = {"event": "bounce", "email": "anne@example.org", "message_id": "f6a1", "event_id": "e1", "timestamp": 1767614400}
    return {"events": [told | {"custom_variables": asked, "response": "550 5.1.1 no such person"}]}


@pytest.mark.parametrize(
    ("tells", "secret", "line"),
    [(by_mailersend, "MAILERSEND_SIGNING_SECRET", "Signature"), (by_mailtrap, "MAILTRAP_TRACKING_SECRET", "Mailtrap-Signature")],
)
def test_a_provider_that_signs_can_tell_that_a_letter_came_back_and_nobody_else_can(tells, secret, line, settings, posted, sent):
    provider = tells.__name__[3:]
    settings.LETTERS_REPORTS, settings.ANYMAIL = provider, {secret: KEY}
    body = json.dumps(tells(sent)).encode()
    forged, right = (hmac.new(key.encode(), body, hashlib.sha256).hexdigest() for key in ("key-of-a-rival", KEY))
    assert (posted(provider, body, {line: forged}), fate()) == (403, Fate.UNTOLD)
    assert (posted(provider, body, {line: right}), fate()) == (200, Fate.BOUNCED)
    assert Delivery.objects.get().last_code == "bounced 5.1.1"
