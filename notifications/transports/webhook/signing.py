"""Signatures of posts, by Standard Webhooks."""

import base64
import hmac
import secrets


def new_secret() -> str:
    """Return a new secret for signatures; shown once to its owner."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, message_id: str, stamp: str, body: bytes) -> str:
    """Return the HMAC-SHA-256 over id, time and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, f"{message_id}.{stamp}.".encode() + body, "sha256")).decode()
