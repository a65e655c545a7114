"""Send short messages as signed posts (Standard Webhooks) to a URL that a person gave."""

from .transport import Webhook

TRANSPORT = Webhook()
