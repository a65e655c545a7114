"""The endpoints of the API. Each calls a function that the pages use, too."""

from typing import Any

from django.http import Http404
from ninja import Router

from games.api import shapes
from games.editions.errors import NotAllowed
from games.engine import Action, RulesError
from games.engine.facts import freeze
from games.models import Game
from games.play import acting, lessons
from games.play.acting import take_back
from games.queries import journal, lists, table_view
from games.storage import prepared
from games.tables import chat

router = Router()
MOST_MOVES = 200
ALWAYS = dict.fromkeys((400, 401, 422, 429, 503), shapes.Refusal)
"""The errors of every request: not JSON, no key, an invalid value, too many requests, and not now."""
REFUSED = {**ALWAYS, 404: shapes.Refusal, 409: shapes.Refusal}


def visible(request: Any, pk: int) -> Game:
    game = lists.visible_game(request.auth, pk)
    if game is None:
        raise Http404
    return game


def as_seen(request: Any, pk: int) -> dict[str, Any]:
    seen = table_view.table(visible(request, pk), request.auth)
    course = lessons.course_at(seen.game, seen.seat, seen.decisions)
    seen.decisions = lessons.open_decisions(course, seen.decisions)
    return shapes.table_data(seen)


def own_seat(request: Any, pk: int) -> tuple[Game, int]:
    """Return the table and the caller's seat. Raise DoesNotExist without a chair there, and NotAllowed before the game begins."""
    player = prepared.chair.get(pk, request.auth.pk)
    if player.seat is None:
        raise NotAllowed("not-begun", "That game has not begun.")
    return player.game, player.seat


@router.get(
    "/games",
    response={200: list[shapes.Listed], **ALWAYS},
    summary="Your tables, the most urgent first",
    operation_id="games_api_tables_mine",
)
def my_tables(request: Any, waiting: bool = False) -> list[dict[str, Any]]:
    games = lists.my_games(request.auth)
    return [shapes.listed_data(listed) for listed in games if listed.is_waiting or not waiting]


@router.get(
    "/games/{int:pk}",
    response={200: shapes.Table, **REFUSED},
    summary="One table, as you may see it",
    operation_id="games_api_tables_one",
)
def get_table(request: Any, pk: int) -> dict[str, Any]:
    return as_seen(request, pk)


@router.get("/games/{int:pk}/moves", response={200: list[shapes.Told], **REFUSED}, summary="What happened, from a move on")
def moves(request: Any, pk: int, after: int = -1) -> list[dict[str, Any]]:
    """Return up to 200 moves after number `after`, in words."""
    seen = table_view.table(visible(request, pk), request.auth)
    after = min(max(after, -1), seen.number)
    return [shapes.move_data(*row) for row in journal.journal(seen.game, seen.seat, after, seen.names, MOST_MOVES)]


@router.post("/games/{int:pk}/moves", response={200: shapes.Table, **REFUSED}, summary="Answer a question")
def move(request: Any, pk: int, posted: shapes.Answer) -> dict[str, Any]:
    """Play an answer. Sent twice, it is played once."""
    game, seat = own_seat(request, pk)
    action = Action(seat, posted.decision, freeze(posted.answer))
    lessons.keep_to(game, action)
    try:
        acting.act(pk, action, posted.seen)
    except RulesError:
        if not acting.is_played_already(pk, action, posted.seen):
            raise
    return as_seen(request, pk)


@router.post("/games/{int:pk}/undo", response={200: shapes.Table, **REFUSED}, summary="Take back what you chose last")
def undo(request: Any, pk: int, posted: shapes.Seen) -> dict[str, Any]:
    _, seat = own_seat(request, pk)
    take_back(pk, seat, posted.seen)
    return as_seen(request, pk)


@router.get("/games/{int:pk}/talk", response={200: list[shapes.Line], **REFUSED}, summary="What was said at the table")
def talk(request: Any, pk: int) -> list[dict[str, Any]]:
    lines = journal.chat(visible(request, pk), request.auth.pk)
    return [shapes.chat_line_data(line) for line in lines if not line.is_hidden and line.text]


@router.post("/games/{int:pk}/talk", response={200: shapes.Line, **REFUSED}, summary="Say something", operation_id="games_api_tables_say")
def post_chat(request: Any, pk: int, posted: shapes.Words) -> dict[str, Any]:
    return shapes.chat_line_data(chat.post_line(pk, request.auth, posted.text))
