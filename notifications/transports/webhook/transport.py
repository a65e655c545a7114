"""Send a message as one signed post. Its receiver can check its origin, integrity and age."""

import json

from django.utils import timezone

from notifications.models import Channel, Delivery
from notifications.transports.channelled import Channelled, post_to

from .form import ProgramForm
from .signing import signature


class Webhook(Channelled):
    """Posts JSON: kind, title, body, link."""

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
