"""The codes that one letter or page prints for its answers, stored with the address that takes them."""

from dataclasses import replace
from typing import Any

from django.conf import settings

from accounts.models import User
from games.engine import Place
from games.mail.answered import Printed
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_codes import Entry
from games.models import Wait
from games.play.confirming import warning_of
from games.queries.table_view import TableView
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress


def new_answers(table: TableView, wait: Wait, user: User, receipt: str = "") -> tuple[ReplyAddress, list[Entry]]:
    """Return a new address for answers to what the reader is asked now, and its codes."""
    game, where = table.game, reply_codes.position(table.game, wait)
    entries = [warned(table, entry) for entry in reply_codes.entries(table.rules, table.decisions, table.names, where)]
    codes = {entry.code: entry.to_json() for entry in entries}
    facts = Printed(game=game.pk, seat=wait.seat, wait=wait.pk, where=where, receipt=receipt, codes=codes)
    return reply_addresses.new_row(user, "game", facts), entries


def warned(table: TableView, entry: Entry) -> Entry:
    """Return the entry with the edition's warning before its answer; squares have theirs on the page of their link."""
    decision = next(asked for asked in table.decisions if asked.name == entry.decision)
    if entry.option is None or isinstance(decision, Place):
        return entry
    warning = warning_of(table.rules, table.view, table.decisions, decision, decision.check(entry.option))
    return replace(entry, warning=warning) if warning else entry


def number_tables(row: ReplyAddress | None, others: list[dict[str, Any]]) -> None:
    """Number the tables that one reply may answer, from 2 on, and store what each number means with the address of the letter."""
    printed: list[Printed] = [other.pop("printed") for other in others if "printed" in other]
    if row is None or not printed or not settings.REPLY_DOMAIN:
        return
    for number, other in enumerate((other for other in others if "question" in other), 2):
        other["number"] = number
    row.facts["others"] = printed
    reply_addresses.store_facts(row)
