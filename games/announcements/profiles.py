"""Registries of profile sections, such as ratings, and of public pages that other apps provide for a user."""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import User
from core.registry import Registry


class Section(NamedTuple):
    template: str
    facts: Any


SECTIONS: Registry[str, Callable[[User, User], Section | None]] = Registry()
"""`make(who, reader)` returns the section of `who`'s profile that `reader` may see, or None."""
PUBLIC_PAGES: Registry[str, Callable[[User], str]] = Registry()
"""`address(who)` returns the URL of the public page about `who`. Only the function registered last is called."""


def public_page(who: User) -> str:
    """Return the URL of the public page about a user; "" for guests, or if no app provides a page."""
    newest = next(reversed(PUBLIC_PAGES.values()), None)
    return newest(who) if newest is not None and not who.is_guest else ""


def sections(who: User, reader: User) -> list[Section]:
    return [made for make in SECTIONS.values() if (made := make(who, reader)) is not None]
