"""Render form fields like Django, but without a template for each: a page with a list of time zones has hundreds of options.

The most frequent fields, options and labels are written directly; everything else uses Django's own templates. Tests compare
both. Values are escaped as in templates.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape as escape

WIDGETS = "django/forms/widgets/"


class Renderer(DjangoTemplates):
    """Django's renderer, which writes the templates in `WRITERS` directly."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        writer = WRITERS.get(template_name)
        return writer(context) if writer else super().render(template_name, context, request)


def attributes(attrs: Mapping[str, Any]) -> str:
    """Return attributes for a tag; False ones are left out, True ones have no value."""
    return "".join(
        f" {escape(name)}" if value is True else f' {escape(name)}="{escape(value)}"' for name, value in attrs.items() if value is not False
    )


def input_tag(widget: Mapping[str, Any]) -> str:
    value = "" if widget["value"] is None else f' value="{escape(widget["value"])}"'
    return f'<input type="{escape(widget["type"])}" name="{escape(widget["name"])}"{value}{attributes(widget["attrs"])}>'


def single_input(context: Mapping[str, Any]) -> str:
    return input_tag(context["widget"])


def input_option(context: Mapping[str, Any]) -> str:
    """Return a radio button or checkbox, inside its label if it has one."""
    widget = context["widget"]
    if not widget.get("wrap_label"):
        return input_tag(widget)
    shown = f' for="{escape(widget["attrs"]["id"])}"' if widget["attrs"].get("id") else ""
    return f"<label{shown}>{input_tag(widget)} {escape(widget['label'])}</label>"


def option(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    return f'<option value="{escape(widget["value"])}"{attributes(widget["attrs"])}>{escape(widget["label"])}</option>'


def select(context: Mapping[str, Any]) -> str:
    """Return a select with its grouped options."""
    widget, parts = context["widget"], []
    for group, options, _ in widget["optgroups"]:
        parts += [f'\n  <optgroup label="{escape(group)}">'] if group else []
        parts += [f"\n  {option({'widget': one})}" for one in options]
        parts += ["\n  </optgroup>"] if group else []
    return f'<select name="{escape(widget["name"])}"{attributes(widget["attrs"])}>{"".join(parts)}\n</select>'


def label(context: Mapping[str, Any]) -> str:
    if not context["use_tag"]:
        return escape(context["label"])
    return f"<{context['tag']}{attributes(context['attrs'] or {})}>{escape(context['label'])}</{context['tag']}>"


SINGLE = ("text", "number", "email", "password", "hidden", "checkbox", "url", "date", "time", "datetime", "input")
WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **{f"{WIDGETS}{name}.html": single_input for name in SINGLE},
    **{f"{WIDGETS}{name}_option.html": input_option for name in ("radio", "checkbox")},
    f"{WIDGETS}select.html": select,
    f"{WIDGETS}select_option.html": option,
    "django/forms/label.html": label,
}
