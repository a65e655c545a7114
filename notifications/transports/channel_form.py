"""The form with which a person adds a channel; it has a plain look for transports without a template."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core import outward


class ChannelForm(forms.Form):
    """Where a channel posts to. A channel that needs more has further fields, and stores them as `secrets`."""

    template = "notifications/channel_form.html"
    """A transport's template is `templates/transports/<name>.html` in its folder. It gets this form as `way`."""
    address = forms.CharField(required=False, max_length=500, widget=forms.URLInput(attrs={"required": True, "placeholder": "https://"}))

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{transport}-%s")
        self.transport = transport

    def clean_address(self) -> str:
        """Return an address that we may post to. Raises ValidationError."""
        address = self.cleaned_data["address"]
        if problem := outward.refusal(address):
            raise ValidationError(problem)
        return address

    def secrets(self) -> dict[str, str]:
        """Return what is stored with the address; called once, when the form is valid."""
        return {}

    def told(self, secrets: dict[str, str]) -> str:
        """Return what the person is told once about the new channel; "" for nothing."""
        return ""
