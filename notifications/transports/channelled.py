"""The base classes of transports that send short messages to a person's channels, and of forms that add a channel."""

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
    """The form for the URL of a new channel. A subclass may add fields, which are stored as `secrets`."""

    template = "notifications/channel_form.html"
    """The form's template, which gets the form as `way`. A transport's own template is `templates/transports/<name>.html` in its folder."""
    address = forms.CharField(required=False, max_length=500, widget=forms.URLInput(attrs={"required": True, "placeholder": "https://"}))

    def __init__(self, transport: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{transport}-%s")
        self.transport = transport

    def clean_address(self) -> str:
        """Return the URL. Raise ValidationError if the site may not post to the URL."""
        address: str = self.cleaned_data["address"]
        if problem := outward.refusal(address):
            raise ValidationError(problem)
        return address

    def secrets(self) -> dict[str, str]:
        """Return the secrets to store with the URL. Called once, when the form is valid."""
        return {}

    def told(self, secrets: dict[str, str]) -> str:
        """Return a text about the new channel that the person sees only once; "" for no text."""
        return ""


def post_to(address: str, body: bytes, headers: dict[str, str]) -> None:
    """Post once to a URL that a person gave. Raise DeliveryError if that fails."""
    from core import posting

    try:
        posting.post(address, body, headers)
    except posting.PostError as problem:
        raise DeliveryError(problem.code, permanent=problem.is_permanent) from None


class Channelled(Transport):
    """A transport to all of a person's channels of one kind. A message is delivered if at least one channel accepts it."""

    name: str
    called: str
    """The name of the kind of channel, for the page where people add channels."""
    form: type[ChannelForm] = ChannelForm
    """The form that adds a channel of the kind."""

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
        """Send a short message to a channel. Raise DeliveryError if that fails."""
