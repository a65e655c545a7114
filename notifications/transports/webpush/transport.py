"""Send a message as an encrypted push (RFC 8030, RFC 8291), signed with the site's VAPID key (RFC 8292)."""

import json

from django import forms
from django.conf import settings

from core import outward
from notifications.models import Channel, Delivery
from notifications.transports.channelled import ChannelForm, Channelled, post_to

SECONDS_TO_LIVE = 12 * 3600


class BrowserForm(ChannelForm):
    """The form for the URL and the keys that a browser created for the site. A script fills in the form."""

    template = "transports/webpush.html"
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=200)

    def key(self) -> str:
        from .encryption import public_key  # 10 MB, with its libraries

        return public_key()

    def secrets(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in ("p256dh", "auth")}


class WebPush(Channelled):
    """The transport to every browser in which the person allowed push messages."""

    name, called, form = "webpush", "A browser", BrowserForm

    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        from .encryption import encrypted, vapid  # 10 MB, with its libraries; most processes push nothing

        body = encrypted(channel, json.dumps(message))
        claims = {"sub": f"mailto:postmaster@{settings.MAIL_DOMAIN}", "aud": outward.origin(channel.address)}
        headers = {"TTL": str(SECONDS_TO_LIVE), "Urgency": "normal", "Content-Encoding": "aes128gcm",
                   "Content-Type": "application/octet-stream"}  # fmt: skip
        post_to(channel.address, body, headers | vapid().sign(claims))
