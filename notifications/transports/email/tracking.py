"""The name of a letter that a sending provider repeats in its reports (`inbound/reports.py`)."""

import json

from django.conf import settings

NAME = "letter"
"""The prefix of our name of a letter in the provider's list of tags."""


def tracking_headers(name: str) -> dict[str, str]:
    """Return the header that gives some providers our name for the letter; the others report its Message-ID."""
    mark = json.dumps({NAME: name})
    lines = {
        "postmark": {f"X-PM-Metadata-{NAME}": name},
        "sparkpost": {"X-MSYS-API": json.dumps({"metadata": {NAME: name}})},
        "mailersend": {"X-MailerSend-Tags": name},
        "mailtrap": {"X-MT-Custom-Variables": mark},
        "brevo": {"X-Mailin-custom": mark},
        "mailjet": {"X-MJ-EventPayload": mark},
    }
    return lines.get(settings.LETTERS_REPORTS, {})
