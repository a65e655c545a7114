"""The form for adding a channel; it has a plain look for transports without a template."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core import outward


class ChannelForm(forms.Form):
    """The address of a channel. A channel that needs more adds fields, and stores them as `secrets`."""

    template = "notifications/channel_form.html"
    """A transport's template is `templates/transports/<name>.html` in its folder. It gets this form as `way`."""
    address = forms.CharField(required=False, max_length=500, widget=forms.URLInput(attrs={"required": True, "placeholder": "https://"}))

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{transport}-%s")
        self.transport = transport

    def clean_address(self) -> str:
        """Return an address that the site may post to. Raise ValidationError."""
        address: str = self.cleaned_data["address"]
        if problem := outward.refusal(address):
            raise ValidationError(problem)
        return address

    def secrets(self) -> dict[str, str]:
        """Return the secrets to be stored with the address; called once, when the form is valid."""
        return {}

    def told(self, secrets: dict[str, str]) -> str:
        """Return what the person is told once about the new channel; "" for nothing."""
        return ""
