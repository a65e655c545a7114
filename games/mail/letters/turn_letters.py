"""Write letters about turns and results at the time of sending, from the reader's own view. A writer returns None for outdated news."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import capfirst

from core.plain_text import one_line
from games.agreements import clock_queries
from games.announcements import notices
from games.announcements.notices import PlayedFacts, SeatFacts, TurnFacts, WaitFacts
from games.clocks.paces import HOUR
from games.deadlines import waiting
from games.drawing import board_pictures
from games.kit.svg import Markup
from games.mail import fallback_letters, other_tables
from games.mail import letter_parts as parts
from games.mail.replies import rematch_replies
from games.models import Game, Player, Wait
from games.queries import journal, table_view
from games.queries.results import standings as final_standings
from games.queries.results import winner_sentence
from games.queries.table_view import TableView, goal_of
from games.storage import prepared
from notifications import Letter, unsubscribing
from notifications.inbound import processing, reply_addresses
from notifications.models import LetterIn
from notifications.outbox import is_under_way, was_sent
from notifications.telling import Telling

A_YEAR, A_MINUTE = timedelta(days=365), timedelta(minutes=1)
MOVED_RECENTLY = timedelta(hours=1)
"""The time after a captain's move in which the table's next turn letter is sent without delay."""
REMINDER_GAP = timedelta(hours=1)
"""The minimum time between a turn letter and a reminder, which would otherwise be sent together after a mail outage."""
PLAIN_TURN = "It is your turn. We could not put the question into this letter; you find it at the table."
PLAIN_REMINDER = "It is still your turn. We could not put the question into this letter; you find it at the table."


def board(table: TableView, short: bool = False) -> dict[str, Any]:
    """Return the board as text and as a picture, if the edition draws them; `short` omits explanations for beginners."""
    drawings = board_pictures.board(table.rules, table.view, table.names, parts.required_decision(table), short)
    text = drawings["board_text"]
    brief = one_line(text.partition("\n\n")[0], parts.SENTENCE)
    return drawings | {"board_brief": brief, "board_html": board_html(text, drawings["png"] is not None) if text else ""}


def picture(table: TableView, short: bool = True) -> dict[str, Any]:
    return board(table, short) | {"board_text": "", "board_html": ""}


def scores(table: TableView) -> str:
    """Return all scores and the winning score on one line; "" before there are scores."""
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
    """Return the final standings, best first, and the sentence about the winners. Raise LookupError if the game has not ended."""
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


def due_of(notice: Telling[WaitFacts]) -> datetime | None:
    """Return the deadline for an answer (without clocks, a year after the question); None once the wait is closed."""
    wait = wait_of(notice)
    return (wait.due_at or wait.asked_at + A_YEAR) if wait else None


def asked_beside(notice: Telling[WaitFacts]) -> datetime | None:
    """Return the time at which another table began to wait for the reader; None if no table does, or if the letter must not be delayed."""
    wait = wait_of(notice)
    if wait is None or wait.is_window or not may_have(notice, "waits_elsewhere"):
        return None
    moved_at = prepared.made_at.first(wait.game_id, wait.game.last_moves[wait.seat])
    if wait.asked_at - (moved_at or wait.asked_at) < MOVED_RECENTLY:
        return None
    return min((other.asked_at for other in prepared.waits_elsewhere(notice.reader.pk, wait.game_id)), default=None)


def wait_of(notice: Telling[WaitFacts]) -> Wait | None:
    """Return the open wait of a notice, with the game, and cache the wait on the notice; None if the wait is closed."""
    if not isinstance(notice.asked_for, Wait):
        since = notice.created_at - A_MINUTE
        notice.asked_for = prepared.wait_to_tell.first(notice.facts["wait"], notice.reader.pk, since, timezone.now())
    return notice.asked_for if isinstance(notice.asked_for, Wait) else None


def may_have(notice: Telling, kind: str) -> bool:
    """Return False if the flag `kind` of the loaded wait is off, which saves a query (`prepared.wait_to_tell`)."""
    return bool(getattr(notice.asked_for, kind, True))


@fallback_letters.writes(notices.TURN, about="your turn", role="turn", deadline=due_of, beside=asked_beside, plain=PLAIN_TURN)
def write_turn(notice: Telling[TurnFacts]) -> Letter | None:
    """Return a letter that says it is the reader's turn; None if a receipt has already asked the question."""
    wait = wait_of(notice)
    if wait is not None and wait.is_window:
        return write_window(notice, wait)
    if was_asked_in_a_receipt(notice):
        return None
    first = most_urgent(notice)
    if first is not None and (letter := letter_about_wait(first, "letters/turn", "It is your turn.", board, asks_all=True)):
        return letter
    return letter_about_wait(notice, "letters/turn", "It is your turn.", board, asks_all=True)


def most_urgent(notice: Telling[TurnFacts]) -> Telling[TurnFacts] | None:
    """Return the notice of the reader's most urgent question at another table; None if this notice is the most urgent."""
    wait = wait_of(notice)
    if wait is None or not may_have(notice, "waits_elsewhere"):
        return None
    first = prepared.waits_elsewhere.first(notice.reader.pk, wait.game_id)
    if first is None or first.due_at is None or first.game.is_too_new or (wait.due_at and wait.due_at <= first.due_at):
        return None
    facts = notice.facts | {"game": first.game_id, "seat": first.seat, "wait": first.pk}
    return replace(notice, facts=facts, asked_for=None)


def write_window(notice: Telling[TurnFacts], wait: Wait) -> Letter | None:
    """Return a letter about an open reaction window, whatever the captain's standing orders; None once the window is closed."""
    table = own_table(wait.game, notice)
    if not table or table.window is None or table.window.pk != wait.pk or not table.decisions:
        return None
    until = parts.deadline_words(wait.due_at, notice.reader)
    words = table.rules.window_words
    line = f"{capfirst(words.open)} until {until['when']}; then {words.then}."
    context: dict[str, Any] = {
        "brief": f"{capfirst(words.answered)} may be {words.done}.",
        "is_about": f"{words.verb} it?",
        "line": line,
        "until": until,
        "question": table.rules.ask(table.decisions[0], table.names),
        **parts.possible_answers(table, notice.reader),
    }
    return parts.letter("letters/window", notice, table, context | common_facts(table, notice))


def was_asked_in_a_receipt(notice: Telling[WaitFacts]) -> bool:
    """Return whether a receipt has already asked the question: bots play at once, so a receipt may include the next turn."""
    if not may_have(notice, "has_receipts"):
        return False
    lately = reply_addresses.receipts_since(notice.reader.pk, "game", notice.created_at - A_MINUTE)
    keys = {facts.get("receipt") for facts in lately if facts.get("wait") == notice.facts["wait"]} - {None, ""}
    return any(was_sent(key, notice.created_at) for key in keys)


@fallback_letters.writes(notices.REMINDER, "reminders", about="reminder", role="reminder", deadline=due_of, plain=PLAIN_REMINDER)
def write_reminder(notice: Telling[TurnFacts]) -> Letter | None:
    """Return a reminder that time is running out; None if the turn letter was sent within REMINDER_GAP."""
    if was_sent(f"turn:{notice.facts['wait']}", timezone.now() - REMINDER_GAP):
        return None
    return letter_about_wait(notice, "letters/reminder", "It is still waiting for you, and time is running out.", picture)


def letter_about_wait(
    notice: Telling[WaitFacts], template: str, brief: str, draw: Callable[..., dict[str, Any]] = picture, **more: Any
) -> Letter | None:
    """Return a letter about an open wait; None if the wait is closed or the seat is no longer the reader's."""
    wait = wait_of(notice)
    table = own_table(wait.game, notice) if wait else None
    if wait is None or table is None or table.seat != wait.seat:
        return None
    decision, now = parts.required_decision(table), parts.own_wait(table)
    if decision is None or now is None or now.pk != wait.pk:  # another notice is about the current question
        return None
    context: dict[str, Any] = {"brief": brief} | more
    if decision.reaction:
        context["is_about"] = "a question for you"
    context |= parts.question_facts(table, decision, notice.reader) | parts.possible_answers(table, notice.reader)
    context |= common_facts(table, notice, draw)
    if notice.kind != notices.TURN and was_told(wait, notice):
        context |= {"happened": [], "answered": [], "leaves": [], "said": [], "scores": ""}
    return parts.letter(template, notice, table, context)


def was_told(wait: Wait, notice: Telling[WaitFacts]) -> bool:
    """Return whether a letter has already asked the wait's question and reported the events before the question."""
    asked = reply_addresses.receipts_since(notice.reader.pk, "game", wait.asked_at - A_MINUTE)
    keys = [facts["receipt"] for facts in asked if facts.get("wait") == wait.pk and facts.get("receipt")]
    return any(was_sent(key, wait.asked_at) for key in (f"turn:{wait.pk}", *keys))


@fallback_letters.writes(notices.PLAYED, about="played for you", plain="Your time ran out, so we played for you. The table shows what.")
def write_played(notice: Telling[PlayedFacts]) -> Letter | None:
    table = own_table(notice.facts["game"], notice)
    if not table or table.seat is None:
        return None
    context: dict[str, Any] = {
        "brief": "Your time ran out, so we played for you.",
        "waits_again": bool(table.due),
        "reaction": notice.facts.get("reaction", False),
        "helmsman": notice.facts.get("helmsman", False),
        **parts.time_left(table, notice.reader),
    }
    is_away = table.players[table.seat].mode == Player.Mode.AWAY and not context["sleeps"]
    context["away"] = waiting.AWAY_ALLOWANCE // HOUR if is_away else 0
    goes_on = "No captain is there, so the game stands still." if context["sleeps"] else "The game goes on."
    context["line"] = f"Your time ran out, so we played for you. {goes_on}"
    return parts.letter("letters/played", notice, table, context | common_facts(table, notice))


@fallback_letters.writes(notices.OVER, "results", about="result", plain="The game is over. The table shows how it ended.")
def write_over(notice: Telling[SeatFacts]) -> Letter | None:
    """Return a letter about the end of the game, with winners and standings; None if the receipt for the last move reports the end."""
    table = own_table(notice.facts["game"], notice)
    if not table or table.game.outcome is None or was_told_in_a_receipt(table, notice):
        return None
    return end_letter(table, notice)


def was_told_in_a_receipt(table: TableView, notice: Telling) -> bool:
    """Return whether the reader's own letter ended the game, and the receipt was sent or is about to be sent."""
    last = next(iter(journal.moves_for(table.game, table.seat, table.game.number - 1)), None)
    if last is None or last.seat != table.seat or last.by != "mail":
        return False
    ended = LetterIn.objects.filter(user=notice.user, facts__game=table.game.pk, state=LetterIn.State.APPLIED).order_by("-pk").first()
    if ended is None or ended.reason != "played" or ended.facts.get("along") or unsubscribing.is_stopped(notice, "receipts"):
        return False
    return is_under_way(processing.receipt_key(ended))


def end_letter(table: TableView, notice: Telling, **more: Any) -> Letter:
    """Return the letter about the end of the game; `more` holds the results of the reader's own letter, if that ended the game."""
    ending = standings(table)
    context = {"brief": "The game is over.", "line": f"The game is over. {ending['verdict']}", "is_about": "result"} | more
    context["ending"] = one_line(journal.ending(table.game, table.seat, table.names), parts.SENTENCE)
    context |= ending | rematch_replies.offered(table, notice.reader) | common_facts(table, notice, picture)
    if more:
        context["happened"] = []
    return parts.letter("letters/over", notice, table, context | {"scores": ""})


@fallback_letters.writes(notices.STUCK, about="stopped")
def write_stuck(notice: Telling[SeatFacts]) -> Letter | None:
    """Return a letter that says a fault stopped the game. Do not read the game's state, which may be broken."""
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.STUCK).first()
    if game is None:
        return None
    table = TableView.of_nobody(game)
    line = "It has stopped because of a fault on our side. Nothing is lost, and you need do nothing."
    return parts.letter("letters/stuck", notice, table, {"link": parts.table_link(game), "line": line})


def own_table(game_or_id: Game | int, notice: Telling) -> TableView | None:
    """Return the reader's view of a table; None if the table was deleted."""
    game = prepared.game_row.first(game_or_id) if isinstance(game_or_id, int) else game_or_id
    return table_view.table(game, notice.reader) if game else None


def common_facts(table: TableView, notice: Telling, draw: Callable[..., dict[str, Any]] = board) -> dict[str, Any]:
    user, away = notice.reader, clock_queries.absences_of_others(table) if may_have(notice, "has_leaves") else []
    is_new = parts.is_new(table)
    moments = [(name, *(parts.deadline_words(moment, user)["when"] for moment in (row.begin, row.end))) for name, row in away]
    return {
        "leaves": moments,
        "is_first": table.seat is not None and not table.game.last_moves[table.seat],
        "dropped": table.dropped,
        "link": parts.table_link(table.game),
        "orders_first": parts.orders_first(table),
        "orders_link": parts.site_link("orders", table.game.pk),
        "said": parts.chat_lines(table) if may_have(notice, "has_talk") else [],
        "others": other_tables.other_games(table.game, notice) if may_have(notice, "waits_elsewhere") else [],
        **parts.newest_sentences(table, journal.since(table)),
        "is_new": is_new,
        "scores": scores(table),
        **draw(table, short=not is_new),
    }
