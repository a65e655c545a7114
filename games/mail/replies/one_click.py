"""Links in letters that play one answer: GET previews it and changes nothing, a button plays it.

The key in the link names the row of one letter: a person, a seat, a wait, and the captain's position in it. The link needs
no signing in, so it is good for that one answer only, and for nothing once any answer was given in any way.
"""

import base64
from dataclasses import dataclass, field

from django.db import transaction

from accounts.models import User
from games.drawing import board_pictures
from games.engine import Decision, Place, RulesError
from games.engine.play import find_decision
from games.errors import NotAllowed
from games.mail import letter_parts
from games.mail.answered import Printed
from games.mail.grammar import reply_codes
from games.mail.grammar.reply_grammar import Line
from games.mail.grammar.square_runs import A_SQUARE, in_lines, in_rows
from games.mail.replies.dry_run import Asked, NotPlayed, coded, run_dry
from games.models import Game
from games.play import acting
from games.play.confirming import warning_of
from games.play.session import Session
from games.queries import table_view
from games.storage import prepared
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
    warning: str = ""
    problem: str = ""
    board: dict = field(default_factory=dict)
    entries: list = field(default_factory=list)
    choices: list = field(default_factory=list)


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
    facts: Printed = row.facts
    if reply_addresses.is_dead(row):
        raise Spent("This link is too old.")
    chair = next(iter(prepared.chair(facts["game"], row.user_id)), None)
    if chair is None or chair.seat != facts["seat"] or not asked_of(row).is_active:
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
    if choice := choice_of_link(asked, code):
        return offer_choice(found, asked, choice, code)
    line = order_of_link(asked, code)
    found.warning = warning_of_line(asked, line)
    done = run_dry(asked, [line], dry=True)
    found.told = line_as_written(asked, line)
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


def choice_of_link(asked: Asked, code: str) -> Place | None:
    """Return the question of a code that needs a square behind it; None for any other link, or if the question has changed."""
    entry = asked.printed["codes"].get(code)
    return place_of(asked, entry) if entry and entry[1] is None else None


def offer_choice(found: Looked, asked: Asked, choice: Place, code: str) -> Looked:
    """Fill in the squares to choose from, in rows of (name, address of the link beside this one), and the board that names them."""
    numbers = {square: number for number, square in enumerate(choice.options)}
    said = {square: square if A_SQUARE.fullmatch(square) else asked.rules.label(choice, square, asked.names) for square in choice.options}
    found.told = asked.rules.ask(choice, asked.names)
    rows = in_rows(in_lines(choice.options))
    found.choices = [[(said[square], f"../{code}-{numbers[square]}/") for square in row] for row in rows]
    found.board = board_pictures.board(asked.rules, asked.thought.view, asked.names, choice)
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
