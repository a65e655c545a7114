"""A player's aids at a table: hints, the page “What if?”, and the captain's ledger and notes, which the table page also loads on demand."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.editions import guard
from games.editions.errors import NotAllowed
from games.formats.notation.words import LONGEST_LINE, typed
from games.history import ledger
from games.models import Game
from games.play import hints, lessons
from games.play.hypothetical import WhatIf
from games.queries import past, table_view
from games.queries.journal import SeenMove
from games.storage import prepared
from games.tables import chat
from games.tables.posted import read_action, read_seen, single_value
from games.web import news, parts, table
from games.web.common import OwnRequest, PageRequest, attempt, attempt_at, own_player, page_or_part, signed_in, visible_game
from games.web.questions import questions


@signed_in
@require_safe
def hint_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show the hints for the reader's open question. Raise Http404 for readers without a seat, and at tables with several humans."""
    own_player(request, pk)
    game = visible_game(request, pk)
    seen = table_view.table(game, request.user)
    if seen.seat is None or seen.view is None or not hints.are_allowed(game, seen.players, seen.seat):
        raise Http404
    offered = hints.hints(game, seen.seat, seen.view, seen.decisions, seen.names) if seen.decisions else []
    context = {"game": game, "number": seen.number, "is_asked": bool(seen.decisions), "hints": [(hint, fields(hint)) for hint in offered]}
    return render(request, page_or_part(request, "hint"), context)


def fields(hint: hints.Hint) -> list[tuple[str, Any]]:
    answer = hint.action.answer
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        return [(name, item) for name, pile in zip(("give", "take"), answer, strict=True) for item in pile]
    return [("answer", item) for item in answer] if isinstance(answer, tuple) else [("answer", answer)]


@signed_in
@require_safe
def ledger_page(request: OwnRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show what the reader knows, now or after move `number`. Raise Http404 for readers without a seat at the table."""
    own_player(request, pk)
    game = visible_game(request, pk)
    if game.public is None or not ledger.has_ledger(game):
        raise Http404
    if number is not None and number > game.number:
        return redirect("ledger", pk)
    seen = table_view.table(game, request.user)
    if seen.seat is None:
        raise Http404
    shown_number = seen.number if number is None else number
    view = seen.view if number is None else past.view_at(game, seen.seat, shown_number)
    sections = ledger.ledger(game, seen.seat, view, seen.names, shown_number)
    context = {"game": game, "number": shown_number, "is_past": number is not None, "sections": sections}
    return render(request, page_or_part(request, "ledger"), context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def notes_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show or save the reader's notes. Raise Http404 for readers without a seat at the table."""
    own_player(request, pk)
    game, problem, status, written = visible_game(request, pk), "", 200, ""
    if request.method == "POST":
        written = request.POST.get("notes", "")[: 2 * chat.MAX_NOTES_LENGTH]
        problem, status = attempt(lambda: chat.save_notes(pk, request.user, single_value(request.POST, "notes", 2 * chat.MAX_NOTES_LENGTH)))
        if not (problem or request.htmx):
            return redirect(f"{reverse('table', args=[pk])}#notes")
    context = {"game": game, "notes": written if problem else chat.notes_of(pk, request.user), "notes_problem": problem, "is_open": True}
    context["is_kept"] = request.method == "POST" and not problem
    return render(request, page_or_part(request, "notes"), context, status=status)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def what_if_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show the reader's hypothetical position. On POST, answer its question, go one step back, or deal again."""
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
    """Carry out the posted button once. If it is refused, change nothing and raise RulesError."""
    if read_seen(request.POST) == thought.count:  # skip a button that was pressed twice
        with guard.lawfully(thought.rules, "what if"):
            think(request, thought)


def think(request: PageRequest, thought: WhatIf) -> None:
    """Go one step back, deal again, or answer, as posted. Raise RulesError if the step is refused."""
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
    """Return the context of the hypothetical position, with the same keys as the context of a table's page."""
    rules, state, names, seat = thought.rules, thought.state, thought.names, thought.seat
    outcome = rules.outcome(state)
    asked = [] if outcome else [asked_questions for asked_questions in rules.decisions(state) if asked_questions.seat == seat]
    seen = table_view.TableView(thought.game, rules, seat, [], names, thought.count, view=rules.view(state, seat), decisions=asked)
    asked_questions = questions(seen)
    drawn = table.ruleset_parts(seen, asked_questions, thought.shown)
    return seen.context() | {
        **table.sorted_questions(asked_questions, drawn), **drawn,
        "thought": thought, "asks_at": reverse("what_if", args=[thought.game.pk]), "round": rules.turn(state)[0],
        "scores": sorted(zip(rules.scores(state), names, strict=True), reverse=True) if outcome else [],
    }  # fmt: skip
