"""One message on one slip."""

from django import forms

from notifications.transports.channelled import ChannelForm, Channelled


class LoftForm(ChannelForm):
    """Its address, and the name of the bird."""

    template = "transports/pigeon.html"
    bird = forms.CharField(max_length=20)

    def secrets(self):
        return {"bird": self.cleaned_data["bird"]}

    def told(self, secrets):
        return f"{secrets['bird']} knows the way."


class Pigeon(Channelled):
    """Keeps what it carried."""

    name, called, form = "pigeon", "A loft", LoftForm

    def __init__(self):
        self.carried = []

    def post(self, channel, message, delivery):
        self.carried.append((channel.secrets["bird"], message["title"]))
