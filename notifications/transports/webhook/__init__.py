"""Short messages as signed posts to an address a person gave, in the form of Standard Webhooks."""

from .transport import Webhook

TRANSPORT = Webhook()
