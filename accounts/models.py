"""Models of people. A person signs in by e-mail and is known by a name; a guest has only a name."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.confusables import LONGEST_SKELETON, MARK, in_any_case, skeleton
from accounts.held_names import is_held
from accounts.names import MAX_NAME_LENGTH, is_reserved, must_be_one_script, tidy, validate_name
from accounts.time_zones import validate_time_zone


def today() -> date:
    return timezone.now().date()


TAKEN = "That name looks like one that somebody here has, or had until lately. Please choose another."
RESERVED = "That name belongs to this site: to those who run it, or to a bot. Please choose another."


class Skeleton(models.CharField):  # type: ignore[type-arg]  # takes no type arguments at run time
    """The skeleton of the row's `name`, recalculated whenever the row is saved."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        plain, current = skeleton(model_instance.name), getattr(model_instance, self.attname) or ""
        if current.partition(MARK)[0] != plain:
            setattr(model_instance, self.attname, plain)
        return str(getattr(model_instance, self.attname))


class UserManager(BaseUserManager["User"]):
    """Creates users. Names and e-mail addresses are unique, ignoring case."""

    def create_user(self, email: str | None = None, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.lower() if email else None, **fields)
        user.name = tidy(user.name)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create a superuser, also from the command line. Raise ValidationError if another person has, or recently had, such a name."""
        if self.is_taken(fields.get("name", "")):
            raise ValidationError(TAKEN)
        return self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **fields})

    def looking_like(self, name: str) -> "models.QuerySet[User]":
        """Return the users whose names look like `name`, including those with names older than the check."""
        plain = skeleton(name)
        alike = {plain} if name.isascii() else in_any_case(name)  # for ASCII, the database's unique index ignores case
        return self.filter(models.Q(skeleton__in=alike) | models.Q(skeleton__startswith=plain + MARK))

    def is_taken(self, name: str, but: "User | None" = None) -> bool:
        """Return whether another person has, or recently had, a name that looks like `name`."""
        alike = self.looking_like(name).exclude(pk=but.pk) if but else self.looking_like(name)
        return alike.exists() or is_held(name, but.pk if but else None)

    def must_be_free(self, name: str, user: "User | None" = None) -> None:
        """Raise ValidationError unless `user`, or a new user if None, may take the name."""
        must_be_one_script(name)
        if is_reserved(name) and not (user and user.is_host):
            raise ValidationError(RESERVED)
        if self.is_taken(name, user):
            raise ValidationError(TAKEN)

    def get_by_natural_key(self, email: str | None) -> "User":
        return self.get(email__iexact=email)


class User(AbstractBaseUser, PermissionsMixin):
    class Letters(models.TextChoices):
        ON = "on", "Write to me when a game waits for me"
        OFF = "off", "No letters about games"

    class Theme(models.TextChoices):
        AUTO = "auto", "As my device"
        LIGHT = "light", "Light"
        DARK = "dark", "Dark"

    email = models.EmailField("e-mail", unique=True, null=True, blank=True)
    name = models.CharField("name", max_length=MAX_NAME_LENGTH, unique=True, validators=[validate_name])
    skeleton = Skeleton(max_length=LONGEST_SKELETON, unique=True, null=True, editable=False)
    formerly = models.CharField(
        max_length=3 * MAX_NAME_LENGTH + 4,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="names that they gave up lately",
    )
    time_zone = models.CharField("time zone", max_length=64, default="UTC", validators=[validate_time_zone])
    letters = models.CharField("letters", max_length=8, choices=Letters.choices, default=Letters.ON)
    theme = models.CharField("look", max_length=8, choices=Theme.choices, default=Theme.AUTO)
    confirm_moves = models.BooleanField(
        "confirm my moves", default=False, db_default=False, help_text="Before a page plays a move of yours, it asks you once more."
    )
    is_guest = models.BooleanField("guest", default=False)
    is_staff = models.BooleanField("staff", default=False)
    is_active = models.BooleanField("active", default=True)
    silent_until = models.DateTimeField("may not speak until", null=True, blank=True)
    silent_because = models.CharField("because", max_length=200, blank=True, help_text="they are told so")
    signed_out = models.PositiveIntegerField(default=0, db_default=0, editable=False, help_text="how often they signed out everywhere")
    date_joined = models.DateTimeField("joined", default=timezone.now)
    last_seen = models.DateField("last seen", default=today)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="name_unique_in_any_case", violation_error_message="That name is taken."),
            models.UniqueConstraint(Lower("email"), name="email_unique_in_any_case"),
        ]
        permissions = [("host", "Can act as a host: decide reports and step in at tables")]
        indexes = [models.Index(fields=["last_seen"], condition=models.Q(is_guest=True), name="guest_last_seen")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "skeleton", "formerly"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def clean(self) -> None:
        """Raise ValidationError for a new name that looks like another person's or, except for hosts, like one of the site's names."""
        super().clean()
        if (
            User.objects.filter(pk=self.pk, name=self.name).exists()
            or User.objects.filter(name__iexact=self.name).exclude(pk=self.pk).exists()
        ):
            return  # unchanged, or refused by the unique name
        try:
            User.objects.must_be_free(self.name, self)
        except ValidationError as refusal:
            raise ValidationError({"name": refusal.messages}) from None

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash that each session of the user must hold. The hash changes when the user signs out everywhere."""
        if not self.signed_out:
            return str(super()._get_session_auth_hash(secret))  # type: ignore[misc]  # the stubs leave it out
        return salted_hmac("accounts.signed_out", f"{self.password} {self.signed_out}", secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_host(self) -> bool:
        """Return whether the user may decide reports and intervene at tables: superusers, and staff with `accounts.host`."""
        return self.is_staff and self.has_perm("accounts.host")

    @property
    def gets_letters(self) -> bool:
        """Return whether letters about games may be sent to the user. Letters about the account are always sent."""
        return bool(self.email) and self.is_active and self.letters == self.Letters.ON

    def get_short_name(self) -> str:
        return self.name


Visitor = User | AnonymousUser
"""The user of a request, signed in or anonymous."""


class Key(models.Model):
    """An API key, by which a person's program can use their tables; see `accounts.api_keys`."""

    # When they leave: their keys stop working.
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=40, help_text="what it is for")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the key, as hex")
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, help_text="the hour in which it was used last")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Key {self.pk}"


class Sign(models.Model):
    """A hash of where a person was seen on a day; see `accounts.signs`. Within one period, equal hashes mean the same place."""

    class Kind(models.TextChoices):
        ADDRESS = "address", "the same network address"
        BROWSER = "browser", "the same network address and kind of browser"

    # When they leave: nothing is left to compare.
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="signs")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    digest = models.CharField(max_length=64, db_index=True, help_text="HMAC of the place and the span of time, as hex")
    seen_on = models.DateField(default=today)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "digest"], name="one_sign_a_place")]

    def __str__(self) -> str:
        return f"Sign {self.pk}"


class Tally(models.Model):
    """The number of uses of something in one period; see `accounts.trust`. People are stored as hashes."""

    what = models.CharField(max_length=40)
    about = models.CharField(max_length=64, help_text="HMAC of a person's number or of an address, as hex")
    begins = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "about", "begins"], name="one_tally_a_span")]

    def __str__(self) -> str:
        return f"{self.what}: {self.count}"
