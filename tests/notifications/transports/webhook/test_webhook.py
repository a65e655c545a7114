"""Signed posts to a program of somebody's own."""

import json

import pytest

from notifications import channels
from notifications.models import State
from notifications.transports.webhook.transport import signature
from tests.notifications.transports.other_side import URL

pytestmark = pytest.mark.django_db


def test_a_signed_post_can_be_checked_by_who_gets_it(other_side, anne, news):
    channels.add(anne, "webhook", URL, {"secret": "whsec_" + "QUJD" * 8})
    assert news("webhook").state == State.SENT
    [(path, headers, body)] = other_side[1]
    assert path == "/room/7"
    assert json.loads(body) == {
        "kind": "hail", "title": "[Port *Royal*] Buccaneer", "body": "It is your turn.", "link": "https://x.example/games/7/",
    }  # fmt: skip
    right = signature("whsec_" + "QUJD" * 8, headers["webhook-id"], headers["webhook-timestamp"], body)
    assert headers["webhook-signature"] == right
    assert signature("whsec_" + "QUJE" * 8, headers["webhook-id"], headers["webhook-timestamp"], body) != right
