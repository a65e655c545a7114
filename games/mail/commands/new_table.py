"""Make a new table from one line of words. The page's form fills in and validates the rest."""

from typing import Any

from django.db import transaction

from accounts.models import User
from games.editions.errors import NotAllowed
from games.mail.grammar.order_words import PREFIX
from games.mail.grammar.table_words import TableRequest, parse_table
from games.models import Game
from games.play.controllers import bot_levels
from games.tables import lobby
from games.tables.posted import TableForm

OPTION = "option-"


@transaction.atomic
def new_table(user: User, words: str, raw: str) -> Game:
    """Create the table that these words describe. Raise RulesError if they make no legal table."""
    request = parse_table(words, raw)
    form = TableForm(request.rules, filled_in(request, user), zone=user.time_zone)
    if not form.is_valid():
        raise NotAllowed("form", next(str(error) for errors in form.errors.values() for error in errors))
    orders = {key.removeprefix(PREFIX): value for key, value in request.fields.items() if key.startswith(PREFIX)}
    game = lobby.create(user, **form.terms(), orders=orders)
    for name in request.fields.get("invited", ()):
        invite(game, user, name)
    return game


def invite(game: Game, user: User, name: str) -> None:
    """Invite a captain named with the table. Raise NotAllowed if there is no such captain."""
    try:
        lobby.invite(game.pk, user, name)
    except NotAllowed as refusal:
        if refusal.code != "nobody":
            raise
        raise NotAllowed("nobody", f"Nobody here goes by the name “{name[:60]}”, so no table was made.") from None


def filled_in(request: TableRequest, user: User) -> dict[str, Any]:
    """Return the fields of the form: those of the request, and defaults for the rest. Raise NotAllowed for too few seats."""
    rules, blank = request.rules, TableForm(request.rules, zone=user.time_zone)
    usual = {name: blank[name].value() for name in blank.fields} | {"level": bot_levels(rules)[0]}
    data: dict[str, Any] = {name: "" if value is None else value for name, value in (usual | request.fields).items()}
    least, most = rules.seats
    seats = data["seats"] = request.fields["seats"] if "seats" in request.fields else seats_for(request, int(data["seats"]))
    if not least <= seats <= most:
        raise NotAllowed("seats", f"{rules.name} is for {least} to {most} captains, so no table was made.")
    bot_count = data["bots"] = bots(request.fields, seats, int(usual.get("bots") or 0))
    invited = len(request.fields.get("invited", ()))
    if bot_count + invited >= seats:
        companions = f"{bot_count} bots and {invited} more" if invited else f"{bot_count} bots"
        raise NotAllowed("seats", f"With {companions} at a table for {seats} no chair is left for you, so no table was made.")
    return data


def seats_for(request: TableRequest, usual: int) -> int:
    """Return the number of chairs for a request without one: enough for the owner, the bots and the invited captains.

    Return the usual number for an open table, or if the request names nobody.
    """
    companions = (request.fields.get("bots") or 0) + len(request.fields.get("invited", ()))
    if "open_to_all" in request.fields or not companions:
        return usual
    least, most = request.rules.seats
    options = {key.removeprefix(OPTION): value for key, value in request.fields.items() if key.startswith(OPTION)}
    agreed = lobby.checked_options(request.rules, options)
    return next((seats for seats in range(max(least, companions + 1), most + 1) if not request.rules.unplayable(agreed, seats)), most)


def bots(fields: dict[str, Any], seats: int, usual: int) -> int:
    """Return the number of bots: as many as requested, or as fit, or the usual; none beside captains unless requested."""
    invited = len(fields.get("invited", ()))
    if "bots" not in fields:
        return 0 if "open_to_all" in fields or invited else min(usual, seats - 1)
    return seats - 1 - invited if fields["bots"] is None else fields["bots"]
