"""Write receipts for letters: the orders played, the events that followed, and the next question."""

from collections import deque
from dataclasses import replace
from typing import Any

from django.db import transaction

from core.plain_text import one_line
from games.editions.errors import NotAllowed, StalePage
from games.engine import Decision, Place
from games.mail import fallback_letters, other_tables
from games.mail import letter_parts as parts
from games.mail.answered import HELD, Answered, ReceiptFacts, answered_letter
from games.mail.grammar.reply_grammar import Line
from games.mail.letters.turn_letters import board, end_letter, own_table, picture
from games.mail.replies import one_word, rematch_replies
from games.mail.replies.dry_run import Asked, run_dry
from games.mail.replies.turn_replies import read_reply
from games.play.order_log import ANSWERED_BY_ORDERS
from games.play.session import Session
from games.queries import journal
from games.queries.table_view import TableView
from notifications import KindName, Letter
from notifications.inbound import LetterFacts, reads
from notifications.models import LetterIn
from notifications.telling import Telling

DEAD = {
    "revoked": "That letter no longer works, because your password or address has changed since.",
    "expired": "That letter is too old to be answered.",
    "used-up": "That letter has been answered twenty times. Please answer our newest one.",
}

RECEIPT = KindName[LetterFacts]("receipt")
reads("game", receipt=RECEIPT, held=HELD)(read_reply)


UNWRITTEN = "You wrote to us. We could not put our answer into this letter; the table shows how it stands."


@fallback_letters.writes(RECEIPT, "receipts", again=False, role="answer", plain=UNWRITTEN)
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    """Return the receipt for one of the reader's letters; if the game is over, return the letter about the end of the game."""
    about = answered_letter(notice)
    table = own_table(about.game, notice) if about else None
    if about is None or table is None or table.view is None:
        return None
    if table.game.outcome is not None and about.letter.reason in ("played", "board") and not about.letter.facts.get("along"):
        played = moves_in_words(table, about.letter.facts)[0] if about.letter.reason == "played" else []
        return end_letter(table, notice, played=played, in_reply_to=about.letter.message_id)
    return parts.letter("letters/receipt", notice, table, receipt_facts(table, about, notice))


@fallback_letters.writes(rematch_replies.RECEIPT, "receipts", again=False, role="now")
def write_rematch_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    """Return the receipt for an answer to the letter about the end of a game; for “board”, return the letter about the end again."""
    about = answered_letter(notice)
    if about is not None and about.letter.reason == "board":
        return write_receipt(notice)
    return one_word.receipt(notice, "The table’s page has a button for a rematch.", rematch_replies.newest_table)


def receipt_facts(table: TableView, about: Answered, notice: Telling) -> dict[str, Any]:
    facts: ReceiptFacts = about.letter.facts
    game, user = table.game, notice.reader
    decision = parts.required_decision(table)
    context = {
        "link": parts.table_link(game), "others": other_tables.other_games(game, notice), "in_reply_to": about.letter.message_id,
        "tried": facts.get("tried", []), "rest": one_line(facts.get("rest", ""), 120), "taken_back": facts.get("taken_back", ""),
        "own": facts.get("said", "") if facts.get("word") == "own" and not facts.get("problem") else "",
        "problem": facts.get("problem") or DEAD.get(facts.get("dead", ""), ""), "word": facts.get("word", ""),
        "is_new": parts.is_new(table),
        "law": facts.get("law", ""), "law_link": parts.law_link(game, facts.get("law", "")),
        "read": [one_line(line, 60) for line in facts.get("quoted", [])],
        **parts.possible_answers(table, user, receipt=notice.key),
    }  # fmt: skip
    if decision is not None:
        context |= parts.question_facts(table, decision, user) | {"is_about": "your turn"}
    context["along"] = [receipt for receipt in (other_receipt(facts, notice) for facts in facts.get("along", [])) if receipt]
    entries = (entry for entry, *_ in context.get("entries", ()))
    context["again"] = next((entry for entry in entries if (entry.decision, entry.option) == tuple(facts.get("again") or ())), None)
    if facts.get("played"):
        played, later = moves_in_words(table, facts)
        context |= {"played": played, **parts.newest_sentences(table, later)}
    return context | receipt_board(table, about, decision)


def receipt_board(table: TableView, about: Answered, decision: Decision | None) -> dict[str, Any]:
    """Return the board for a receipt: in full for “board”, with text if a square is asked for, else a picture; {} without a question."""
    word = about.letter.facts.get("word", "")
    if word == "board":
        return board(table)
    if tried := board_tried(table, about):
        return tried
    if decision is None or word:
        return {}
    return board(table, short=True) if isinstance(decision, Place) else picture(table)


def moves_in_words(table: TableView, facts: ReceiptFacts) -> tuple[list[str], list[journal.SeenMove]]:
    """Return (sentences about the moves of a letter, moves with later events). A move without a sentence is shown by its answer."""
    answers, own_sentences = deque(facts.get("played", [])), list[str]()
    later: list[journal.SeenMove] = []
    for move in journal.moves_for(table.game, table.seat, facts["before"]):
        if move.seat != table.seat or move.by != "mail" or not answers:
            later.append(move)
            continue
        own_part, *rest = journal.parts_of_turns(move)
        if own_part.seat is None:
            own_part, rest = replace(move, events=[]), [own_part, *rest]
        sentences = journal.sentences(table.rules, own_part, table.names, table.seat, (ANSWERED_BY_ORDERS,))
        answer = answers.popleft()
        own_sentences += [one_line(line, parts.SENTENCE) for line in sentences or [answer]]
        later += [replace(move, events=[event for event in move.events if event["name"] == ANSWERED_BY_ORDERS]), *rest]
    return own_sentences + list(answers), later


def other_receipt(facts: ReceiptFacts, notice: Telling) -> dict[str, Any]:
    """Return the results of the same letter at another table; {} if the table was deleted."""
    table = own_table(facts["game"], notice)
    if table is None or table.view is None:
        return {}
    played, later = moves_in_words(table, facts) if facts.get("played") else ([], [])
    return {
        "name": f"{one_line(table.game.name)} ({table.game.which})", "link": parts.own_page(table.game, notice.reader),
        "happened": [*played, *parts.newest_sentences(table, later)["happened"]],
        "tried": facts.get("tried", []),
        "problem": facts.get("problem", ""), "rest": one_line(facts.get("rest", ""), 120), "taken_back": facts.get("taken_back", ""),
    }  # fmt: skip


@transaction.atomic
def board_tried(table: TableView, about: Answered) -> dict[str, Any]:
    """Return the board after a dry run, with only what the reader can know; {} if the table has changed since the dry run."""
    facts: ReceiptFacts = about.letter.facts
    game, seat = table.game, table.seat
    if seat is None or not facts.get("lines") or game.number != facts["before"]:
        return {}
    try:
        asked = Asked(Session.load(game.pk, facts["before"]), seat, about.printed)
    except (NotAllowed, StalePage):  # since the table was read, a captain moved or the game ended
        return {}
    run_dry(asked, [Line(**line) for line in facts["lines"]], dry=True)
    return {"tried_board": True, **board(replace(table, view=asked.thought.view, decisions=asked.open()), short=True)}


@fallback_letters.writes(HELD, "receipts", about="to confirm", again=False, role="now")
def write_held(notice: Telling[LetterFacts]) -> Letter | None:
    about = answered_letter(notice, state=LetterIn.State.HELD)
    if about is None:
        return None
    context = {"link": parts.site_link("held_letter", about.letter.pk), "why_held": why_held(about.letter)}
    return parts.letter("letters/held", notice, TableView.of_nobody(about.game), context)


def why_held(held: LetterIn) -> str:
    why = {
        "absent": "it looks like a note that you are away",
        "other-sender": "it came from another address than yours",
        "always-held": "you want to confirm each one yourself",
    }
    return why.get(held.reason, "we could not prove that it came from you")
