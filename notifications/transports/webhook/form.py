"""The settings of signed posts."""

from typing import Any

from notifications.transports.channel_form import ChannelForm

from .signing import new_secret


class ProgramForm(ChannelForm):
    """The address of a program; the site creates the secret that signs its posts."""

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(transport, data)
        address = self.fields["address"]
        address.label, address.help_text = "The webhook of a program of yours", "It gets signed posts (Standard Webhooks)."

    def secrets(self) -> dict[str, str]:
        return {"secret": new_secret()}

    def told(self, secrets: dict[str, str]) -> str:
        return f"Its secret, shown only now: {secrets['secret']}"
