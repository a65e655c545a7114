"""Short messages into a chat room, through the kind of webhook that Discord has and others understand."""

from .transport import Discord

TRANSPORT = Discord()
