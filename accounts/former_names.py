"""Record names given up by renaming or account deletion. They stay reserved (`accounts.held_names`) and are shown beside new names."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format

from accounts.confusables import skeleton
from accounts.held_names import HELD_FOR, FormerName, digest, note_at_tables, rename_in_texts, tables_of
from accounts.models import User
from accounts.names import is_made_up

ONE_CHANGE_IN = timedelta(days=30)


def note_change(user: User, old: str) -> None:
    """Reserve the former name and show it beside the new name, unless both look alike. Call this before the user is saved."""
    is_first, tables = is_made_up(old) and not is_made_up(user.name), tables_of(user.pk)
    if skeleton(old) != skeleton(user.name) and (tables or not is_first):
        FormerName.objects.create(user=user, name=old, digest=digest(old), tables=tables, counts=not is_first)
        note_at_tables(user.pk)
    rename_in_texts(user.pk, old, user.name)
    user.formerly = shown(user)


def hide(user: User, name: str) -> None:
    """Hide a name that a host changed: it is not shown, even its owner may not take it, and it does not count as a change of theirs."""
    FormerName.objects.filter(user=user, name=name).update(is_hidden=True, counts=False)
    show(user)


def keep_for_account(guest: User, user: User) -> None:
    """Reserve a guest's name for the account that the guest signs in to, and show it beside the account's name where others know it."""
    FormerName.objects.filter(user=guest).update(user=user)
    if (tables := tables_of(guest.pk)) or not is_made_up(guest.name):
        FormerName.objects.create(user=user, name=guest.name, digest=digest(guest.name), tables=tables, counts=False)
        note_at_tables(guest.pk)
    rename_in_texts(guest.pk, guest.name, user.name)
    show(user)


def keep_hash(user: User) -> None:
    """Reserve the name of a person who deletes their account, as a hash only. Call this before changing their tables."""
    tables, goes_on = tables_of(user.pk), FormerName.objects.filter(digest=digest(user.name), user__isnull=False).exclude(user=user)
    if (tables or not is_made_up(user.name)) and not goes_on.exists():
        FormerName.objects.create(digest=digest(user.name), tables=tables)
    FormerName.objects.filter(user=user).update(name="")


def must_not_change_too_often(user: User, name: str) -> None:
    """Raise ValidationError for a second change of name within 30 days, except back to the former name."""
    recent = FormerName.objects.filter(user=user, counts=True, given_up_at__gt=timezone.now() - ONE_CHANGE_IN).order_by("given_up_at")
    if skeleton(name) == skeleton(user.name) or not (changes := list(recent)):
        return
    may_go_back = len(changes) == 1
    if may_go_back and changes[0].digest == digest(name):
        return
    again = date_format((changes[-1].given_up_at + ONE_CHANGE_IN).astimezone(ZoneInfo(user.time_zone)), "D j M Y, H:i")
    too_soon = f"A name can be changed once in 30 days: yours again on {again}."
    raise ValidationError(f"{too_soon} Until then you may take back the one you had before." if may_go_back else too_soon)


def forget_old() -> int:
    """Delete expired rows, which frees their names and hides them as former names. Return the number of rows."""
    old = FormerName.objects.filter(given_up_at__lte=timezone.now() - HELD_FOR).select_related("user")
    free = [row for row in old if not row.is_held]
    FormerName.objects.filter(pk__in=[row.pk for row in free]).delete()
    for user in {row.user for row in free if row.user}:
        show(user)
    return len(free)


def show(user: User) -> None:
    """Update and save the user's list of former names."""
    user.formerly = shown(user)
    user.save(update_fields=["formerly"])


def shown(user: User) -> str:
    """Return the newest three former names that others may read, separated by commas."""
    rows = FormerName.objects.filter(user=user, is_hidden=False).exclude(digest=digest(user.name)).order_by("-pk")
    return ", ".join(list(dict.fromkeys(row.name for row in rows))[:3])
