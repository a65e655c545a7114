"""What signed posts are signed with: Standard Webhooks."""

import base64
import hmac
import secrets


def new_secret() -> str:
    """What the signature is made with; shown once to its owner."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, message_id: str, stamp: str, body: bytes) -> str:
    """HMAC-SHA-256 over id, time and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, f"{message_id}.{stamp}.".encode() + body, "sha256")).decode()
