"""The settings of a chat room."""

from django import forms

from notifications.transports.channel_form import ChannelForm


class RoomForm(ChannelForm):
    """The address of its webhook is all there is."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        address: forms.Field = self.fields["address"]
        address.label, address.help_text = "The webhook of a chat room", "As Discord and others give them to a room."
