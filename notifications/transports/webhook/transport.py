"""One message as one signed post. Who gets it can check that it came from us, unchanged, and lately."""

import base64
import hmac
import json
import secrets

from django.utils import timezone

from notifications.models import Channel, Delivery
from notifications.transports.channelled import Channelled, post_to


def new_secret() -> str:
    """What the signature is made with; shown once to its owner."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, message_id: str, stamp: str, body: bytes) -> str:
    """HMAC-SHA-256 over id, time and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, f"{message_id}.{stamp}.".encode() + body, "sha256")).decode()


class Webhook(Channelled):
    """Posts JSON: kind, title, body, link."""

    name = "webhook"

    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        body = json.dumps({"kind": delivery.notice.kind, **message}).encode()
        stamp = str(int(timezone.now().timestamp()))
        headers = {
            "Content-Type": "application/json",
            "webhook-id": delivery.message_id,
            "webhook-timestamp": stamp,
            "webhook-signature": signature(channel.secrets["secret"], delivery.message_id, stamp, body),
        }
        post_to(channel.address, body, headers)
