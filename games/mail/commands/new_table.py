"""A new table, asked for in one line of words. The form of the page for new tables fills in the rest and checks it all."""

from typing import Any

from django.db import transaction

from accounts.models import User
from games.errors import NotAllowed
from games.forms.posted import TableForm
from games.mail.grammar.order_words import PREFIX
from games.mail.grammar.table_words import Said, said_of
from games.models import Game
from games.play.controllers import bot_levels
from games.tables import lobby

OPTION = "option-"


@transaction.atomic
def new_table(user: User, words: str, raw: str) -> Game:
    """Create the table that these words ask for. Raises RulesError."""
    said = said_of(words, raw)
    form = TableForm(said.rules, filled_in(said, user), zone=user.time_zone)
    if not form.is_valid():
        raise NotAllowed("form", next(str(error) for errors in form.errors.values() for error in errors))
    orders = {key.removeprefix(PREFIX): value for key, value in said.fields.items() if key.startswith(PREFIX)}
    game = lobby.create(user, **form.terms(), orders=orders)
    for name in said.fields.get("invited", ()):
        invite(game, user, name)
    return game


def invite(game: Game, user: User, name: str) -> None:
    """Invite a captain who was named with the table. Raises NotAllowed."""
    try:
        lobby.invite(game.pk, user, name)
    except NotAllowed as refusal:
        if refusal.code != "nobody":
            raise
        raise NotAllowed("nobody", f"Nobody here goes by the name “{name[:60]}”, so no table was made.") from None


def filled_in(said: Said, user: User) -> dict[str, Any]:
    """Return the fields of the form: what was said, and the defaults for the rest."""
    rules, blank = said.rules, TableForm(said.rules, zone=user.time_zone)
    usual = {name: blank[name].value() for name in blank.fields} | {"level": bot_levels(rules)[0]}
    data: dict[str, Any] = {name: "" if value is None else value for name, value in (usual | said.fields).items()}
    least, most = rules.seats
    seats = data["seats"] = said.fields["seats"] if "seats" in said.fields else seats_for(said, int(data["seats"]))
    if not least <= seats <= most:
        raise NotAllowed("seats", f"{rules.name} is for {least} to {most} captains, so no table was made.")
    many = data["bots"] = bots(said.fields, seats, int(usual.get("bots") or 0))
    invited = len(said.fields.get("invited", ()))
    if many + invited >= seats:
        others = f"{many} bots and {invited} more" if invited else f"{many} bots"
        raise NotAllowed("seats", f"With {others} at a table for {seats} no chair is left for you, so no table was made.")
    return data


def seats_for(said: Said, usual: int) -> int:
    """Return the chairs of a table for which no number was asked: yours, and those of the bots and people who were named.

    There are as many as usual where anyone may join, or where nobody was named.
    """
    named = (said.fields.get("bots") or 0) + len(said.fields.get("invited", ()))
    if "open_to_all" in said.fields or not named:
        return usual
    least, most = said.rules.seats
    options = {key.removeprefix(OPTION): value for key, value in said.fields.items() if key.startswith(OPTION)}
    agreed = lobby.checked_options(said.rules, options)
    return next((seats for seats in range(max(least, named + 1), most + 1) if not said.rules.unplayable(agreed, seats)), most)


def bots(said: dict[str, Any], seats: int, usual: int) -> int:
    """Return how many bots to seat: as many as asked for, or as fit, or the usual; none beside people unless asked for."""
    invited = len(said.get("invited", ()))
    if "bots" not in said:
        return 0 if "open_to_all" in said or invited else min(usual, seats - 1)
    return seats - 1 - invited if said["bots"] is None else said["bots"]
