"""Store the questions printed in a letter about a game, and look up the questions that an incoming letter answers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, NotRequired, TypedDict

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.engine import Place
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_codes import Entry
from games.mail.grammar.reply_grammar import first_lines
from games.models import Game, Wait
from games.play.acting import warning_of
from games.queries.table_view import TableView
from games.storage import prepared
from notifications import KindName
from notifications.inbound import LetterFacts, Verdict, limits, processing, reply_addresses
from notifications.models import LetterIn, ReplyAddress
from notifications.telling import Telling

HELD = KindName[LetterFacts]("held")
"""The kind of notice that asks the sender of a letter to a game to confirm the letter."""


class Printed(TypedDict):
    """The questions that a letter printed, stored with the letter's reply address.

    `codes` maps each code to a decision, option, content and label; `others` lists the letter's other tables, numbered from 2.
    `since` is the number of the last move before an answer. `seat` is missing before the game begins.
    """

    game: int
    seat: NotRequired[int]
    wait: int
    where: str
    codes: dict[str, list[Any]]
    receipt: NotRequired[str]
    others: NotRequired[list["Printed"]]
    since: NotRequired[int]


class ReceiptFacts(TypedDict, total=False):
    """The content of a receipt, stored with the incoming letter that the receipt answers.

    `before` is the number of the last move before the answer, `shows` names the sections to print, `along` holds other tables' facts.
    """

    game: int
    seat: int
    before: int
    played: list[str]
    tried: list[str]
    lines: list[dict[str, Any]]
    rest: str
    taken_back: str
    problem: str
    law: str
    again: Sequence[str | None] | None
    word: str
    quoted: list[str]
    dead: str
    said: str
    shows: list[str]
    along: list["ReceiptFacts"]


class Answered(NamedTuple):
    letter: LetterIn
    game: Game
    printed: Printed


def answered_letter(notice: Telling[LetterFacts], state: str = "") -> Answered | None:
    """Return the incoming letter of a notice; None if the letter or the game was deleted, or if the letter is no longer in `state`."""
    letter = processing.with_address.first(notice.facts["letter"])
    if letter is None or letter.address is None or (state and letter.state != state):
        return None
    printed = letter.address.facts
    about = letter.facts.get("game", printed["game"])
    printed = next((table for table in printed.get("others", []) if table["game"] == about), printed)
    game = prepared.game_row.first(about)
    return Answered(letter, game, printed) if game else None


def new_answers(table: TableView, wait: Wait, user: User, receipt: str = "") -> tuple[ReplyAddress, list[Entry]]:
    """Return a new reply address for the reader's open questions, and an entry with a code for each possible answer."""
    game, where = table.game, reply_codes.position(table.game, wait)
    entries = [warned(table, entry) for entry in reply_codes.entries(table.rules, table.decisions, table.names, where)]
    codes = {entry.code: entry.to_json() for entry in entries}
    facts = Printed(game=game.pk, seat=wait.seat, wait=wait.pk, where=where, receipt=receipt, codes=codes)
    return reply_addresses.new_row(user, "game", facts), entries


def warned(table: TableView, entry: Entry) -> Entry:
    """Return the entry with the edition's warning about the answer, if any. A warning about a square is on the page that the link opens."""
    decision = next(asked for asked in table.decisions if asked.name == entry.decision)
    if entry.option is None or isinstance(decision, Place):
        return entry
    warning = warning_of(table.rules, table.view, table.decisions, decision, decision.check(entry.option))
    return replace(entry, warning=warning) if warning else entry


def number_tables(row: ReplyAddress | None, other_tables: list[dict[str, Any]]) -> None:
    """Number the other tables from 2, and store their questions with the letter's reply address."""
    printed: list[Printed] = [table.pop("printed") for table in other_tables if "printed" in table]
    if row is None or not printed or not settings.REPLY_DOMAIN:
        return
    for number, table in enumerate((table for table in other_tables if "question" in table), 2):
        table["number"] = number
    row.facts["others"] = printed
    row.save(update_fields=["facts"])


def refuse_letter(letter: LetterIn, reason: str, facts: ReceiptFacts, text: str) -> Verdict:
    """Refuse a letter, with a receipt that quotes it. Send no receipt for a repeated unread letter, which may come from a machine."""
    earlier = limits.told_refusals(letter).filter(reason="unread", ended_at__gt=timezone.now() - limits.UNREAD_EVERY)
    if reason == "unread" and earlier.exists():
        return Verdict(LetterIn.State.REFUSED, reason)
    return Verdict(LetterIn.State.REFUSED, reason, facts | {"quoted": beginning(text)})


def beginning(text: str) -> list[str]:
    return [line.strip()[:120] for line in first_lines(text, 3)]
