"""`{% url %}` with a cache of addresses: a page uses thirty, and most of them again at the next move."""

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
    """Return the address of a view, escaped for HTML or plain. Raise NoReverseMatch."""
    path = reverse(name, args=args)
    return escape(path) if escaped else path


class RememberedURL(URLNode):
    """A tag without `as` and keywords. Its address depends on its arguments alone, even without a namespace."""

    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if ":" in name:
            return super().render(context)
        return address(name, tuple([str(arg.resolve(context)) for arg in self.args]), context.autoescape)


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Parse the tag as Django does."""
    node = parsed(parser, token)
    return node if node.asvar or node.kwargs else RememberedURL(node.view_name, node.args, {}, None)
