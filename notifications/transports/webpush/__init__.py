"""Send push messages to browsers whose owners allowed them, even when no page of the site is open."""

from .transport import WebPush

TRANSPORT = WebPush()
