"""Send short messages to a chat room by a Discord webhook, a format that other services understand, too."""

from .transport import Discord

TRANSPORT = Discord()
