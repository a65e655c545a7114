"""The settings of a chat room."""

from typing import Any

from notifications.transports.channel_form import ChannelForm


class RoomForm(ChannelForm):
    """Needs only the address of the webhook."""

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(transport, data)
        address = self.fields["address"]
        address.label, address.help_text = "The webhook of a chat room", "As Discord and others give them to a room."
