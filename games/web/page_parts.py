"""Cached parts of a page for Jinja templates: `part` renders and sends them only if the page lacks them.

    {{ part("li", "games/table/captain.html", captain=captain) }}

The template of a part sees only the named values and `key`, a digest of them, so equal parts have equal keys. Its outer
element has `data-part="{{ key }}"`. A page that reloads its live part names the keys it has (static/js/live.js). For these it
gets an empty element, which it fills itself. Recent parts are cached for other readers with the same values.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django.template import engines
from jinja2 import Template, pass_context
from jinja2.runtime import Context

from games.kit.svg import Markup

MOST_DRAWN = 2000
DRAWN: dict[str, Markup] = {}
"""Recent parts by key; cleared at MOST_DRAWN."""


@pass_context
def part(context: Context, element: str, template: str, **values: Any) -> Markup:
    """Return this template with these values, or an empty `element` if the page has it.

    Raise TypeError for values that are not JSON: text, numbers, booleans, None, and lists and dicts of them.
    """
    key = key_of(json.dumps([template, values]))
    if is_there(context, key):
        return Markup(f'<{element} data-part="{key}"></{element}>')
    drawn = DRAWN.get(key)
    if drawn is None:
        drawn = Markup(context.environment.get_template(template).render({**values, "key": key}).strip())
        if len(DRAWN) >= MOST_DRAWN:
            DRAWN.clear()
        DRAWN[key] = drawn
    return drawn


@pass_context
def board_on(context: Context, board: str, ground: str) -> str:
    """Return a board with its background as a part."""
    if not ground:
        return board
    key = ground_key(ground)
    return type(board)(board.replace(ground, f'<g data-part="{key}">{"" if is_there(context, key) else ground}</g>', 1))


def first_of(names: Sequence[str]) -> Template:
    """Return the first of these templates that exists."""
    return select_template(tuple(names))


@lru_cache(maxsize=1000)
def select_template(names: tuple[str, ...]) -> Template:
    engine: Any = engines["jinja2"]
    template: Template = engine.env.select_template(names)
    return template


@lru_cache(maxsize=50)
def ground_key(ground: str) -> str:
    return key_of(ground)


def key_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def is_there(context: Context, key: str) -> bool:
    """Return whether the requesting page has this part."""
    request: Any = context.get("request")
    return request is not None and key in request.META.get("HTTP_PAGE_PARTS", "")
