"""The reply codes that a letter or page prints, stored with the address that takes the answers."""

from dataclasses import replace
from typing import Any

from django.conf import settings

from accounts.models import User
from games.engine import Place
from games.mail.answered import Printed
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_codes import Entry
from games.models import Wait
from games.play.acting import warning_of
from games.queries.table_view import TableView
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress


def new_answers(table: TableView, wait: Wait, user: User, receipt: str = "") -> tuple[ReplyAddress, list[Entry]]:
    """Return a new reply address for the reader's present questions, and its codes."""
    game, where = table.game, reply_codes.position(table.game, wait)
    entries = [warned(table, entry) for entry in reply_codes.entries(table.rules, table.decisions, table.names, where)]
    codes = {entry.code: entry.to_json() for entry in entries}
    facts = Printed(game=game.pk, seat=wait.seat, wait=wait.pk, where=where, receipt=receipt, codes=codes)
    return reply_addresses.new_row(user, "game", facts), entries


def warned(table: TableView, entry: Entry) -> Entry:
    """Return the entry with the edition's warning about its answer. Warnings about squares stand on the page of their link."""
    decision = next(asked for asked in table.decisions if asked.name == entry.decision)
    if entry.option is None or isinstance(decision, Place):
        return entry
    warning = warning_of(table.rules, table.view, table.decisions, decision, decision.check(entry.option))
    return replace(entry, warning=warning) if warning else entry


def number_tables(row: ReplyAddress | None, other_tables: list[dict[str, Any]]) -> None:
    """Number the other tables from 2, and store the meaning of each number with the letter's reply address."""
    printed: list[Printed] = [table.pop("printed") for table in other_tables if "printed" in table]
    if row is None or not printed or not settings.REPLY_DOMAIN:
        return
    for number, table in enumerate((table for table in other_tables if "question" in table), 2):
        table["number"] = number
    row.facts["others"] = printed
    reply_addresses.store_facts(row)
