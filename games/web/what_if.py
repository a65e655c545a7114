"""The page "What if?", on which a player continues the game hypothetically."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.editions import guard
from games.editions.errors import NotAllowed
from games.formats.notation.words import LONGEST_LINE, typed
from games.models import Game
from games.play import lessons
from games.play.hypothetical import WhatIf
from games.queries.journal import SeenMove
from games.queries.table_view import TableView
from games.storage import prepared
from games.tables.posted import read_action, read_seen, single_value
from games.web import news, parts, table
from games.web.common import OwnRequest, PageRequest, attempt_at, own_player, signed_in, visible_game
from games.web.questions import questions


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def what_if_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show the reader's hypothetical position; on POST answer, go one step back, or deal again."""
    player, game = own_player(request, pk), visible_game(request, pk)
    if game.status != Game.Status.RUNNING or lessons.course(game, player.seat) or player.resigned:
        if request.method != "POST":
            return redirect("table", pk)
        raise Http404
    names, problem, status = [captain.name for captain in prepared.seated([game.pk])], "", 200
    try:
        with guard.lawfully(game.rules, "what if"):
            thought = WhatIf(game, request.user.pk, player.seat_number, names)
        if request.method == "POST":
            problem, status = attempt_at(game, lambda: change(request, thought))
            if not (problem or request.htmx):
                return redirect(f"{reverse('what_if', args=[pk])}#asked")
        with guard.lawfully(game.rules, "what if"):
            context = what_if_context(request, thought) | {"problem": problem}
    except NotAllowed as refusal:
        messages.info(request, refusal.text)
        return redirect("table", pk)
    if request.htmx and not problem and request.POST.keys() & {"decision", "line"}:
        move = SeenMove(thought.count, thought.seat, "", None, "player", timezone.now(), thought.seen)
        context["scenes"] = news.scenes_as_json(thought.rules, context["view"], [move], thought.names, thought.seat)
    return parts.show(request, "games/what_if.html", context, status, "games/table/what_if.html")


def change(request: PageRequest, thought: WhatIf) -> None:
    """Carry out the posted button once. Raise RulesError, without any change, if it is refused."""
    if read_seen(request.POST) == thought.count:  # else the button was pressed twice
        with guard.lawfully(thought.rules, "what if"):
            think(request, thought)


def think(request: PageRequest, thought: WhatIf) -> None:
    """Go one step back, deal again, or answer. Raise RulesError if that is refused."""
    if "back" in request.POST:
        thought.back()
    elif "anew" in request.POST:
        thought.begin(thought.deal + 1)
    elif "line" in request.POST:
        decisions = [decision for decision in thought.rules.decisions(thought.state) if decision.seat == thought.seat]
        thought.answer(typed(thought.rules, decisions, single_value(request.POST, "line", LONGEST_LINE), thought.names))
    else:
        thought.answer(read_action(request.POST, thought.seat)[0])


def what_if_context(request: PageRequest, thought: WhatIf) -> dict[str, Any]:
    """Return the context of the hypothetical position, with the same keys as the page of a table."""
    rules, state, names, seat = thought.rules, thought.state, thought.names, thought.seat
    outcome = rules.outcome(state)
    asked = [] if outcome else [asked_questions for asked_questions in rules.decisions(state) if asked_questions.seat == seat]
    seen = TableView(thought.game, rules, seat, [], names, thought.count, view=rules.view(state, seat), decisions=asked)
    asked_questions = questions(seen)
    drawn = table.ruleset_parts(seen, asked_questions, thought.shown)
    return seen.context() | {
        **table.sorted_questions(asked_questions, drawn), **drawn,
        "thought": thought, "asks_at": reverse("what_if", args=[thought.game.pk]), "round": rules.turn(state)[0],
        "scores": sorted(zip(rules.scores(state), names, strict=True), reverse=True) if outcome else [],
    }  # fmt: skip
