"""`{% jinja "name" %}` for Django's templates: renders a Jinja template with the current context and optional extra values."""

from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def jinja(context: Context, name: str, **more: Any) -> str:
    """Return the rendered template, with its values escaped. Raise TemplateDoesNotExist."""
    values: Any = context.flatten()
    return mark_safe(render_to_string(name, values | more, context.get("request"), using="jinja2"))  # noqa: S308 - that template escaped them
