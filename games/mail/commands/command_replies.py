"""Carry out members' mail commands, one per letter. A receipt lists tables and games as of the time of writing."""

from typing import Any

from django.db import transaction
from django.utils.text import get_text_list

from accounts.models import User
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.mail import letter_parts, open_questions
from games.mail.answered import refuse_letter
from games.mail.grammar import order_words
from games.mail.grammar.command_grammar import Command, parse_command
from games.mail.grammar.order_words import PREFIX
from games.mail.grammar.reply_grammar import left_over, read_block
from games.mail.grammar.table_words import NOTHING, TableRequest, parse_table, wish_of
from games.mail.letters import command_letters
from games.mail.replies import own_words
from games.matchmaking import seeks
from games.models import Game, Player
from games.play import standing_orders
from games.play.controllers import bot_levels
from games.queries import lists
from games.tables import lobby, removing
from games.tables.posted import TableForm
from notifications.inbound import Verdict, reads
from notifications.inbound.command_address import COMMANDS
from notifications.models import LetterIn, Stop

State = LetterIn.State
UNREAD = "We did not understand your letter, so nothing was done."
NO_TABLE = "There is no table {} that you could join, so nothing was done."
NOT_SEATED = "You do not sit at table {}, so nothing was done."
STARTED = "This game has started already, so nothing was done. To give up a game that has begun, use the table’s page."
OPTION_PREFIX = "option-"
STOPPED = "You get no more letters about your turns. Your games go on, and their clocks too. To have them again, write “start”."


@reads(COMMANDS, receipt=command_letters.RECEIPT, held=command_letters.HELD)
def handle_commands(letter: LetterIn, text: str) -> Verdict:
    block = read_block(text, lambda words: parse_command(words) is not None)
    if block.word == "stop":
        Stop.objects.get_or_create(user=letter.user, category="turns", defaults={"by": "letter"})
        return Verdict(State.APPLIED, "stop", {"said": STOPPED, "rest": block.unplayed})
    if block.word:
        return Verdict(State.APPLIED, "help", {"shows": ["help"], "rest": block.unplayed})
    if verdict := own_words.carry_out(letter, text):
        return verdict
    command = parse_command(block.lines[0].words) if block.lines and not block.dry and not block.lines[0].code else None
    if command is None:
        return refuse_letter(letter, "unread", {"said": UNREAD, "shows": ["help"]}, text)
    try:
        with transaction.atomic():
            sentence, shows = HANDLERS[command.word](letter.user, command, block.lines[0].raw)
            must_be_ready(letter.writer, command, shows.get("game"))
            open_questions.tell_at_once(shows.get("game"), letter.writer)
    except RulesError as refusal:
        return refuse_letter(letter, refusal.code, {"said": refusal.text, "shows": HELP_AFTER.get(command.word, [])}, text)
    return Verdict(
        State.APPLIED, command.word, {"said": sentence, "rest": left_over(block, lambda words: parse_command(words) is not None)} | shows
    )


def must_be_ready(user: User, command: Command, game_id: int | None) -> None:
    """Raise NotAllowed, with an example, if the game would begin without the captain's first orders."""
    game = Game.objects.filter(pk=game_id).first() if game_id is not None else None
    if game is not None and (lacking := letter_parts.orders_lacking(game, user)):
        words = " ".join(filter(None, (command.word, str(command.number or ""), command.rest)))
        unnamed = words.partition(" called ")[0]
        how = order_words.example(standing_orders.first_at(game), unnamed, "Write it again with yours")
        raise NotAllowed("orders-first", f"{lacking} {how}")


HELP_AFTER = {
    "new": ["new"], "find": ["help"], "join": ["tables"], "leave": ["games"], "invite": ["games"], "remove": ["games"], "start": ["games"],
}  # fmt: skip
"""The sections of the receipt for a refused command."""


def begin(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    game = new_table(user, command.rest, raw)
    invited = [invitation.called for invitation in game.invitations.select_related("user").order_by("pk")]
    if not invited:
        return "Your table is made.", {"game": game.pk}
    return f"Your table is made, and {get_text_list(invited, 'and')} {'is' if len(invited) == 1 else 'are'} invited.", {"game": game.pk}


@transaction.atomic
def new_table(user: User, words: str, raw: str) -> Game:
    """Create the table that `words` describe. Raise RulesError if the table would not be legal."""
    request = parse_table(words, raw)
    form = TableForm(request.rules, filled_in(request, user), zone=user.time_zone)
    if not form.is_valid():
        raise NotAllowed("form", next(str(error) for errors in form.errors.values() for error in errors))
    orders = {key.removeprefix(PREFIX): value for key, value in request.fields.items() if key.startswith(PREFIX)}
    game = lobby.create(user, **form.terms(), orders=orders)
    for name in request.fields.get("invited", ()):
        try:
            lobby.invite(game.pk, user, name)
        except NotAllowed as refusal:
            if refusal.code != "nobody":
                raise
            raise NotAllowed("nobody", f"Nobody here goes by the name “{name[:60]}”, so no table was made.") from None
    return game


def filled_in(request: TableRequest, user: User) -> dict[str, Any]:
    """Return the form's data: the request's fields, and defaults for the rest. Raise NotAllowed for an impossible number of seats."""
    rules, blank = request.rules, TableForm(request.rules, zone=user.time_zone)
    usual = {name: blank[name].value() for name in blank.fields} | {"level": bot_levels(rules)[0]}
    data: dict[str, Any] = {name: "" if value is None else value for name, value in (usual | request.fields).items()}
    least, most = rules.seats
    seats = data["seats"] = request.fields["seats"] if "seats" in request.fields else seats_for(request, int(data["seats"]))
    if not least <= seats <= most:
        raise NotAllowed("seats", f"{rules.name} is for {least} to {most} captains, so no table was made.")
    bot_count = data["bots"] = bots(request.fields, seats, rules.usual_seats - 1)
    invited = len(request.fields.get("invited", ()))
    if bot_count + invited >= seats:
        companions = f"{bot_count} bots and {invited} more" if invited else f"{bot_count} bots"
        raise NotAllowed("seats", f"With {companions} at a table for {seats} no chair is left for you, so no table was made.")
    return data


def seats_for(request: TableRequest, usual: int) -> int:
    """Return how many chairs the owner, bots and invited captains need; `usual` if there are no companions or the table is open to all."""
    companions = (request.fields.get("bots") or 0) + len(request.fields.get("invited", ()))
    if "open_to_all" in request.fields or not companions:
        return usual
    least, most = request.rules.seats
    options = {key.removeprefix(OPTION_PREFIX): value for key, value in request.fields.items() if key.startswith(OPTION_PREFIX)}
    agreed = lobby.checked_options(request.rules, options)
    return next((seats for seats in range(max(least, companions + 1), most + 1) if not request.rules.unplayable(agreed, seats)), most)


def bots(fields: dict[str, Any], seats: int, usual: int) -> int:
    """Return the requested number of bots (None: as many as fit); by default `usual`, or 0 if other captains may play."""
    invited = len(fields.get("invited", ()))
    if "bots" not in fields:
        return 0 if "open_to_all" in fields or invited else min(usual, seats - 1)
    return seats - 1 - invited if fields["bots"] is None else fields["bots"]


def find(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    if command.rest == NOTHING:
        seeks.stop_seeking(user)
        return "We have stopped looking for players for you.", {"shows": ["tables"]}
    wish = wish_of(command.rest)
    game = seeks.seek(user, **wish)
    if game is not None:
        return "We found players for you.", {"game": game.pk}
    how = "" if wish["orders"] else order_words.example(seeks.first_orders(wish["rulesets"]), f"find {command.rest}")
    noted = "Noted. A letter tells you as soon as we find players; the game begins at once."
    return f"{noted} {seeks.why_first(wish['rulesets'])} {how}" if how else noted, {"shows": ["tables"]}


def join(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    try:
        game = lists.visible_games(user).get(pk=command.number)
        place, orders = order_words.parted(standing_orders.orders_asked_first(game.rules), command.rest)
        lobby.join(game.pk, user, place_of(game, place), orders=order_words.understood(standing_orders.first_at(game), orders))
    except Game.DoesNotExist:
        raise NotAllowed("no-table", NO_TABLE.format(command.number)) from None
    return "You have a chair.", {"game": game.pk}


def place_of(game: Game, words: str) -> str:
    """Return the key of the place with the given name; return other words unchanged, for the table to refuse."""
    return {label.casefold(): place for place, label in game.rules.places}.get(words, words)


def leave(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    game = Game.objects.filter(players__user=user, pk=command.number).first()
    if game is None:
        raise NotAllowed("not-seated", NOT_SEATED.format(command.number))
    if game.status != Game.Status.OPEN:
        raise NotAllowed("started", STARTED)
    lobby.leave(game.pk, user)
    return f"You have left “{game.name}”.", {"shows": ["tables"]}


def must_sit(user: User, game_id: int) -> None:
    """Raise NotAllowed for a person without a chair at the table, so that outsiders learn nothing about the table."""
    if not Player.objects.filter(game=game_id, user=user).exists():
        raise NotAllowed("not-seated", NOT_SEATED.format(game_id))


def invite(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    must_sit(user, command.number)
    return f"“{lobby.invite(command.number, user, command.rest).called}” is invited to your table.", {"game": command.number}


def remove(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    must_sit(user, command.number)
    return f"“{removing.take_off_named(command.number, user, command.rest)}” is off your table.", {"game": command.number}


def start(user: User, command: Command, raw: str) -> tuple[str, dict[str, Any]]:
    must_sit(user, command.number)
    lobby.start(command.number, user)
    return "", {"game": command.number}


HANDLERS = {
    "tables": lambda user, command, raw: ("", {"shows": ["tables"]}),
    "games": lambda user, command, raw: ("", {"shows": ["games"]}),
    "help": lambda user, command, raw: ("", {"shows": [f"options {command.rest[4:]}"] if command.rest[4:] else ["new", "options"]}),
    "new": begin, "find": find, "join": join, "leave": leave, "invite": invite, "remove": remove, "start": start,
}  # fmt: skip
