"""Boards, scores and standings in letters about games."""

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string

from core.plain_text import one_line
from games.drawing import board_pictures
from games.kit.svg import Markup
from games.mail.letter_parts import SENTENCE, required_decision
from games.queries.standings import standings as final_standings
from games.queries.standings import winner_sentence
from games.queries.table_view import TableView, goal_of


def board(table: TableView, short: bool = False) -> dict[str, Any]:
    """Return the board as text and picture, as far as the edition draws them; `short` omits explanations for beginners."""
    drawings = board_pictures.board(table.rules, table.view, table.names, required_decision(table), short)
    text = drawings["board_text"]
    brief = one_line(text.partition("\n\n")[0], SENTENCE)
    return drawings | {"board_brief": brief, "board_html": board_html(text, drawings["png"] is not None) if text else ""}


def picture(table: TableView, short: bool = True) -> dict[str, Any]:
    return board(table, short) | {"board_text": "", "board_html": ""}


def scores(table: TableView) -> str:
    """Return all scores and the winning score on one line; "" before there are any."""
    if len(table.scores) != len(table.names):
        return ""
    labels = ["You" if seat == table.seat else one_line(name) for seat, name in enumerate(table.names)]
    goal = goal_of(table)
    lines = [f"{name} {score}" for name, score in zip(labels, table.scores, strict=True)]
    return " · ".join([*lines, f"goal {goal}"] if goal else lines)


@lru_cache(maxsize=200)
def board_html(text: str, has_picture: bool) -> Markup:
    return Markup(render_to_string("letters/board.html", {"text": text, "has_picture": has_picture}))


def standings(table: TableView) -> dict[str, Any]:
    """Return the final standings, best first, and the sentence about the winners. Raise LookupError before the end."""
    outcome = table.game.outcome
    if outcome is None:
        raise LookupError(f"game {table.game.pk} has not ended")
    lines = final_standings(table.game, table.names, table.seat)
    won = [line.seats for line in lines if set(line.seats) & set(outcome.winners)]
    return {
        "standings": [
            {"place": line.place, "name": line.name, "counted": table.rules.counted(line.score), "mine": table.seat in line.seats}
            for line in lines
        ],
        "verdict": winner_sentence(won, table.names, table.seat),
    }
