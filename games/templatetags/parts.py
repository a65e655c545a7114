"""Parts of a page that it may have already: `{% part %}` draws and sends them only where they are new.

    {% part li captain=captain %}<li data-part="{{ key }}">{{ captain.name }}</li>{% endpart %}

Inside, a part sees nothing but the named values, so its key, a digest of them, tells equal parts. A page that asks for its
living part names the keys it has (static/js/live.js); for these it gets an empty element, which it fills itself. What was
drawn lately is kept for other readers with the same values.
"""

import json
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django import template
from django.core.cache.backends.locmem import LocMemCache
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context

register = template.Library()
DRAWN = LocMemCache("parts", {"TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": 2000}})


class PartNode(Node):
    """One part: `place` is where it stands in the templates, `element` the name of its outer element."""

    def __init__(self, place: str, element: str, values: dict[str, FilterExpression], nodelist: NodeList):
        self.place, self.element, self.values, self.nodelist = place, element, values, nodelist

    def render(self, context: Context) -> str:
        """Raises TypeError for values other than text, numbers, truth values, None, and lists and dicts of them."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        key = key_of(json.dumps([self.place, values]))
        if is_there(context, key):
            return f'<{self.element} data-part="{key}"></{self.element}>'
        drawn = DRAWN.get(key)
        if drawn is None:
            alone = context.new({**values, "key": key})
            alone.template = context.template
            drawn = self.nodelist.render(alone)
            DRAWN.set(key, drawn)
        return drawn


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """Read the element and the values of a part."""
    _, element, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"{{% part {element} %}} takes values as name=value, not {bits[0]}.")
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(f"{parser.origin}:{token.lineno}", element, values, nodelist)


@register.simple_tag(takes_context=True)
def board_on(context: Context, board: str, ground: str) -> str:
    """Return a board whose ground is a part."""
    if not ground:
        return board
    key = ground_key(ground)
    return type(board)(board.replace(ground, f'<g data-part="{key}">{"" if is_there(context, key) else ground}</g>', 1))


@lru_cache(maxsize=50)
def ground_key(ground: str) -> str:
    return key_of(ground)


def key_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def is_there(context: Context, key: str) -> bool:
    """Has the page that asks this part already?"""
    request: Any = context.get("request")
    return request is not None and key in request.META.get("HTTP_PAGE_PARTS", "")
