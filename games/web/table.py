"""The table of a running game: its page, and all actions of a player on it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import get_text_list
from django.views.decorators.http import require_safe

from accounts.models import User, Visitor
from games.agreements import clock_queries
from games.agreements.clock_sentences import terms_of
from games.announcements import arrangers
from games.editions import cards, guard
from games.engine import Action, Place
from games.formats.notation.words import LONGEST_LINE, typed
from games.history.ledger import has_ledger
from games.kit.parts import face_of
from games.mail import letter_parts
from games.models import Game, Player
from games.play import acting, hints, lessons
from games.play.session import Session
from games.queries import journal, table_view
from games.queries.results import standings
from games.queries.table_view import TableView
from games.tables import chat
from games.tables.posted import TalkForm, malformed, read_action, read_seen, single_value
from games.timeouts import expiring, seats
from games.web import clock, orders, parts, room_page, sharing
from games.web.common import OwnRequest, PageRequest, attempt, attempt_at, by_button, games_waiting, own_player, signed_in, visible_game
from games.web.news import news, since_page
from games.web.parts import DrawnParts, add_former_names, parts_of, scoreboard
from games.web.questions import Question, questions
from games.web.talk import beside_of_page, note_as_read, spectators_context, talk_context
from notifications import presence


@require_safe
def table_page(request: PageRequest, pk: int) -> HttpResponse:
    game = visible_game(request, pk)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return room_page.show(request, game)
    if request.htmx and "room" in request.GET:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})  # reload: the board replaces the chairs
    return show(request, game)


def show(
    request: PageRequest,
    game: Game,
    problem: str = "",
    status: int = 200,
    stored: Session | None = None,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    """Render the page, or its live part for htmx. `stored` is the session of a move saved just now; `more` is further context."""
    presence.mark_looking(request.user, f"game:{game.pk}")
    seen = table_view.table(game, request.user, stored)
    context = table_context(request, seen) | {"problem": problem, "kept": refused_input(request) if problem else {}} | (more or {})
    if not request.user.is_authenticated:
        context["shared"] = sharing.of_game(game)
    if request.method == "GET" and not request.htmx:  # parts that do not change during play
        context |= clock_queries.of_chairs(seen, request.user)
    if seen.seat is not None and request.user.is_authenticated and not request.htmx:
        context |= {"notes": chat.notes_of(game.pk, request.user), "has_ledger": has_ledger(game)}
    if request.htmx:
        context["scenes"] = since_page(request, seen, context["news"].moves)
    for question in (*context["required"], *context["offers"]):
        question.refused = context["kept"].get("answer", "") if question.name == context["kept"].get("decision") else ""
    clock.mark_waits_seen(request, seen.waits, seen.seat)
    context["beside"] = beside_of_page(context, len(seen.players))
    note_as_read(seen.me, context)
    return parts.show(request, "games/table.html", context, status, "games/table/live.html")


def refused_input(request: PageRequest) -> dict[str, str]:
    """Return the fields of a refused form, so that the page can show them again."""
    return {field: request.POST.get(field, "")[: chat.MAX_LINE_LENGTH] for field in ("decision", "answer", "line", "text")}


def table_context(request: PageRequest, seen: TableView) -> dict[str, Any]:
    game = seen.game
    course = lessons.course_at(game, seen.seat, seen.decisions)
    seen.decisions = lessons.open_decisions(course, seen.decisions)
    asked = questions(seen)
    recent = news(seen)
    required = [question for question in asked if not question.decision.optional]
    drawn, arranged = ruleset_parts(seen, asked, recent.shown), arrangers.part_of(game)
    add_former_names(drawn.get("captains"), seen.players)
    again = game.status == Game.Status.OVER and seen.seat is not None
    return seen.context() | {
        "first_orders": orders.asked_again(game, request.user) if again else {},
        "may_hint": hints.are_allowed(game, seen.players, seen.seat),
        "orders_first": letter_parts.orders_first(seen),
        "course": course, "asks_at": reverse("move", args=[game.pk]), "news": recent,
        "prepared_for": cards.card_of_lesson(game.rules, course.lesson) if course and not course.step else None,
        "if_not": expiring.timeout_sentence(seen, required[0].decision) if seen.due and required else "",
        "waiting_for": waiting_for(seen), "elsewhere": 0 if required else sum(pk != game.pk for pk in games_waiting(request)),
        "terms": terms_of(game), "company": company(seen, request.user), **clock_queries.time_of(seen),
        **talk_context(game, request.user, seen.seat is not None), **spectators_context(game, request.user, seen.players),
        "arranged": arranged, "links": links(seen, arranged, bool(course)),
        "outcome": outcome(seen), "winners": winners(seen), **sorted_questions(asked, drawn), **drawn,
        "scoreboard": scoreboard(seen, drawn.get("captains")),
    }  # fmt: skip


def sorted_questions(asked: list[Question], parts: DrawnParts) -> dict[str, list[Question]]:
    """Sort questions into required questions, optional questions ("offers") that are not on the chart, and single buttons ("small")."""
    small, large = ([question for question in asked if question.is_small == is_small] for is_small in (True, False))
    offers = [question for question in large if question.decision.optional and question.name not in parts.get("on_chart", ())]
    return {"small": small, "required": [question for question in large if not question.decision.optional], "offers": offers}


def waiting_for(seen: TableView) -> list[tuple[str, datetime | None]]:
    """Return (name, deadline) for each other captain for whom the game waits."""
    return [(seen.names[wait.seat], wait.due_at) for wait in seen.waits if wait.seat != seen.seat]


def links(seen: TableView, arranged: arrangers.Part | None, is_lesson: bool) -> dict[str, Any]:
    """Return the values for the links at the top of the page."""
    is_seated, orders = seen.seat is not None, "Standing orders" if seen.rules.orders else "While away"
    return {
        "pk": seen.game.pk, "arranged": arranged and [arranged.link, arranged.words], "is_seated": is_seated,
        "orders": orders if is_seated and seen.game.outcome is None else "",
        "may_think": is_seated and seen.game.status == Game.Status.RUNNING and not is_lesson,
    }  # fmt: skip


def company(seen: TableView, reader: Visitor) -> list[tuple[int | None, str, bool]]:
    """Return (user id for a link to the profile or None, name, whether it is a bot) for each player."""
    who = [player.user_id if reader.is_authenticated and player.user_id != reader.pk else None for player in seen.players]
    return [(pk, player.name, bool(player.bot)) for pk, player in zip(who, seen.players, strict=True)]


def outcome(seen: TableView) -> list[tuple[int, str, int, bool]]:
    """Return (place, name, points, whether it is the reader) for each player or team, best first, or [] before the end."""
    return [(place, name, score, seen.seat in seats) for place, name, score, seats in standings(seen.game, seen.names, seen.seat)]


def winners(seen: TableView) -> str:
    """Return the end of the game in the edition's words, or else a sentence with the winners, or "" if nobody has won."""
    game, seat, names = seen.game, seen.seat, seen.names
    if game.outcome is None or not game.outcome.winners:
        return ""
    if ending := journal.ending(game, seat, names):
        return ending
    won = ["You" if winner == seat else names[winner] for winner in game.outcome.winners]
    return f"{get_text_list(won, 'and')} won the game."


def ruleset_parts(seen: TableView, asked: list[Question], shown: list[dict[str, Any]]) -> DrawnParts:
    """Return the parts that the edition draws: hands, possessions, and the board with the places to choose from."""
    rules, view, names = seen.rules, seen.view, seen.names
    on_board = next((question for question in asked if isinstance(question.decision, Place)), None)
    drawn = on_board or next((question for question in asked if not question.decision.optional), None)
    parts = parts_of(rules, view, names, drawn.decision if drawn else None, shown, on_board)
    for question in asked:
        if isinstance(question.decision, Place) and question is not parts["on_board"]:
            continue  # the question itself lists the places if the board does not show them
        question.markup = guard.serve(rules, "drawing", "", face_of(rules).ask, question.decision, view, names)
    return parts


@by_button
@signed_in
def move(request: OwnRequest, pk: int) -> HttpResponse:
    """Play one answer to one decision. Pressing the button twice plays the answer once."""
    player = own_player(request, pk)
    asked: list[Any] = []
    sessions: list[Session] = []

    def act() -> None:
        asked.extend(posted_action(request, player))
        action, seen = asked
        is_sure = request.POST.get("sure") == "yes" or lessons.is_led(player.game, action.seat)
        check = None if is_sure else partial(acting.must_be_sure, action=action, always=request.user.confirm_moves)
        sessions.append(acting.act_in_session(pk, action, seen, check=check)[1])

    try:
        problem, status = attempt_at(player.game, act)
    except acting.Unconfirmed as choice:
        return ask_again(request, player.game, choice)
    if sessions and request.htmx and not sessions[0].waits_for_bots:
        return show(request, sessions[0].game, stored=sessions[0])
    if problem and asked and acting.is_played_already(pk, *asked):
        problem, status = "", 200
    return after_change(request, pk, problem, status)


def ask_again(request: OwnRequest, game: Game, choice: acting.Unconfirmed) -> HttpResponse:
    """Ask the reader to confirm a move, in a box over the page. The form of the box sends the same fields again."""
    fields = [(name, value) for name, values in request.POST.lists() for value in values if name != "csrfmiddlewaretoken"]
    context = {"choice": choice, "fields": fields, "asks_at": reverse("move", args=[game.pk]), "back": reverse("table", args=[game.pk])}
    if not request.htmx:
        return show(request, visible_game(request, game.pk), more=context)
    headers = {"HX-Retarget": "#confirm", "HX-Reswap": "innerHTML"}
    return HttpResponse(render_to_string("games/table/confirm.html", context, request), headers=headers)


def posted_action(request: PageRequest, player: Player) -> tuple[Action, int]:
    """Return the clicked or typed action, and the newest move on the reader's page. Raise RulesError for an invalid form."""
    seat = seat_of(player)
    if "line" in request.POST:
        seen_table = table_view.table(player.game, request.user)
        action = typed(seen_table.rules, seen_table.decisions, single_value(request.POST, "line", LONGEST_LINE), seen_table.names)
        seen = read_seen(request.POST)
    else:
        action, seen = read_action(request.POST, seat)
    lessons.keep_to(player.game, action)
    return action, seen


@by_button
@signed_in
def undo(request: OwnRequest, pk: int) -> HttpResponse:
    """Undo the reader's newest move. Pressing the button twice undoes only one move."""
    player = own_player(request, pk)
    problem, status = attempt(lambda: acting.take_back(pk, seat_of(player), read_seen(request.POST)))
    if status == 409 and acting.is_taken_back_already(pk, seat_of(player), read_seen(request.POST)):
        problem, status = "", 200
    return after_change(request, pk, problem, status)


@by_button
@signed_in
def resign(request: OwnRequest, pk: int) -> HttpResponse:
    """Resign from a running game, if the form confirms the resignation."""
    player = own_player(request, pk)
    if player.resigned:
        return after_change(request, pk, "", 200)  # the button was pressed twice
    if request.POST.get("sure") != "yes":
        return after_change(request, pk, "Tick the box if you are sure: giving up cannot be taken back.", 422)
    return after_change(request, pk, *attempt(lambda: seats.resign(pk, seat_of(player))))


def seat_of(player: Player) -> int:
    """Return the player's seat. Raise IllegalAction if the game has not begun."""
    if player.seat is None:
        raise malformed()
    return player.seat


@by_button
@signed_in
def post_chat(request: OwnRequest, pk: int) -> HttpResponse:
    own_player(request, pk)
    return post(request, pk, chat.post_line)


@by_button
@signed_in
def post_as_spectator(request: OwnRequest, pk: int) -> HttpResponse:
    visible_game(request, pk)
    return post(request, pk, chat.post_as_spectator)


def post(request: OwnRequest, pk: int, into: Callable[[int, User, str], object]) -> HttpResponse:
    form = TalkForm(request.POST)
    if not form.is_valid():
        return after_change(request, pk, str(form.errors["text"][0]), 422)
    return after_change(request, pk, *attempt(into, pk, request.user, form.cleaned_data["text"]))


def after_change(request: PageRequest, pk: int, problem: str, status: int) -> HttpResponse:
    """Send the live part of the page for htmx. Otherwise redirect, so that a reload does not repeat the change."""
    game = visible_game(request, pk)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return room_page.show(request, game, problem, status) if problem else redirect("table", pk)
    if problem or request.htmx:
        return show(request, game, problem, status)
    return redirect("table", pk)
