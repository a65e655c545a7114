"""Send a message as one line in a chat room. Other people read the room, so the line says only that there is news."""

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
    """Return words escaped, so that they cause no formatting or mentions."""
    return MARKS.sub(r"\\\1", isolated(one_line(words, 150)))


class Discord(Channelled):
    """The transport to chat rooms. The posted messages mention nobody."""

    name, called, form = "discord", "A chat room", RoomForm

    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        content = f"{escaped(message['title'])}: {escaped(message['body'])} <{message['link']}>"
        body = json.dumps({"content": content[:1900], "allowed_mentions": {"parse": []}}).encode()
        post_to(channel.address, body, {"Content-Type": "application/json"})
