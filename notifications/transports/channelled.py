"""The base of transports that send short messages to a person's channels."""

from abc import abstractmethod

from notifications import channels
from notifications.models import Channel, Delivery
from notifications.telling import Letter, Telling

from .base import DeliveryError, Transport
from .channel_form import ChannelForm


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
        problem = None
        taken = 0
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
