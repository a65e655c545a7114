"""Short messages into a chat room, through Discord's kind of webhook, which other services understand, too."""

from .transport import Discord

TRANSPORT = Discord()
