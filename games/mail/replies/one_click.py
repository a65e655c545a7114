"""Links in letters that play one answer: GET previews it and changes nothing, a button plays it.

The key in the link names the row of one letter: a person, a seat, a wait, and the captain's position in it. The link needs
no signing in, so it is good for that one answer only, and for nothing once any answer was given in any way.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction

from accounts.models import User
from games.drawing import board_pictures
from games.engine import Decision, Place, RulesError
from games.errors import NotAllowed
from games.mail import letter_parts
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_grammar import Line
from games.mail.replies.dry_run import Asked, NotPlayed, coded, run_dry
from games.models import Game, Player
from games.play import acting
from games.play.session import Session
from games.queries import table_view
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress


class Spent(Exception):
    """The link is no longer valid; its text says why."""


@dataclass
class Looked:
    """What the page of a link shows."""

    game: Game
    user: object
    told: str = ""
    shows_new: bool = False
    is_up_to_others: bool = False
    problem: str = ""
    board: dict = field(default_factory=dict)
    entries: list = field(default_factory=list)


def row_of(key: str) -> ReplyAddress | None:
    """Return the row of a link, or None if we never made such a key."""
    row = reply_addresses.find_by_key(key)
    return row if row and row.purpose == "game" else None


def asked_of(row: ReplyAddress) -> User:
    """Return the reader of the letter that has this link. Raises Spent."""
    if row.user is None:
        raise Spent("That seat is not yours any more.")
    return row.user


def load_asked(row: ReplyAddress) -> Asked:
    """Lock and load the game, unchanged since the letter. Raises Spent."""
    facts = row.facts
    if reply_addresses.is_dead(row):
        raise Spent("This link is too old.")
    sits_there = Player.objects.filter(game_id=facts["game"], seat=facts["seat"], user=row.user).exists()
    if not sits_there or not asked_of(row).is_active:
        raise Spent("That seat is not yours any more.")
    try:
        asked = Asked(Session.load(facts["game"]), facts["seat"], facts)
    except NotAllowed as refusal:
        raise Spent(refusal.text) from None
    if not asked.is_fresh:
        raise Spent("This was answered already, or its time has passed.")
    return asked


@transaction.atomic
def preview_link(row: ReplyAddress, code: str) -> Looked:
    """Return the result of an answer as far as its captain can know it. Stores nothing and reveals nothing. Raises Spent."""
    asked = load_asked(row)
    found = Looked(asked.session.game, row.user)
    line = order_of_link(asked, code)
    done = run_dry(asked, [line], dry=True)
    found.told = line_as_written(asked, line)
    if done.problem:
        raise Spent(done.problem.text)
    found.shows_new = not done.steps
    found.is_up_to_others = not found.shows_new and done.steps[-1].is_up_to_others
    found.board = board_pictures.board(asked.rules, asked.thought.view, asked.names, first_of(asked.open()))
    return found


@transaction.atomic
def play_link(row: ReplyAddress, code: str) -> Looked:
    """Play the answer. What may be answered next comes with new links. Raises Spent."""
    asked = load_asked(row)
    game, line = asked.session.game, order_of_link(asked, code)
    done = line_as_written(asked, line)
    try:
        action = coded(asked, line)
        acting.act(game.pk, action, game.number, "mail")
    except (RulesError, NotPlayed) as refusal:
        raise Spent(refusal.text) from None
    user = asked_of(row)
    table = table_view.table(Game.objects.get(pk=game.pk), user)
    found = Looked(table.game, user, done)
    found.board = board_pictures.board(table.rules, table.view, table.names, first_of(table.decisions))
    found.entries = [(entry, link) for entry, link, *_ in letter_parts.possible_answers(table, user).get("entries", []) if link]
    return found


def first_of(decisions: list[Decision]) -> Decision | None:
    """Return the question the game waits for next, for the picture to mark; None if there is none."""
    return next((decision for decision in decisions if not decision.optional), None)


def order_of_link(asked: Asked, code: str) -> Line:
    """Return the order of a link: a code, or a code and the number of a square. Raises Spent if the letter has no such code."""
    name, dash, number = code.partition("-")
    entry = asked.printed["codes"].get(name)
    if entry and entry[1] is not None and not dash:
        return Line(code, code, name)
    squares = {str(at): square for at, square in enumerate(squares_of(asked, entry))} if entry else {}
    if number not in squares:
        raise Spent("There is no such link in that letter.")
    return Line(code, code, name, squares[number])


def squares_of(asked: Asked, entry: list) -> Sequence[str]:
    """Return the squares a question offers, in the letter's order; () if the question has changed."""
    places = (decision for decision in asked.open() if isinstance(decision, Place) and decision.name == entry[0])
    return next((decision.options for decision in places if reply_codes.content(decision) == entry[2]), ())


def line_as_written(asked: Asked, line: Line) -> str:
    return f"{asked.printed['codes'][line.code][3]} {line.args}".strip()


def as_data(png: bytes) -> str:
    """Return a picture as a data URL, for a page without signing in."""
    return "data:image/png;base64," + base64.b64encode(png).decode()
