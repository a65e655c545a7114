"""The base of transports that send short messages to a person's channels, and of the form that adds one."""

from abc import abstractmethod
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core import outward
from notifications import channels
from notifications.models import Channel, Delivery
from notifications.telling import Letter, Telling
from notifications.transports import DeliveryError, Transport


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


def post_to(address: str, body: bytes, headers: dict[str, str]) -> None:
    """Post once to an address that a person gave. Raise DeliveryError."""
    from core import posting

    try:
        posting.post(address, body, headers)
    except posting.PostError as problem:
        raise DeliveryError(problem.code, permanent=problem.is_permanent) from None


class Channelled(Transport):
    """Sends to each of a person's channels of this kind. It is delivered when one of them took it."""

    name: str
    called: str
    """The word for one of its channels, on the page where people add them."""
    form: type[ChannelForm] = ChannelForm
    """The form with its settings on that page."""

    def reaches(self, notice: Telling) -> bool:
        return channels.goes_by_channel(self.name, notice)

    def address(self, notice: Telling) -> str:
        return self.name if notice.user and channels.channels_of(notice.user, self.name) else ""

    def send(self, letter: Letter, delivery: Delivery) -> None:
        problem, taken = None, 0
        for channel in channels.channels_of(Telling.of(delivery.notice).reader, self.name):
            try:
                self.post(channel, channels.short_message(letter), delivery)
            except DeliveryError as error:
                problem = error
                channels.note_failure(channel, is_gone=error.permanent)
            else:
                taken += 1
                channels.note_success(channel)
        if problem and not taken:
            raise problem

    @abstractmethod
    def post(self, channel: Channel, message: dict[str, str], delivery: Delivery) -> None:
        """Send one short message to one channel. Raise DeliveryError."""
