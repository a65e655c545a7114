"""What parts above the games add to a person's profile, such as ratings."""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import User


class Section(NamedTuple):
    """A template, and what it shows as `section`."""

    template: str
    facts: Any


Maker = Callable[[User, User], Section | None]
"""`maker(who, reader)`: a section of the profile of `who`, as this reader may see it; None for nothing."""
_makers: list[Maker] = []


Address = Callable[[User], str]
"""`address(who)`: of the page about `who` that anyone may read."""
_public: list[Address] = []


def register_public(address: Address) -> None:
    """Register the page about a person that anyone may read, once; the newest one counts."""
    if address not in _public:
        _public.append(address)


def public_page(who: User) -> str:
    """Return the address of the page about this person that anyone may read; "" if there is none, as for guests."""
    return _public[-1](who) if _public and not who.is_guest else ""


def register(maker: Maker) -> None:
    """Register a maker, once."""
    if maker not in _makers:
        _makers.append(maker)


def sections(who: User, reader: User) -> list[Section]:
    """Return all sections of a profile, in the order of registration."""
    return [made for maker in _makers if (made := maker(who, reader)) is not None]
