"""The rules of an edition, from the file in its folder that it names, with pictures the edition itself draws."""

import re
from functools import cache
from itertools import count

import nh3
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games import guard
from games.editions import folder, part_of
from games.engine import Ruleset
from games.kit.symbols import PREFIX
from games.rulesets import all_rulesets, on_offer

PICTURE = re.compile(r"<p>\[\[picture: ([a-z0-9 -]{1,60})\]\]</p>")
HEADING = re.compile(r"<h2>(.*?)</h2>")
DRAWN_ID = re.compile(rf'(\bid="|\bhref="#|\burl\(#){PREFIX}')


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Which game?"""
    editions = on_offer()
    if len(editions) == 1:
        return redirect("rules_of", next(iter(editions)))
    return render(request, "games/all_rules.html", {"editions": editions.values()})


@require_safe
def one(request: HttpRequest, slug: str) -> HttpResponse:
    """One edition's rules."""
    rules = all_rulesets().get(slug)
    if rules is None:
        raise Http404
    text, contents = written(rules)
    return render(request, "games/rules.html", {"rules": rules, "text": text, "contents": contents, "stylesheets": styles(rules)})


def styles(rules: Ruleset) -> tuple[str, ...]:
    """The edition's own stylesheets, for its pictures."""
    return getattr(part_of(rules, "page"), "STYLES", ())


@cache
def written(rules: Ruleset) -> tuple[SafeString, list[tuple[str, str]]]:
    """The page's text and its table of contents. Made once: neither changes while the site runs."""
    source = folder(rules) / rules.rules_page
    html = nh3.clean(MarkdownIt("commonmark").enable("table").render(source.read_text("utf-8") if source.exists() else ""))
    contents: list[tuple[str, str]] = []

    def anchored(match: re.Match) -> str:
        key = slugify(match[1])
        contents.append((key, match[1]))
        return f'<h2 id="{key}">{match[1]}</h2>'

    html, numbers = HEADING.sub(anchored, html), count(1)
    return mark_safe(PICTURE.sub(lambda match: picture(rules, match[1], next(numbers)), html)), contents  # noqa: S308


def picture(rules: Ruleset, words: str, number: int) -> str:
    """A picture in the rules: `[[picture: name argument…]]` calls the edition's own function of that name.

    Each has a number on its page, and names its own parts by it: two seas draw differently what they call the same.
    """
    draw = getattr(part_of(rules, "pictures"), "PICTURES", {})
    name, _, rest = words.partition(" ")
    if name not in draw:
        return ""
    drawn = guard.serve(rules, "drawing", "", lambda: DRAWN_ID.sub(rf"\g<1>{PREFIX}{number}-", draw[name](*rest.split())))
    return f"<figure>{drawn}</figure>"
