"""Send a message as one line in a room. Others read it, too, so it says that there is news, but not which."""

import json
import re
from typing import Any

from core.plain_text import isolated, one_line
from notifications.models import Channel, Delivery
from notifications.transports.channelled import ChannelForm, Channelled, post_to

MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


class RoomForm(ChannelForm):
    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(transport, data)
        address = self.fields["address"]
        address.label, address.help_text = "The webhook of a chat room", "Discord and others have one for each room."


def escaped(words: str) -> str:
    """Return people's words without formatting or mentions."""
    return MARKS.sub(r"\\\1", isolated(one_line(words, 150)))


class Discord(Channelled):
    """Posts `content` that mentions nobody."""

    name, called, form = "discord", "A chat room", RoomForm

    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        content = f"{escaped(message['title'])}: {escaped(message['body'])} <{message['link']}>"
        body = json.dumps({"content": content[:1900], "allowed_mentions": {"parse": []}}).encode()
        post_to(channel.address, body, {"Content-Type": "application/json"})
