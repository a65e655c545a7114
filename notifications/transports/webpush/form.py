"""The settings of a browser: a script fills them in."""

from django import forms

from notifications.transports.channel_form import ChannelForm

KEY = 200


class BrowserForm(ChannelForm):
    """The address and the keys that a browser created for the site."""

    template = "transports/webpush.html"
    p256dh = forms.CharField(max_length=KEY)
    auth = forms.CharField(max_length=KEY)

    def key(self) -> str:
        """Return the site's public key, for the browser."""
        from .keys import public_key  # 10 MB, with its libraries

        return public_key()

    def secrets(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in ("p256dh", "auth")}
