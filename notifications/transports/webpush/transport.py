"""One message as one encrypted push (RFC 8030, 8291), signed with our VAPID key (RFC 8292)."""

import json

from django.conf import settings

from core import outward
from notifications.models import Channel, Delivery
from notifications.transports.channelled import Channelled, post_to

from .form import BrowserForm

TTL = 12 * 3600


class WebPush(Channelled):
    """Sends to every browser in which the person agreed."""

    name, called, form = "webpush", "A browser", BrowserForm

    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        from .encryption import encrypted  # 10 MB, with its libraries; most processes push nothing
        from .keys import vapid

        body = encrypted(channel, json.dumps(message))
        claims = {"sub": f"mailto:postmaster@{settings.MAIL_DOMAIN}", "aud": outward.origin(channel.address)}
        headers = {"TTL": str(TTL), "Urgency": "normal", "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
        post_to(channel.address, body, headers | vapid().sign(claims))
