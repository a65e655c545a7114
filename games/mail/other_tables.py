"""List the other tables that wait for the reader of a letter, each with a question and a link to the answer page."""

from typing import Any

from core.plain_text import one_line
from games.engine import Choose, Decision, Place
from games.engine.ruleset import TooNew
from games.mail import answered
from games.mail import letter_parts as parts
from games.mail.grammar import square_runs
from games.mail.grammar.reply_codes import SINGLE
from games.models import Game, Wait
from games.queries import table_view
from games.queries.table_view import TableView
from games.storage import prepared
from notifications.telling import Telling

MAX_ASKED = 10
"""The maximum number of other tables whose questions a letter prints; the letter only links the rest."""


def other_games(game: Game, notice: Telling) -> list[dict[str, Any]]:
    waits = prepared.waits_elsewhere(notice.reader.pk, game.pk)
    return [about(wait, notice, is_asked=count < MAX_ASKED) for count, wait in enumerate(waits)]


def about(wait: Wait, notice: Telling, is_asked: bool) -> dict[str, Any]:
    """Return the facts of a game that waits for the reader, with the question if `is_asked`."""
    named = {
        "game": wait.game,
        "name": f"{one_line(wait.game.name)} ({wait.game.which})",
        "until": parts.deadline_words(wait.next_at if wait.overdue_at else wait.due_at, notice.reader),
    }
    asked = question_at(wait, notice) if is_asked else {}
    return named | (asked or {"answer_link": parts.answer_page(parts.row_about(wait.game, wait.seat, wait, notice.reader))})


def question_at(wait: Wait, notice: Telling) -> dict[str, Any]:
    """Return the question at another table, the answer page's URL, and facts for the reply address; {} without a question."""
    try:
        table = table_view.table(wait.game_id, notice.reader)
    except TooNew:
        return {}
    now = parts.own_wait(table)
    if now is None or now.pk != wait.pk or not parts.asks_reader(table, now):
        return {}
    decision = parts.required_decision(table) or table.decisions[0]
    row, _ = answered.new_answers(table, now, notice.reader)
    return {
        "question": table.rules.ask(decision, table.names), **how_to_answer(table, decision),
        "answer_link": parts.answer_page(row), "printed": row.facts | {"codes": {}},
    }  # fmt: skip


def how_to_answer(table: TableView, decision: Decision) -> dict[str, Any]:
    """Return an example of an answer in words, and all choices; {} if the question cannot be answered in words."""
    options = decision.options if isinstance(decision, Choose) else ()
    if isinstance(decision, Place) and options:
        return {"example": options[0], "choices": square_runs.in_short(tuple(options))}
    labels = [table.rules.label(decision, option, table.names) for option in options]
    return {"example": labels[0], "choices": ", ".join(labels)} if 0 < len(labels) <= SINGLE else {}
