"""Detect replays of posts whose signature does not cover their content: Mailgun signs only a time and a token.

Anyone who has read such a pair could post anything with it. So a pair is valid for two days, and for one content; the same
post may be repeated, as a provider retries without an answer. (https://documentation.mailgun.com, “Securing webhooks”, asks
for both.)
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from anymail.exceptions import AnymailWebhookValidationFailure
from django.utils import timezone

from accounts.models import Tally
from accounts.trust import digest

GOOD_FOR, AHEAD = timedelta(days=2), timedelta(hours=1)
"""The maximum age of a valid signature (Mailgun retries for eight hours), and the maximum lead of their clock over ours."""
WHAT = "signed post"


def must_be_first(seal: Mapping[str, str], content: bytes) -> None:
    """Check that the signed `timestamp` and `token` are fresh and belong to no other content. Raise AnymailWebhookValidationFailure."""
    try:
        signed_at = datetime.fromtimestamp(int(seal["timestamp"]), UTC)
    except (ValueError, OverflowError, OSError):
        raise AnymailWebhookValidationFailure("no time") from None
    if not timezone.now() - GOOD_FOR < signed_at < timezone.now() + AHEAD:
        raise AnymailWebhookValidationFailure("an old signature")
    token = digest(f"{WHAT} {seal['token']}")
    _, is_new = Tally.objects.get_or_create(what=WHAT, about=token, begins=signed_at)
    same = {"what": WHAT, "about": digest(f"{token} {hashlib.sha256(content).hexdigest()}"), "begins": signed_at}
    if is_new:
        Tally.objects.create(**same)
    elif not Tally.objects.filter(**same).exists():
        raise AnymailWebhookValidationFailure("used for something else")
