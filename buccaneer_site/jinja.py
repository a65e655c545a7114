"""The Jinja environment for templates in templates/jinja2, of editions and of transports. The admin uses Django's engine."""

from collections.abc import Mapping
from datetime import date as day
from datetime import datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import defaultfilters
from django.template.backends import jinja2 as backend
from django.templatetags.static import static
from django.urls import reverse
from django.utils import dateformat, timezone
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.text import capfirst
from jinja2 import ChainableUndefined, Environment, select_autoescape

from core.web import address
from games.clocks.terms import pace_name, span_words
from games.mail import board_text
from games.play.controllers import helmsman_strength
from games.rulesets import UnknownEdition
from games.web import template_helpers as helpers
from games.web.common import PageRequest, games_waiting
from games.web.template_helpers import board_on, first_of, part
from notifications import home, relay_breaker
from notifications.bounces import without_letters

DJANGO_FILTERS = ("floatformat", "json_script", "pluralize", "truncatechars", "urlencode", "urlize")


class Jinja2(backend.Jinja2):
    """Django's backend for Jinja, with the class Template below."""

    def get_template(self, template_name: str) -> "Template":
        return Template(super().get_template(template_name).template, self)


class Template(backend.Template):
    """A template whose values override those of context processors: a letter about an account passes its reader as `user`."""

    def render(self, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        """Return the rendered template. Call functions from context processors only if the template shows their values."""
        values: dict[str, Any] = {}
        if request is not None:
            for processor in self.backend.template_context_processors:
                values |= processor(request)
        lazy = {name: SimpleLazyObject(value) for name, value in values.items() if callable(value)}
        return str(super().render(values | lazy | dict(context or {})))


class Forgiving(Environment):
    """An environment that shows nothing for an edition that only newer code knows, so that lists still show other facts."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        try:
            return super().getattr(obj, attribute)
        except UnknownEdition:
            return self.undefined(obj=obj, name=attribute)


def environment(**options: Any) -> Environment:
    """Return Jinja's environment with our filters. Templates ending in .html are escaped; undefined variables are empty."""
    options |= {"undefined": ChainableUndefined, "keep_trailing_newline": True, "cache_size": -1}
    options.pop("autoescape", None)
    env = Forgiving(autoescape=select_autoescape(["html"]), **options)
    env.globals |= {
        "url": address, "static": static, "part": part, "board_on": board_on, "first_of": first_of, "querystring": helpers.querystring,
        "agreed_end": helpers.agreed_end, "against_bots": helpers.against_bots, "captain_name": helpers.captain_name,
        "without_letters": without_letters,
    }  # fmt: skip
    env.filters |= {
        "date": date, "iso": iso, "capfirst": capfirst, "left": helpers.left, "bot_strength": helmsman_strength,
        "board_blocks": board_text.blocks, "linked": helpers.linked, "linebreaks": defaultfilters.linebreaks_filter,
        "pace_name": pace_name, "span": span_words, "measured_pace": helpers.measured_pace,
        **{name: getattr(defaultfilters, name) for name in DJANGO_FILTERS},
    }  # fmt: skip
    return env


def one_token(request: HttpRequest) -> dict[str, Any]:
    """Return the CSRF token and its form field, created once per response and only if there is a form."""
    field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    csrf_input = SimpleLazyObject(lambda: format_html(field, token_of(request)))
    return {"csrf_token": SimpleLazyObject(lambda: token_of(request)), "csrf_input": csrf_input}


def token_of(request: HttpRequest) -> str:
    """Return the CSRF token of a response, equal in all its templates, because each further token adds a hundred bytes."""
    cached = vars(request)
    if "form_token" not in cached:
        cached["form_token"] = get_token(request)
    return str(cached["form_token"])


def iso(moment: datetime) -> str:
    """Return a time in the reader's zone in ISO 8601, to the second."""
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M:%S%z")


def date(moment: day | None, form: str) -> str:
    """Return a day, or a time in the reader's zone, in Django's date format `form`; "" for None."""
    if not moment:
        return ""
    return dateformat.format(timezone.localtime(moment) if isinstance(moment, datetime) else moment, form)


def site(request: PageRequest) -> dict[str, Any]:
    """Return the context of every page."""
    return {
        "command_address": settings.DESK,
        "strangers_may_write": settings.DESK and settings.DESK_STRANGERS and not settings.MAILBOX,
        "manifest": lambda: urlsplit(static("app/manifest.json")).path,  # never at a CDN, because its URLs are relative to the site
        "local_mailbox": not settings.TOWN,
        "letters_are_late": relay_breaker.known_to_be_down,
        "why_quiet": home.why_quiet_lately,
        "and_back": lambda: and_back(request),
        "games_waiting": lambda: len(games_waiting(request)),
    }


def and_back(request: PageRequest) -> str:
    """Return the query string that leads from sign-in or sign-up back to the page; "" if the page needs no way back."""
    if request.path.startswith(reverse("account_login").removesuffix("login/")):
        back = request.GET.get("next") or request.POST.get("next", "")
    else:
        back = request.get_full_path() if request.method == "GET" and request.path != reverse("home") else ""
    return f"?{urlencode({'next': back}, safe='/')}" if back else ""
