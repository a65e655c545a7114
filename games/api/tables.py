"""The requests of the API. Each is one call of a function that the pages use too."""

from typing import Any

from django.http import Http404
from ninja import Router

from games.api import shapes
from games.editions.errors import NotAllowed
from games.engine import Action, RulesError
from games.engine.facts import freeze
from games.models import Game
from games.play import acting, lessons
from games.play.undo import take_back
from games.queries import journal, lists, table_view
from games.storage import prepared
from games.tables import chat

router = Router()
MOST_MOVES = 200
ALWAYS = dict.fromkeys((400, 401, 422, 429, 503), shapes.Refusal)
"""What any request may be answered with: no JSON, no key, a malformed value, too many, and not now."""
REFUSED = {**ALWAYS, 404: shapes.Refusal, 409: shapes.Refusal}


def visible(request: Any, pk: int) -> Game:
    game = lists.visible_game(request.auth, pk)
    if game is None:
        raise Http404
    return game


def as_seen(request: Any, pk: int) -> dict[str, Any]:
    found = table_view.table(visible(request, pk), request.auth)
    course = lessons.course_at(found.game, found.seat, found.decisions)
    found.decisions = lessons.open_decisions(course, found.decisions)
    return shapes.table_data(found)


def own_seat(request: Any, pk: int) -> tuple[Game, int]:
    """Return the table and one's seat. Raises DoesNotExist if one does not sit there, NotAllowed before the game has begun."""
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
    found = lists.my_games(request.auth)
    return [shapes.listed_data(own) for own in found if own.is_waiting or not waiting]


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
    """Up to 200 moves after number `after`, in words."""
    found = table_view.table(visible(request, pk), request.auth)
    after = min(max(after, -1), found.number)
    return [shapes.move_data(*row) for row in journal.journal(found.game, found.seat, after, found.names, MOST_MOVES)]


@router.post("/games/{int:pk}/moves", response={200: shapes.Table, **REFUSED}, summary="Answer a question")
def move(request: Any, pk: int, said: shapes.Answer) -> dict[str, Any]:
    """Sent twice, it is played once."""
    game, seat = own_seat(request, pk)
    action = Action(seat, said.decision, freeze(said.answer))
    lessons.keep_to(game, action)
    try:
        acting.act(pk, action, said.seen)
    except RulesError:
        if not acting.is_played_already(pk, action, said.seen):
            raise
    return as_seen(request, pk)


@router.post("/games/{int:pk}/undo", response={200: shapes.Table, **REFUSED}, summary="Take back what you chose last")
def undo(request: Any, pk: int, said: shapes.Seen) -> dict[str, Any]:
    _, seat = own_seat(request, pk)
    take_back(pk, seat, said.seen)
    return as_seen(request, pk)


@router.get("/games/{int:pk}/talk", response={200: list[shapes.Line], **REFUSED}, summary="What was said at the table")
def talk(request: Any, pk: int) -> list[dict[str, Any]]:
    lines = journal.chat(visible(request, pk), request.auth.pk)
    return [shapes.chat_line_data(said) for said in lines if not said.is_hidden and said.text]


@router.post("/games/{int:pk}/talk", response={200: shapes.Line, **REFUSED}, summary="Say something", operation_id="games_api_tables_say")
def post_chat(request: Any, pk: int, said: shapes.Words) -> dict[str, Any]:
    return shapes.chat_line_data(chat.post_line(pk, request.auth, said.text))
