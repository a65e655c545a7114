"""The encryption of one message for one browser (RFC 8291)."""

import base64

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from notifications.models import Channel
from notifications.transports.base import DeliveryError


def encrypted(channel: Channel, text: str) -> bytes:
    """Encrypt the text for that one browser. Raise DeliveryError if its keys are invalid."""
    own = ec.generate_private_key(ec.SECP256R1())  # for this message alone
    try:
        theirs, auth = (base64.urlsafe_b64decode(channel.secrets[name] + "===") for name in ("p256dh", "auth"))
        body: bytes = http_ece.encrypt(text.encode(), private_key=own, dh=theirs, auth_secret=auth, version="aes128gcm")
        return body
    except (http_ece.ECEException, KeyError, ValueError) as error:
        raise DeliveryError(type(error).__name__, permanent=True) from None
