"""Filters that the pages of the games share."""

from django import template
from django.utils import timezone
from django.utils.timesince import timeuntil

from games.paces import pace_name

register = template.Library()


@register.filter
def pace(game) -> str:
    """The pace of a table in words."""
    return pace_name(game.terms.pace)


@register.filter
def left(due) -> str:
    """How long there is until then, in one or two units."""
    if due is None:
        return ""
    return f"{timeuntil(due)} left" if due > timezone.now() else "time is out"
