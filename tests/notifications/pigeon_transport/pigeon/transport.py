"""One message on one slip."""

from notifications.transports.channelled import Channelled

from .form import LoftForm


class Pigeon(Channelled):
    """Keeps what it carried."""

    name, called, form = "pigeon", "A loft", LoftForm

    def __init__(self):
        self.carried = []

    def post(self, channel, message, delivery):
        self.carried.append((channel.secrets["bird"], message["title"]))
