"""A line in a chat room."""

import json

import pytest

from notifications import channels
from notifications.models import State
from notifications.transports.discord.transport import escaped
from tests.notifications.transports.other_side import URL

pytestmark = pytest.mark.django_db


def test_a_chat_room_hears_that_and_never_what_and_nobody_is_called_by_it(other_side, anne, news):
    channels.add(anne, "discord", URL, {})
    assert news("discord").state == State.SENT
    said = json.loads(other_side[1][0][2])
    assert said["content"] == "\\[Port \\*Royal\\*\\] Buccaneer: It is your turn. <https://x.example/games/7/>"
    assert said["allowed_mentions"] == {"parse": []}
    assert escaped("@everyone <@1> `x`\n# y") == "\\@everyone \\<\\@1\\> \\`x\\` \\# y"
