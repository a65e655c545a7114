"""The settings of a loft."""

from django import forms

from notifications.transports.channel_form import ChannelForm


class LoftForm(ChannelForm):
    """Its address, and the name of the bird."""

    template = "transports/pigeon.html"
    bird = forms.CharField(max_length=20)

    def secrets(self):
        return {"bird": self.cleaned_data["bird"]}

    def told(self, secrets):
        return f"{secrets['bird']} knows the way."
