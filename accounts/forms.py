"""Forms for accounts, names, profiles and API keys."""

from typing import Any, ClassVar

from allauth.account.forms import AddEmailForm as LibraryAddEmailForm
from allauth.account.forms import SignupForm as LibrarySignupForm
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.db.models import Value
from django.db.models.functions import Lower
from django.http import HttpRequest

from accounts import former_names, trust
from accounts.api_keys import LONGEST_NAME
from accounts.models import User
from accounts.names import MAX_NAME_LENGTH, tidy
from accounts.time_zones import ZoneField, zone_or_utc


def within_reason(address: str) -> str:
    """Return the address. Raise ValidationError if we have sent it too many letters today."""
    try:
        trust.must_have_had_few_letters(address)
    except trust.Refused as refusal:
        raise forms.ValidationError(refusal.text) from None
    return address


class SignupForm(LibrarySignupForm):
    """Sign-up form with e-mail, name and password; a script fills in the time zone."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-guess-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail"
        self.fields["username"].label = "Name"
        self.fields["username"].help_text = "Shown to the people you play with."
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_email(self) -> str:
        return within_reason(super().clean_email())

    def clean_time_zone(self) -> str:
        return zone_or_utc(self.cleaned_data["time_zone"])

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])


class AddEmailForm(LibraryAddEmailForm):
    """Form to add another e-mail address, even with a second factor.

    The library refuses that, to guard against people who have never confirmed an address. Here, one confirmed address is enough.
    """

    def clean_email(self) -> str:
        email = within_reason(self.cleaned_data["email"])
        try:
            return str(super().clean_email())
        except forms.ValidationError as refusal:
            if refusal.code != "add_email_blocked" or not self.user.emailaddress_set.filter(verified=True).exists():
                raise
            return email.lower()


class NameField(forms.CharField):
    """A field for a name, tidied before validation."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class NamedForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no type arguments at run time
    """A form with a person's own name. Errors about the name appear once, at the field."""

    name = NameField(max_length=MAX_NAME_LENGTH * 4, help_text="Shown to the people you play with.")

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        others = User.objects.exclude(pk=self.instance.pk).alias(in_small=Lower("name"))
        if others.filter(in_small=Lower(Value(name))).exists():
            raise forms.ValidationError("Somebody here goes by that name already.")
        former_names.must_not_change_too_often(self.instance, name)
        if name != self.instance.name:
            try:
                trust.must_be_allowed_to_write(self.instance, "a person's name")
            except trust.Refused as refusal:
                raise forms.ValidationError(refusal.text) from None
        return str(name)


class ProfileForm(NamedForm):
    time_zone = ZoneField(help_text="Times on all pages and in all letters are in this zone.")

    class Meta:
        model = User
        fields = ["name", "time_zone", "theme", "confirm_moves"]
        labels: ClassVar = {"theme": "Theme"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["maxlength"] = MAX_NAME_LENGTH


class KeepForm(NamedForm):
    """A guest's form to add an address and a password, and so keep their games."""

    address = forms.EmailField(label="E-mail", max_length=254)
    secret = forms.CharField(
        label="Password", max_length=200, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    class Meta:
        model = User
        fields = ["name"]

    field_order = ["address", "name", "secret"]

    def clean_address(self) -> str:
        return within_reason(self.cleaned_data["address"].lower())

    def clean_secret(self) -> str:
        secret: str = self.cleaned_data["secret"]
        validate_password(secret, self.instance)
        return secret


class LeaveForm(forms.Form):
    """Form to confirm the deletion of an account, by the person's password or, for a guest, by their name."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["proof"] = forms.CharField(label=f"Type your name, {user.name}, to go on", max_length=200)
        if user.has_usable_password():
            widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
            self.fields["proof"] = forms.CharField(label="Your password", strip=False, widget=widget, max_length=200)

    def clean_proof(self) -> str:
        proof: str = self.cleaned_data["proof"]
        if self.user.has_usable_password():
            if not self.user.check_password(proof):
                raise forms.ValidationError("That is not your password.")
        elif tidy(proof) != self.user.name:
            raise forms.ValidationError("That is not your name.")
        return proof


class KeyForm(forms.Form):
    name = NameField(max_length=LONGEST_NAME, label="What is it for?", help_text="A word that tells you later which program has it.")
