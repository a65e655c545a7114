"""Encrypt push messages for a browser (RFC 8291), and provide the site's VAPID keys."""

import base64
import hashlib
from functools import cache

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from notifications.models import Channel
from notifications.transports import DeliveryError


def encrypted(channel: Channel, text: str) -> bytes:
    """Encrypt the text for one browser. Raise DeliveryError if the browser's keys are invalid."""
    own = ec.generate_private_key(ec.SECP256R1())  # for this message alone
    try:
        theirs, auth = (base64.urlsafe_b64decode(channel.secrets[name] + "===") for name in ("p256dh", "auth"))
        body: bytes = http_ece.encrypt(text.encode(), private_key=own, dh=theirs, auth_secret=auth, version="aes128gcm")
        return body
    except (http_ece.ECEException, KeyError, ValueError) as error:
        raise DeliveryError(type(error).__name__, permanent=True) from None


ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256. A private key is a positive number below the order."""


@cache
def private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    digest = hashlib.sha512(b"web push of this site:" + secret.encode()).digest()
    return ec.derive_private_key(1 + int.from_bytes(digest, "big") % (ORDER - 1), ec.SECP256R1())


def vapid() -> Vapid02:
    """Return the VAPID signing key. Skip strict validation, so that a host name without a dot is accepted."""
    return Vapid02(private_key(settings.SECRET_KEY), conf={"no-strict": True})


def public_key() -> str:
    """Return the VAPID public key for browsers: the uncompressed point in URL-safe base64."""
    raw = private_key(settings.SECRET_KEY).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
