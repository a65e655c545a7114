"""Links in letters that answer without signing in: a GET changes nothing, since machines follow links; a POST plays.

The key in the link names the row of one letter: a person, a seat, a wait, and the captain's position in it. So it is good for
the questions of that position only, and for nothing once any answer was given in any way.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction

from accounts.models import User
from games.drawing import board_pictures
from games.engine import Action, Decision, Place, RulesError
from games.engine.play import find_decision
from games.errors import NotAllowed
from games.mail import letter_parts, printed_codes
from games.mail.answered import Printed
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_grammar import Line
from games.mail.replies import clock_replies
from games.mail.replies.dry_run import Asked, NotPlayed, coded, run_dry
from games.models import Game, Player
from games.play import acting
from games.play.confirming import must_be_sure, warning_of
from games.play.session import Session
from games.queries import table_view
from games.storage import prepared
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress


class Spent(Exception):
    """The link is no longer valid; its text says why."""


class Changed(Exception):
    """The page of the link asks something else by now, so nothing was played."""


@dataclass
class Looked:
    """What the page of a link to one answer shows."""

    game: Game
    user: User
    told: str = ""
    shows_new: bool = False
    is_up_to_others: bool = False
    warning: str = ""
    board: dict = field(default_factory=dict)


def row_of(key: str) -> ReplyAddress | None:
    """Return the row of a link, or None if we never made such a key."""
    row = reply_addresses.find_by_key(key)
    return row if row and row.purpose in ("game", clock_replies.PURPOSE) else None


def asked_of(row: ReplyAddress) -> User:
    """Return the reader of the letter that has this link. Raises Spent."""
    if row.user is None:
        raise Spent("That seat is not yours any more.")
    return row.user


def load_asked(row: ReplyAddress) -> Asked:
    """Lock and load the game, unchanged since the letter. Raises Spent."""
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
    """Return the game of a letter whose question still waits. Raises Spent."""
    return load_asked(row).session.game


def as_asked(decisions: Sequence[Decision]) -> str:
    """Return a hash of everything a page asks, which its form sends back."""
    return hashlib.sha256("".join(sorted(map(reply_codes.content, decisions))).encode()).hexdigest()[:16]


@transaction.atomic
def play_posted(row: ReplyAddress, action: Action, as_shown: str, is_sure: bool) -> int:
    """Play an answer from the page of a link and return the move before it. Raises Spent, Changed, Unconfirmed and RulesError.

    A link has no undo, so a square is always confirmed.
    """
    asked = load_asked(row)
    session, decisions = asked.session, asked.open()
    if as_asked(decisions) != as_shown:
        raise Changed
    is_place = any(isinstance(decision, Place) and decision.name == action.decision for decision in decisions)
    if not is_sure:
        must_be_sure(session, action, always=is_place or asked_of(row).confirm_moves)
    acting.act(session.game.pk, action, session.game.number, "mail")
    return session.game.number


def key_after(row: ReplyAddress, before: int) -> str:
    """Return a new key for the page after an answer: it tells what happened since the move `before`, and takes what is asked next."""
    user = asked_of(row)
    table = table_view.table(row.facts["game"], user)
    wait = letter_parts.own_wait(table)
    if wait is not None and letter_parts.asks_reader(table, wait):
        new = printed_codes.new_answers(table, wait, user)[0]
    else:
        new = letter_parts.row_about(table.game, row.facts["seat"], None, user)
    new.facts["since"] = before
    reply_addresses.store_facts(new)
    return reply_addresses.link_key(new)


def takes_answer(row: ReplyAddress) -> bool:
    """Return whether the key of this row takes an answer now, else it shows the table. Raises Spent.

    The key of a letter that printed no answers goes on to show the table.
    """
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
    """Return the chair of a row that only shows the table or takes orders. Raises Spent."""
    if reply_addresses.is_dead(row):
        raise Spent("This link is too old.")
    chair, seat = prepared.chair.first(row.facts["game"], row.user_id), row.facts.get("seat")
    if chair is None or seat not in (None, chair.seat) or not asked_of(row).is_active:
        raise Spent("That seat is not yours any more.")
    return chair


# -- a link to one answer -------------------------------------------------------------------------
@transaction.atomic
def preview_link(row: ReplyAddress, code: str) -> Looked:
    """Return the result of an answer as far as its captain can know it. Stores nothing and reveals nothing. Raises Spent."""
    asked = load_asked(row)
    line = order_of_link(asked, code)
    found = Looked(asked.session.game, asked_of(row), line_as_written(asked, line), warning=warning_of_line(asked, line))
    done = run_dry(asked, [line], dry=True)
    if done.problem:
        raise Spent(done.problem.text)
    found.shows_new = not done.steps
    found.is_up_to_others = not found.shows_new and done.steps[-1].is_up_to_others
    found.board = board_pictures.board(asked.rules, asked.thought.view, asked.names, first_of(asked.open()))
    return found


def warning_of_line(asked: Asked, line: Line) -> str:
    """Return the edition's warning before this order; "" also for one that will be refused."""
    try:
        action = coded(asked, line)
        decision = find_decision(asked.rules, asked.thought.state, asked.seat, action.decision)
        answer = decision.check(action.answer)
    except (NotPlayed, RulesError):
        return ""
    return warning_of(asked.rules, asked.thought.view, asked.open(), decision, answer)


@transaction.atomic
def play_link(row: ReplyAddress, code: str) -> int:
    """Play the answer of a link and return the move before it. Raises Spent."""
    asked = load_asked(row)
    game = asked.session.game
    try:
        acting.act(game.pk, coded(asked, order_of_link(asked, code)), game.number, "mail")
    except (RulesError, NotPlayed) as refusal:
        raise Spent(refusal.text) from None
    return game.number


def first_of(decisions: list[Decision]) -> Decision | None:
    """Return the question the game waits for next, for the picture to mark; None if there is none."""
    return next((decision for decision in decisions if not decision.optional), None)


def asks_for_square(row: ReplyAddress, code: str) -> bool:
    """Return whether this code of the letter needs a square or more behind it: then the page with every question asks for it."""
    entry = row.facts["codes"].get(code)
    return bool(entry) and entry[1] is None


def order_of_link(asked: Asked, code: str) -> Line:
    """Return the order of a link: a code, or a code and the number of a square. Raises Spent if the letter has no such code."""
    name, dash, number = code.partition("-")
    entry = asked.printed["codes"].get(name)
    if entry and entry[1] is not None and not dash:
        return Line(code, code, name)
    place = place_of(asked, entry) if entry else None
    squares = {str(at): square for at, square in enumerate(place.options)} if place else {}
    if number not in squares:
        raise Spent("There is no such link in that letter.")
    return Line(code, code, name, squares[number])


def place_of(asked: Asked, entry: list) -> Place | None:
    """Return the question about a square that a code stands for; None if it has changed or asks for something else."""
    places = (decision for decision in asked.open() if isinstance(decision, Place) and decision.name == entry[0])
    return next((decision for decision in places if reply_codes.content(decision) == entry[2]), None)


def line_as_written(asked: Asked, line: Line) -> str:
    return f"{asked.printed['codes'][line.code][3]} {line.args}".strip()


def as_data(png: bytes) -> str:
    """Return a picture as a data URL, for a page without signing in."""
    return "data:image/png;base64," + base64.b64encode(png).decode()
