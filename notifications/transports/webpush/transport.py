"""One message as one encrypted push (RFC 8030, 8291), signed with our VAPID key (RFC 8292)."""

import base64
import json

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from core import http_client
from notifications.models import Channel, Delivery
from notifications.transports.base import DeliveryError
from notifications.transports.channelled import Channelled, post_to

from .form import BrowserForm
from .keys import vapid

TTL = 12 * 3600


class WebPush(Channelled):
    """Sends to every browser in which the person agreed."""

    name, called, form = "webpush", "A browser", BrowserForm

    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        body = encrypted(channel, json.dumps(message))
        claims = {"sub": f"mailto:postmaster@{settings.MAIL_DOMAIN}", "aud": http_client.origin(channel.address)}
        headers = {"TTL": str(TTL), "Urgency": "normal", "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
        post_to(channel.address, body, headers | vapid().sign(claims))


def encrypted(channel: Channel, text: str) -> bytes:
    """Encrypt the text for that one browser. Raises DeliveryError if its keys are invalid."""
    own = ec.generate_private_key(ec.SECP256R1())  # for this message alone
    try:
        theirs, auth = (base64.urlsafe_b64decode(channel.secrets[name] + "===") for name in ("p256dh", "auth"))
        return http_ece.encrypt(text.encode(), private_key=own, dh=theirs, auth_secret=auth, version="aes128gcm")
    except (http_ece.ECEException, KeyError, ValueError) as error:
        raise DeliveryError(type(error).__name__, permanent=True) from None
