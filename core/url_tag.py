"""`{% url %}` for every template, remembering the addresses: a page names thirty, and most of them again at the next move."""

from functools import lru_cache

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parsed
from django.urls import reverse
from django.utils.html import escape

register = template.Library()


@lru_cache(maxsize=5000)
def address(name: str, args: tuple[str, ...], escaped: bool) -> str:
    """Return the address of a view, escaped for HTML or plain. Raises NoReverseMatch."""
    found = reverse(name, args=args)
    return escape(found) if escaped else found


class RememberedURL(URLNode):
    """A tag without `as` and keywords. Without a namespace, too, its address depends on its arguments alone."""

    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if ":" in name:
            return super().render(context)
        return address(name, tuple([str(arg.resolve(context)) for arg in self.args]), context.autoescape)


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Read the tag as Django does."""
    node = parsed(parser, token)
    return node if node.asvar or node.kwargs else RememberedURL(node.view_name, node.args, {}, None)
