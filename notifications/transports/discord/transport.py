"""Send a message as one line in a room. Others read it, too, so it says that there is news, but not which."""

import json
import re

from core.plain_text import isolated, one_line
from notifications.models import Channel, Delivery
from notifications.transports.channelled import Channelled, post_to

from .form import RoomForm

MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


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
