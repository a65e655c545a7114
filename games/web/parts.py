"""Parts of a page that an edition draws, with plain versions for failures, and the scores beside the board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Required

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html

from games.drawing import board_pictures
from games.editions import guard
from games.engine import Decision, Ruleset
from games.engine.ruleset import View
from games.kit.page import PageParts
from games.kit.parts import face_of
from games.models import Player
from games.queries.table_view import TableView, goal_of
from games.web.common import PageRequest, games_waiting
from games.web.questions import Question

NO_BOARD = "The chart cannot be drawn just now. The game goes on; those who run the site are told."
SCOREBOARD_FIELDS = ("name", "mark", "colour", "mine", "on_turn", "gone")


class DrawnParts(PageParts, total=False):
    """Parts drawn by an edition, and the URLs of its stylesheets. `on_board` is the question that a click on the board answers, if any."""

    stylesheets: Required[Sequence[str]]
    on_board: Question | None


def parts_of(
    rules: Ruleset,
    view: View,
    names: Sequence[str],
    decision: Decision | None,
    events: Iterable[dict[str, Any]],
    on_board: Question | None = None,
) -> DrawnParts:
    """Return the board, hands and possessions as the edition draws them, or a text board if the edition has no drawing."""
    face = face_of(rules)
    if face.parts is None:
        return plain(rules, view, names, format_html('<pre tabindex="0">{}</pre>', board_pictures.text(rules, view, names)))
    drawn: PageParts | None = guard.serve(rules, "drawing", None, face.parts, view, names, decision, events)
    return {**drawn, "stylesheets": face.styles, "on_board": on_board} if drawn else plain(rules, view, names)


def plain(rules: Ruleset, view: View, names: Sequence[str], board: str = "") -> DrawnParts:
    return {
        "stylesheets": face_of(rules).styles,
        "board": board or format_html('<p class="problem">{}</p>', NO_BOARD),
        "text_board": "" if board else board_pictures.text(rules, view, names),
        "on_board": None, "on_chart": (), "hand": "", "faces": [], "possessions": "",
    }  # fmt: skip


def show(request: PageRequest, page: str, context: dict[str, Any], status: int = 200, part: str = "") -> HttpResponse:
    """Render the page, or only `part` for htmx. If a template or drawing of the edition fails, use the plain parts."""
    rules, context = context["rules"], context | {"games_waiting": len(games_waiting(request))}
    response = guard.serve(rules, "page", None, drawn, request, page, context, status, part)
    if response is not None:
        return response
    for question in (*context.get("required", ()), *context.get("offers", ()), *context.get("small", ())):
        question.templates, question.markup = question.templates[-2:], ""
    return drawn(request, page, context | plain(rules, context["view"], context["names"]), status, part)


def drawn(request: PageRequest, page: str, context: dict[str, Any], status: int, part: str) -> HttpResponse:
    if not (part and request.htmx):
        return render(request, page, context, status=status)
    return HttpResponse(render_to_string(part, context, request), status=status)


def scoreboard(seen: TableView, captains: Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """Return the score of each seat with facts about its captain, from the edition if it has them, or [] before the game begins."""
    shown = list(captains or ())
    for seat in range(0 if shown else len(seen.scores)):
        mine, on_turn = seat == seen.seat, seat == seen.game.turn
        shown.append({"name": seen.names[seat], "mark": seat + 1, "colour": None, "mine": mine, "on_turn": on_turn, "gone": False})
    if not shown:
        return []
    goal = goal_of(seen)
    shared = {"goal": seen.rules.counted(goal) if goal and isinstance(goal, int) else goal or ""}
    return [
        {key: captain[key] for key in SCOREBOARD_FIELDS} | shared | {"score": score}
        for captain, score in zip(shown, seen.scores, strict=False)
    ]


def add_former_names(captains: Iterable[dict[str, Any]] | None, players: Iterable[Player]) -> None:
    """Add the former name of each recently renamed captain to the facts about that captain."""
    for captain, player in zip(captains or (), players, strict=False):
        if player.formerly:
            captain["formerly"] = player.formerly
