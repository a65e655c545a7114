"""Hold names that their owners gave up: for 90 days, and while a table where the name was known is in play."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.confusables import in_any_case, skeleton
from accounts.names import MAX_NAME_LENGTH
from core.registry import Registry

HELD_FOR = timedelta(days=90)
DEPARTED = "A departed captain"
"""Replaces the name of a person who deleted their account."""


class Tables(NamedTuple):
    """Functions about tables, registered by the app that defines tables."""

    known_at: Callable[[int], list[int]]
    any_in_play: Callable[[Collection[int]], bool]
    note_rename: Callable[[int], None]


TABLES: Registry[str, Tables] = Registry()
RENAMES: Registry[str, Callable[[int, str, str], None]] = Registry()
"""`rename(person, old, new)` replaces a person's name where it is stored as text."""


class FormerName(models.Model):
    """A name that its owner gave up. After an account deletion, only the hash of the name is stored."""

    # When they leave: the name stays held, without its person.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="former_names")
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    digest = models.CharField(max_length=64, db_index=True, help_text="HMAC of what the name looks like, as hex")
    given_up_at = models.DateTimeField(default=timezone.now, db_index=True)
    tables = models.JSONField(default=list, help_text="numbers of the tables where others knew the name")
    counts = models.BooleanField(
        default=True, help_text="as a change; a first name in place of a made-up one does not, nor a host's change"
    )
    is_hidden = models.BooleanField(default=False, help_text="a host changed the name: it is not shown, and its owner may not take it back")

    def __str__(self) -> str:
        return f"former name {self.pk}"

    @property
    def is_held(self) -> bool:
        """Return whether the name is still held, so that nobody else may take it."""
        return self.given_up_at > timezone.now() - HELD_FOR or any(tables.any_in_play(self.tables) for tables in TABLES.values())


def rename_in_texts(person: int, old: str, new: str) -> None:
    """Replace the name of the person with the primary key `person` wherever the name is stored as text."""
    for rename in RENAMES.values():
        rename(person, old, new)


def note_at_tables(person: int) -> None:
    """Tell the other players at the tables of the person with the primary key `person` that the person changes their name."""
    for tables in TABLES.values():
        tables.note_rename(person)


def tables_of(person: int) -> list[int]:
    """Return the numbers of the tables in play where others know the person with the primary key `person`."""
    return [number for tables in TABLES.values() for number in tables.known_at(person)]


def digest(name: str) -> str:
    """Return a keyed hash that is equal for names that look alike."""
    return hashed(skeleton(name))


def hashed(looks: str) -> str:
    return salted_hmac("accounts.former_names", looks, algorithm="sha256").hexdigest()


def is_held(name: str, but: int | None = None) -> bool:
    """Return whether the name is held. Its former owner `but` may take it back, unless a host took it from them."""
    alike = FormerName.objects.filter(digest__in=map(hashed, in_any_case(name)))
    return any(row.is_held for row in alike.exclude(user=but, user__isnull=False, is_hidden=False))
