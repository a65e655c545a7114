"""Push messages to a browser that its owner allowed, even when the site is closed."""

from .transport import WebPush

TRANSPORT = WebPush()
