"""Sections that parts above the games add to a person's profile, such as ratings."""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import User
from core.registry import Registry


class Section(NamedTuple):
    template: str
    facts: Any


SECTIONS: Registry[str, Callable[[User, User], Section | None]] = Registry()
"""`make(who, reader)` returns a section of the profile of `who` as this reader may see it, or None."""
PUBLIC_PAGES: Registry[str, Callable[[User], str]] = Registry()
"""`address(who)` returns the address of the public page about `who`; the function registered last counts."""


def public_page(who: User) -> str:
    """Return the address of the public page about this person; "" if there is none, as for guests."""
    newest = next(reversed(PUBLIC_PAGES.values()), None)
    return newest(who) if newest is not None and not who.is_guest else ""


def sections(who: User, reader: User) -> list[Section]:
    return [made for make in SECTIONS.values() if (made := make(who, reader)) is not None]
