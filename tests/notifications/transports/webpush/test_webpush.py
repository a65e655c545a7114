"""Encrypted messages to a browser."""

import base64
import json

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from notifications import channels
from notifications.models import Channel, State
from notifications.transports.webpush.encryption import public_key
from tests.notifications.transports.other_side import URL

pytestmark = pytest.mark.django_db


def test_a_browser_can_read_what_is_pushed_and_check_who_sent_it(other_side, anne, news):
    key, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    channels.add(anne, "webpush", URL, {"p256dh": b64(point), "auth": b64(auth)})
    sent = news("webpush")
    assert (sent.state, sent.last_code) == (State.SENT, "")
    _, headers, body = other_side[1][0]
    assert json.loads(http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm"))["body"] == "It is your turn."
    assert Vapid02.verify(headers["Authorization"])
    assert f"k={public_key()}" in headers["Authorization"]


def b64(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def test_a_browser_with_broken_keys_is_given_up(other_side, anne, news):
    channels.add(anne, "webpush", URL, {"p256dh": "x", "auth": "y"})
    assert news("webpush").state == State.FAILED
    assert not Channel.objects.exists()
