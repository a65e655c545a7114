"""The table of a running game: the one place that draws it, and everything a player can do there."""

from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import get_text_list
from django.views.decorators.http import require_POST, require_safe

from games.clock_overview import clock_queries
from games.clock_overview.terms_sentences import terms_of
from games.editions import guard
from games.editions.parts import face_of
from games.engine import Action, Place
from games.formats.notation.typed import LONGEST, typed
from games.forms.posted import TalkForm, malformed, read_action, read_seen, single_value
from games.hooks import arrangers
from games.mail import letter_parts
from games.models import Game, Player
from games.play import acting, lessons
from games.play.session import AtHand
from games.play.undo import take_back
from games.queries import journal, table_view
from games.queries.journal import SeenLine
from games.queries.table_view import TableView
from games.storage import prepared
from games.tables import chat, notes
from games.tables.chat import MOST
from games.timeouts import timeout_preview
from games.web import clock, first_orders, parts, room_page
from games.web.common import attempt, attempt_at, own_player, page_or_part, signed_in, visible_game
from games.web.news import news
from games.web.parts import parts_of
from games.web.questions import Question, questions
from games.web.requests import OwnRequest, PageRequest
from notifications import presence


@require_safe
def table_page(request: PageRequest, pk: int) -> HttpResponse:
    """The table as it is now, before or after the first move."""
    game = visible_game(request, pk)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return room_page.show(request, game)
    if request.htmx and "room" in request.GET:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})  # replace the page of the chairs by that of the board
    return show(request, game)


def show(request: PageRequest, game: Game, problem: str = "", status: int = 200, at_hand: AtHand | None = None) -> HttpResponse:
    """Render the page, or its live part; `at_hand` is what a move has just stored."""
    presence.mark_looking(request.user, f"game:{game.pk}")
    seen = table_view.table(game, request.user, at_hand)
    context = table_context(request, seen) | {"problem": problem, "kept": refused_input(request) if problem else {}}
    if request.method == "GET" and not request.htmx:  # parts that do not change during play
        context |= clock_queries.of_chairs(seen, request.user)
    if seen.seat is not None and request.user.is_authenticated and not request.htmx:
        context["notes"] = notes.notes_of(game.pk, request.user)
    for question in (*context["required"], *context["offers"]):
        question.refused = context["kept"].get("answer", "") if question.name == context["kept"].get("decision") else ""
    clock.mark_waits_seen(request, seen.waits, seen.seat)
    return parts.show(request, page_or_part(request, "games/table.html", "live"), context, status=status)


def refused_input(request: PageRequest) -> dict[str, str]:
    """Return the fields of a refused form, so that nobody has to type them again."""
    return {field: request.POST.get(field, "")[:MOST] for field in ("decision", "answer", "line", "text")}


def table_context(request: PageRequest, seen: TableView) -> dict[str, Any]:
    """Return everything the page of a table shows."""
    game = seen.game
    course = lessons.course(game, seen.seat)
    seen.decisions = lessons.open_decisions(course, seen.decisions)
    asked = questions(seen)
    found = news(seen)
    lines = journal.chat(game, request.user.pk)
    required = [question for question in asked if not question.decision.optional]
    drawn = ruleset_parts(seen, asked, found.shown)
    again = game.status == Game.Status.OVER and seen.seat is not None
    return seen.context() | sorted_questions(asked, drawn) | {
        "first_orders": first_orders.asked_again(game, request.user) if again else {},
        "orders_first": letter_parts.orders_first(seen),
        "course": course, "asks_at": reverse("move", args=[game.pk]), "news": found,
        "if_not": timeout_preview.sentence(seen, required[0].decision) if seen.due and required else "",
        "waiting_for": waiting_for(seen), "elsewhere": 0 if required else games_waiting_elsewhere(request, game),
        "terms": terms_of(game), **clock_queries.time_of(seen),
        "chat": by_speaker(lines), "silence": chat.silence_of(seen.me.user) if seen.seat is not None and seen.me and seen.me.user else "",
        "own_lines": sum(line.user_id == request.user.pk for line in lines),
        "arranged": arrangers.part_of(game), "outcome": outcome(seen), "winners": winners(seen), **drawn,
    }  # fmt: skip


def by_speaker(lines: list[SeenLine]) -> list[list[SeenLine]]:
    """Return each line alone, but successive lines of a player whom the reader blocks together."""
    runs = groupby(lines, key=lambda line: (line.user_id, 0) if line.is_hidden else (None, line.pk))
    return [list(run) for _, run in runs]


def sorted_questions(asked: list[Question], parts: dict[str, Any]) -> dict[str, list[Question]]:
    """Sort questions into required, optional ("offers") and single buttons ("small"); leave out offers that the chart shows."""
    small, large = ([question for question in asked if question.is_small == is_small] for is_small in (True, False))
    offers = [question for question in large if question.decision.optional and question.name not in parts.get("on_chart", ())]
    return {"small": small, "required": [question for question in large if not question.decision.optional], "offers": offers}


def waiting_for(seen: TableView) -> list[tuple[str, Any]]:
    """Return (name, due) of everyone else the game waits for."""
    return [(seen.names[wait.seat], wait.due_at) for wait in seen.waits if wait.seat != seen.seat]


def games_waiting_elsewhere(request: PageRequest, game: Game) -> int:
    """Return how many other games wait for the reader."""
    return sum(pk != game.pk for pk in prepared.games_waiting(request.user.pk)) if request.user.is_authenticated else 0


def outcome(seen: TableView) -> list[tuple[int, str, int, bool]]:
    """Return (place, name, points, is it the reader) of everyone, best first, once the game is over."""
    ended = seen.game.outcome
    if ended is None:
        return []
    rows = zip(ended.places, seen.names, ended.scores, range(len(ended.places)), strict=True)
    return [(place, name, score, seat == seen.seat) for place, name, score, seat in sorted(rows)]


def winners(seen: TableView) -> str:
    """Return how the game ended in the edition's words, or who won if it has none."""
    game, seat, names = seen.game, seen.seat, seen.names
    if game.outcome is None or not game.outcome.winners:
        return ""
    if told := journal.ending(game, seat, names):
        return told
    won = ["You" if winner == seat else names[winner] for winner in game.outcome.winners]
    return f"{get_text_list(won, 'and')} won the game."


def ruleset_parts(seen: TableView, asked: list[Question], shown: list[dict]) -> dict[str, Any]:
    """Return what only this edition can draw: its board (with the places to choose), hands and possessions."""
    rules, view, names = seen.rules, seen.view, seen.names
    on_board = next((question for question in asked if isinstance(question.decision, Place)), None)
    drawn = on_board or next((question for question in asked if not question.decision.optional), None)
    found: dict[str, Any] = {"on_board": on_board} | parts_of(rules, view, names, drawn.decision if drawn else None, shown)
    for question in asked:
        question.markup = guard.serve(rules, "drawing", "", face_of(rules).ask, question.decision, view, names)
    return found


@signed_in
@require_POST
def move(request: OwnRequest, pk: int) -> HttpResponse:
    """Play one answer to one decision. Pressed twice, it is played once."""
    player = own_player(request, pk)
    asked: list[Any] = []
    played: list[Any] = []

    def act() -> None:
        asked.extend(posted_action(request, player))
        played.append(acting.act_and_keep(pk, *asked))

    problem, status = attempt_at(player.game, act)
    if played and request.htmx and played[0].at_hand:
        return show(request, played[0].move.game, at_hand=played[0].at_hand)
    if status == 409 and asked and acting.is_played_already(pk, *asked):
        problem, status = "", 200
    return after_change(request, pk, problem, status)


def posted_action(request: PageRequest, player: Player) -> tuple[Action, int]:
    """Return the action that was clicked or typed, and the number of its page. Raises RulesError."""
    seat = seat_of(player)
    if "line" in request.POST:
        found = table_view.table(player.game, request.user)
        action = typed(found.rules, found.decisions, single_value(request.POST, "line", LONGEST), found.names)
        seen = read_seen(request.POST)
    else:
        action, seen = read_action(request.POST, seat)
    lessons.keep_to(lessons.course(player.game, seat), action)
    return action, seen


@signed_in
@require_POST
def undo(request: OwnRequest, pk: int) -> HttpResponse:
    player = own_player(request, pk)
    return after_change(request, pk, *attempt(lambda: take_back(pk, seat_of(player), read_seen(request.POST))))


@signed_in
@require_POST
def resign(request: OwnRequest, pk: int) -> HttpResponse:
    """Leave a running game for good; the form asks for a tick first."""
    player = own_player(request, pk)
    if request.POST.get("sure") != "yes":
        return after_change(request, pk, "Tick the box if you are sure: giving up cannot be taken back.", 422)
    return after_change(request, pk, *attempt(lambda: acting.resign(pk, seat_of(player))))


def seat_of(player: Player) -> int:
    """Return the player's seat. Raises IllegalAction before the game has begun."""
    if player.seat is None:
        raise malformed()
    return player.seat


@signed_in
@require_POST
def post_chat(request: OwnRequest, pk: int) -> HttpResponse:
    """Post a line of talk."""
    own_player(request, pk)
    form = TalkForm(request.POST)
    if not form.is_valid():
        return after_change(request, pk, str(form.errors["text"][0]), 422)
    return after_change(request, pk, *attempt(chat.post_line, pk, request.user, form.cleaned_data["text"]))


def after_change(request: PageRequest, pk: int, problem: str, status: int) -> HttpResponse:
    """Return the part for htmx; redirect without it, so that a reload repeats nothing."""
    game = visible_game(request, pk)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return room_page.show(request, game, problem, status) if problem else redirect("table", pk)
    if problem or request.htmx:
        return show(request, game, problem, status)
    return redirect("table", pk)
