"""Send a message as a post signed by Standard Webhooks, so that the receiver can check the post's origin, integrity and age."""

import base64
import hmac
import json
from secrets import token_bytes
from typing import Any

from django.utils import timezone

from notifications.models import Channel, Delivery
from notifications.transports.channelled import ChannelForm, Channelled, post_to


class ProgramForm(ChannelForm):
    """The form for the URL of a program. The site creates the secret that signs the posts."""

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(transport, data)
        address = self.fields["address"]
        address.label, address.help_text = "The webhook of your own program", "It gets signed posts (Standard Webhooks)."

    def secrets(self) -> dict[str, str]:
        return {"secret": "whsec_" + base64.b64encode(token_bytes(24)).decode()}

    def told(self, secrets: dict[str, str]) -> str:
        return f"Its secret, shown only now: {secrets['secret']}"


def signature(secret: str, message_id: str, stamp: str, body: bytes) -> str:
    """Return the HMAC-SHA-256 signature of message id, time stamp and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, f"{message_id}.{stamp}.".encode() + body, "sha256")).decode()


class Webhook(Channelled):
    """The transport to programs, which posts JSON with kind, title, body and link."""

    name, called, form = "webhook", "Signed posts", ProgramForm

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
