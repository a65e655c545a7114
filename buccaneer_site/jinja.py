"""The environment of the templates that Jinja compiles: those in templates/jinja2, which are drawn with each move and each letter.

All other templates are Django's own. Jinja makes Python code of a template, so that one costs a fifth of Django's; a page's own part
of it calls for that at a table, where a move is answered by some forty templates.
"""

from datetime import datetime
from typing import Any

from django.template.defaultfilters import pluralize
from django.templatetags.static import static
from django.utils import dateformat, timezone
from django.utils.text import capfirst
from jinja2 import ChainableUndefined, Environment, select_autoescape

from core.url_tag import address
from games.templatetags import games


def environment(**options: Any) -> Environment:
    """Return Jinja's environment for Django's backend, with our filters. What a context lacks is empty, as in Django's templates.

    Names that end in .html are escaped; others are plain text, for the text of letters.
    """
    options |= {"undefined": ChainableUndefined, "keep_trailing_newline": True, "cache_size": -1}
    options.pop("autoescape", None)
    found = Environment(autoescape=select_autoescape(["html"]), **options)
    found.globals |= {"url": url, "static": static}
    found.filters |= {
        "date": date, "capfirst": capfirst, "pluralize": pluralize, "left": games.left, "counted": games.counted,
        "board_blocks": games.board_blocks, "linked": games.linked,
    }  # fmt: skip
    return found


def url(name: str, *args: Any) -> str:
    """Return the address of a view. Raises NoReverseMatch."""
    return address(name, tuple(map(str, args)), False)


def date(moment: datetime, form: str) -> str:
    """Return a moment in the reader's zone, in Django's notation for dates."""
    return dateformat.format(timezone.localtime(moment), form)
