"""Pages of an edition's rules, and of one table's rules with its options and what is left of its piles."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.editions import rules_text
from games.editions.cards import lessons_of
from games.editions.guard import guarded_editions, on_offer
from games.engine import Ruleset
from games.kit.parts import face_of
from games.queries import table_view
from games.web.common import PageRequest, visible_game


@require_safe
def all_rules(request: PageRequest) -> HttpResponse:
    """List the editions, or redirect to the rules of the only one."""
    editions = on_offer()
    if len(editions) == 1:
        return redirect("rules_of", next(iter(editions)))
    return render(request, "games/all_rules.html", {"editions": editions.values()})


@require_safe
def edition_rules(request: PageRequest, slug: str) -> HttpResponse:
    rules = guarded_editions().get(slug)
    if rules is None:
        raise Http404
    return render(
        request, "games/rules.html", rules_context(rules) | {"agreed": rules_text.agreed(rules), "piles": rules_text.piles(rules)}
    )


@require_safe
def of_table(request: PageRequest, pk: int) -> HttpResponse:
    """Show the rules of this table; for htmx, send a panel over the table that begins at the requested law."""
    game = visible_game(request, pk)
    rules, view = game.rules, table_view.table(game, request.user).view
    table_parts = {"game": game, "agreed": rules_text.agreed(rules, game.options), "piles": rules_text.piles(rules, view)}
    context = rules_context(rules) | table_parts | {"changes": rules_text.changes(rules)}
    if not request.htmx:
        return render(request, "games/rules.html", context)
    law, written = request.GET.get("law", ""), rules_text.written(rules.slug)
    opening, rest = written.parts
    context |= {"law": rules_text.key_of(law) if law in written.laws else "", "opening": opening, "rest": rest}
    return render(request, "games/rules/panel.html", context)


def rules_context(rules: Ruleset) -> dict[str, Any]:
    text, contents, laws = rules_text.written(rules.slug)
    laws_in_order = [(law, rules_text.key_of(law)) for law in rules_text.in_order(laws)]
    return {
        "rules": rules,
        "text": text,
        "contents": contents,
        "laws": laws_in_order,
        "lessons": lessons_of(rules),
        "stylesheets": face_of(rules).styles,
    }
