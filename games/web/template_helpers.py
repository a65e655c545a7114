"""Functions and filters for Jinja templates. buccaneer_site/jinja.py registers them.

A part, `{{ part("li", "games/table/captain.html", captain=captain) }}`, is sent only if the page lacks it. Its template sees only
the named values and `key`, a digest of the template and the values. Its outer element has `data-part="{{ key }}"`. A page that
reloads its live part sends the keys of its parts (static/js/live.js), gets an empty element for each, and fills the element itself.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django.template import engines
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.timesince import timeuntil
from jinja2 import Template, pass_context
from jinja2.runtime import Context

from games.agreements import clock_sentences
from games.clocks.terms import span_words
from games.engine import Ruleset
from games.kit.svg import Markup
from games.mail.grammar.square_runs import in_rows
from games.models import Game, Player
from games.play.controllers import bots_in_words
from games.queries.reliability import Measured
from games.tables import lobby

MOST_DRAWN = 2000
DRAWN: dict[str, Markup] = {}
"""Recently rendered parts by key, for other readers with the same values. Cleared when it has MOST_DRAWN parts."""


def left(due: datetime | None) -> str:
    """Return the time left until `due` in words, in one or two units."""
    if due is None:
        return ""
    return f"{timeuntil(due)} left" if due > timezone.now() else "time is out"


def measured_pace(measured: Measured | None) -> str:
    """Return the usual time per turn at similar tables in words, or "" if it is not known."""
    return f"usually {span_words(measured.half)} a turn, nine in ten within {span_words(measured.most)}" if measured else ""


def agreed_end(game: Game) -> str:
    """Return the page's sentence about the agreed end of a game, in the reader's time zone."""
    return clock_sentences.agreed_end(game, clock_sentences.day(game.ends_at))


@pass_context
def captain_name(context: Context, player: Player, game: Game) -> str:
    """Return a player's name as HTML. The names of other people with an account link to their profiles."""
    user, name = context.get("user"), format_html("<bdi>{}</bdi>", player.name)
    if user is not None and user.is_authenticated and player.user_id and player.user_id != user.pk:
        name = format_html('<a href="{}?table={}">{}</a>', reverse("captain", args=[player.user_id]), game.pk, name)
    return format_html("{} <small>formerly <bdi>{}</bdi></small>", name, player.formerly) if player.formerly else name


@pass_context
def querystring(context: Context) -> str:
    query = context["request"].GET.urlencode()
    return f"?{query}" if query else ""


def against_bots(rules: Ruleset | None = None) -> str:
    """Return words such as "against three bots", for an edition or, without `rules`, for the newcomers' edition."""
    return f"against {bots_in_words(rules or lobby.for_newcomers())}"


def linked(lines: list[list[tuple[str, str]]]) -> Markup:
    """Return (square, URL) pairs as links for a letter. Lists of several links get rows of their own; single squares share a row.

    Each link is on a line of text of its own, because mail limits line length. No row is a single word, which could be read as an order.
    """
    rows, pieces = in_rows(lines), list[str]()
    for index, row in enumerate(rows):
        if index:
            pieces.append(" ·\n" if min(len(rows[index - 1]), len(row)) == 1 else "<br>\n")
        links = [(escape(name), escape(link)) for name, link in row]
        pieces.append("\n".join(f'<a class="square" href="{link}">{name}</a>' if link else name for name, link in links))
    return Markup("".join(pieces))


@pass_context
def part(context: Context, element: str, template: str, **values: Any) -> Markup:
    """Return the rendered template, or an empty `element` if the page already has the part. Raise TypeError for non-JSON values."""
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
    """Return a board with its background marked as a part, which is left empty if the page already has it."""
    if not ground:
        return board
    key = ground_key(ground)
    return type(board)(board.replace(ground, f'<g data-part="{key}">{"" if is_there(context, key) else ground}</g>', 1))


def first_of(names: Sequence[str]) -> Template:
    """Return the first template that exists."""
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
    request: Any = context.get("request")
    return request is not None and key in request.META.get("HTTP_PAGE_PARTS", "")
