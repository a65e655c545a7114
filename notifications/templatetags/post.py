"""Template tags about letters for pages of other parts."""

from collections.abc import Iterable
from typing import Protocol

from django import template

from notifications import bounces

register = template.Library()


class Seated(Protocol):
    """A person at a table."""

    @property
    def user_id(self) -> int | None: ...

    @property
    def name(self) -> str: ...


@register.simple_tag
def without_letters(players: Iterable[Seated]) -> list[str]:
    """Return the names of players who may miss our letters, so that the host knows why nobody answers."""
    names = {player.user_id: player.name for player in players if player.user_id}
    return [names[pk] for pk in sorted(bounces.troubled(list(names)))]
