"""Handle links in letters that answer without sign-in, valid until any answer. A GET changes nothing, because machines follow links."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from accounts.models import User
from games.drawing import board_pictures
from games.editions.errors import NotAllowed
from games.engine import Action, Decision, Place, RulesError
from games.engine.play import find_decision
from games.mail import answered, letter_parts
from games.mail.answered import Printed
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_grammar import Line
from games.mail.replies import clock_replies
from games.mail.replies.dry_run import Asked, NotPlayed, coded, run_dry
from games.models import Game, Player
from games.play import acting
from games.play.acting import must_be_sure, warning_of
from games.play.session import Session
from games.queries import table_view
from games.storage import prepared
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress


class Spent(Exception):
    """Raised if a link is no longer valid; the message says why."""


class Changed(Exception):
    """Raised if the questions on a link's page have changed, so that nothing was played."""


@dataclass
class LinkPreview:
    game: Game
    user: User
    told: str = ""
    shows_new: bool = False
    is_up_to_others: bool = False
    warning: str = ""
    board: dict[str, Any] = field(default_factory=dict)


def row_of(key: str) -> ReplyAddress | None:
    """Return the reply address of a link; None for an unknown key."""
    row = reply_addresses.find_by_key(key)
    return row if row and row.purpose in ("game", clock_replies.PURPOSE) else None


def asked_of(row: ReplyAddress) -> User:
    """Return the reader of the letter that contains the link. Raise Spent if the reader's account was deleted."""
    if row.user is None:
        raise Spent("That seat is not yours any more.")
    return row.user


def load_asked(row: ReplyAddress) -> Asked:
    """Lock and load the game. Raise Spent if the game has changed since the letter, or the seat is no longer the reader's."""
    facts: Printed = row.facts
    must_be_seated(row)
    try:
        asked = Asked(Session.load(facts["game"]), facts["seat"], facts)
    except NotAllowed as refusal:
        raise Spent(refusal.text) from None
    if not asked.is_fresh:
        raise Spent("This was answered already, or its time has passed.")
    return asked


# -- a page with every question of the letter ------------------------------------------------------
@transaction.atomic
def open_link(row: ReplyAddress) -> Game:
    """Return the game of a letter. Raise Spent if the letter's question is closed."""
    return load_asked(row).session.game


def as_asked(decisions: Sequence[Decision]) -> str:
    """Return a hash of all questions on a page, which the page's form sends back."""
    return hashlib.sha256("".join(sorted(map(reply_codes.content, decisions))).encode()).hexdigest()[:16]


@transaction.atomic
def play_posted(row: ReplyAddress, action: Action, as_shown: str, is_sure: bool) -> int:
    """Play an answer from a link's page; return the number of the move before the answer. Raise Spent, Changed or RulesError."""
    asked = load_asked(row)
    session, decisions = asked.session, asked.open()
    if as_asked(decisions) != as_shown:
        raise Changed
    is_place = any(isinstance(decision, Place) and decision.name == action.decision for decision in decisions)
    if not is_sure:  # a square needs confirmation, because a link has no undo
        must_be_sure(session, action, always=is_place or asked_of(row).confirm_moves)
    acting.act(session.game.pk, action, session.game.number, "mail")
    return session.game.number


def key_after(row: ReplyAddress, before: int) -> str:
    """Return the key of the page that follows an answer; the page shows the events since move `before` and takes the next answer."""
    user = asked_of(row)
    table = table_view.table(row.facts["game"], user)
    wait = letter_parts.own_wait(table)
    if wait is not None and letter_parts.asks_reader(table, wait):
        new = answered.new_answers(table, wait, user)[0]
    else:
        new = letter_parts.row_about(table.game, row.facts["seat"], None, user)
    new.facts["since"] = before
    new.save(update_fields=["facts"])
    return reply_addresses.link_key(new)


def takes_answer(row: ReplyAddress) -> bool:
    """Return whether a link can accept an answer now; a link without codes may only show the table. Raise Spent if the link has expired."""
    if not row.facts["codes"]:
        must_be_seated(row)
    if not row.facts["wait"]:
        return False
    try:
        open_link(row)
    except Spent:
        if row.facts["codes"]:
            raise
        return False
    return True


def must_be_seated(row: ReplyAddress) -> Player:
    """Return the reader's chair. Raise Spent if the link has expired or the seat is no longer the reader's."""
    if reply_addresses.is_dead(row):
        raise Spent("This link is too old.")
    chair, seat = prepared.chair.first(row.facts["game"], row.user_id), row.facts.get("seat")
    if chair is None or seat not in (None, chair.seat) or not asked_of(row).is_active:
        raise Spent("That seat is not yours any more.")
    return chair


# -- a link to one answer -------------------------------------------------------------------------
@transaction.atomic
def preview_link(row: ReplyAddress, code: str) -> LinkPreview:
    """Return the result of an answer as far as the captain can know it, and store nothing. Raise Spent if the answer is no longer legal."""
    asked = load_asked(row)
    line = order_of_link(asked, code)
    choice = f"{asked.printed['codes'][line.code][3]} {line.args}".strip()
    preview = LinkPreview(asked.session.game, asked_of(row), choice, warning=warning_of_line(asked, line))
    done = run_dry(asked, [line], dry=True)
    if done.problem:
        raise Spent(done.problem.text)
    preview.shows_new = not done.steps
    preview.is_up_to_others = not preview.shows_new and done.steps[-1].is_up_to_others
    required = next((decision for decision in asked.open() if not decision.optional), None)
    preview.board = board_pictures.board(asked.rules, asked.thought.view, asked.names, required)
    return preview


def warning_of_line(asked: Asked, line: Line) -> str:
    """Return the edition's warning about an order; "" if there is no warning or the order is illegal."""
    try:
        action = coded(asked, line)
        decision = find_decision(asked.rules, asked.thought.state, asked.seat, action.decision)
        answer = decision.check(action.answer)
    except (NotPlayed, RulesError):
        return ""
    return warning_of(asked.rules, asked.thought.view, asked.open(), decision, answer)


@transaction.atomic
def play_link(row: ReplyAddress, code: str) -> int:
    """Play a link's answer and return the number of the move before the answer. Raise Spent if the answer is refused."""
    asked = load_asked(row)
    game = asked.session.game
    try:
        acting.act(game.pk, coded(asked, order_of_link(asked, code)), game.number, "mail")
    except (RulesError, NotPlayed) as refusal:
        raise Spent(refusal.text) from None
    return game.number


def asks_for_square(row: ReplyAddress, code: str) -> bool:
    """Return whether a code needs a square or other arguments; the link then opens the page with every question."""
    entry = row.facts["codes"].get(code)
    return bool(entry) and entry[1] is None


def order_of_link(asked: Asked, code: str) -> Line:
    """Return the order of a link: a code, or a code and a square's number. Raise Spent if the letter does not have the code."""
    name, dash, number = code.partition("-")
    entry = asked.printed["codes"].get(name)
    if entry and entry[1] is not None and not dash:
        return Line(code, code, name)
    for decision in asked.open():
        if entry and isinstance(decision, Place) and decision.name == entry[0] and reply_codes.content(decision) == entry[2]:
            squares = {str(index): square for index, square in enumerate(decision.options)}
            if number in squares:
                return Line(code, code, name, squares[number])
    raise Spent("There is no such link in that letter.")


def as_data(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode()
