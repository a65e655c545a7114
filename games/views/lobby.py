"""The lobby: open tables, and making one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import clock_queries, queries
from games.engine import RulesError
from games.forms import TableForm
from games.rulesets import on_offer
from games.services import tables
from games.views.common import signed_in

MOST = 100


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Tables one may join."""
    seats = clock_queries.open_seats(request.user) if request.user.is_authenticated else []
    return render(request, "games/lobby.html", {"tables": queries.open_tables(request.user)[:MOST], "open_seats": seats})


@signed_in
def new_table(request: HttpRequest, slug: str = "") -> HttpResponse:
    """One form makes a table; with several editions on offer, one is chosen first."""
    editions = on_offer()
    if not slug and len(editions) > 1:
        return render(request, "games/choose_edition.html", {"editions": editions.values()})
    rules = editions.get(slug or next(iter(editions)))
    if rules is None:
        raise Http404
    form = TableForm(rules, request.POST or None, zone=request.user.time_zone)
    if form.is_valid():
        try:
            game = tables.create(request.user, **form.terms())
        except RulesError as refusal:
            form.add_error(None, refusal.text)
        else:
            return redirect("table", game.pk)
    return render(request, "games/new_table.html", {"form": form, "rules": rules}, status=422 if form.is_bound else 200)
