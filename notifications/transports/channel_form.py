"""How a person adds a channel: the form that a transport brings, with a plain look for those that bring no template."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core import http_client


class ChannelForm(forms.Form):
    """Where a channel posts to. One that needs to know more has further fields, and keeps them as `secrets`."""

    template = "notifications/channel_form.html"
    """The template of a transport lies in its folder, as `templates/transports/<name>.html`. It is given this form as `way`."""
    address = forms.CharField(required=False, max_length=500, widget=forms.URLInput(attrs={"required": True, "placeholder": "https://"}))

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{transport}-%s")
        self.transport = transport

    def clean_address(self) -> str:
        """An address that we may post to. Raises ValidationError."""
        address = self.cleaned_data["address"]
        if problem := http_client.refusal(address):
            raise ValidationError(problem)
        return address

    def secrets(self) -> dict[str, str]:
        """What is kept with the address; asked for once, when the form is valid."""
        return {}

    def told(self, secrets: dict[str, str]) -> str:
        """What the person is told once, when the channel is there; "" for nothing."""
        return ""
