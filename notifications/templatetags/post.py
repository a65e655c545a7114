"""What pages of other parts may show about the post."""

from collections.abc import Iterable
from typing import Any

from django import template

from notifications import bounces

register = template.Library()


@register.simple_tag
def without_letters(players: Iterable[Any]) -> list[str]:
    """Names of those who may not be getting letters; for the host of a table, who would wonder why nobody answers."""
    people = {player.user_id: player.name for player in players if player.user_id}
    return [people[pk] for pk in sorted(bounces.troubled(list(people)))]
