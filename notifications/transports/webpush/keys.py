"""The site's VAPID key, derived from its secret key, so that it needs no setup."""

import base64
import hashlib
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number below it."""


@cache
def private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    digest = hashlib.sha512(b"web push of this site:" + secret.encode()).digest()
    return ec.derive_private_key(1 + int.from_bytes(digest, "big") % (ORDER - 1), ec.SECP256R1())


def vapid() -> Vapid02:
    """Return the key. Not strict, since a site under a name without a dot is fine."""
    return Vapid02(private_key(settings.SECRET_KEY), conf={"no-strict": True})


def public_key() -> str:
    """Return the public key for browsers: the uncompressed point in URL-safe base64."""
    raw = private_key(settings.SECRET_KEY).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
