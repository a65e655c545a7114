"""Registration of all letters that games send and all replies that they understand."""

from games.mail.commands import command_replies, strangers
from games.mail.letters import (
    chat_letters,
    clock_letters,
    friend_letters,
    invitation_letters,
    limit_letters,
    moderation_letters,
    receipts,
    seek_letters,
    turn_letters,
)
from games.mail.replies import clock_replies, rematch_replies

MODULES = (
    turn_letters,
    clock_letters,
    clock_replies,
    seek_letters,
    receipts,
    invitation_letters,
    chat_letters,
    friend_letters,
    moderation_letters,
    rematch_replies,
    command_replies,
    strangers,
    limit_letters,
)


def register_all() -> None:
    """Register each kind with `notifications`, once, when the site starts."""
    for module in MODULES:
        module.register()
