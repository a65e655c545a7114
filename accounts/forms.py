"""Forms about people."""

from allauth.account.forms import SignupForm as LibrarySignupForm
from django import forms

from accounts.models import User
from accounts.names import MOST
from accounts.time_zones import time_zones


class SignupForm(LibrarySignupForm):
    """Sign up: e-mail, name, password; a small script fills in the time zone."""

    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-guess-time-zone": ""})
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"
        self.fields["username"].max_length = MOST
        self.fields["username"].help_text = "Shown to the people you play with."

    def clean_time_zone(self) -> str:
        guess = self.cleaned_data["time_zone"]
        return guess if guess in time_zones() else "UTC"

    def save(self, request):
        user = super().save(request)
        if user:
            User.objects.filter(pk=user.pk).update(time_zone=self.cleaned_data["time_zone"])
            user.time_zone = self.cleaned_data["time_zone"]
        return user
