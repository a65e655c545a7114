"""A new table, asked for in one line of words. The form of the page for new tables fills in the rest and checks it all."""

from typing import Any

from accounts.models import User
from games.errors import NotAllowed
from games.forms.posted import TableForm
from games.mail.grammar.order_words import PREFIX
from games.mail.grammar.table_words import Said, said_of
from games.models import Game
from games.play.controllers import bot_levels
from games.tables import lobby


def new_table(user: User, words: str, raw: str) -> Game:
    """Create the table that these words ask for. Raises RulesError."""
    said = said_of(words, raw)
    form = TableForm(said.rules, filled_in(said, user), zone=user.time_zone)
    if not form.is_valid():
        raise NotAllowed("form", next(str(error) for errors in form.errors.values() for error in errors))
    orders = {key.removeprefix(PREFIX): value for key, value in said.fields.items() if key.startswith(PREFIX)}
    return lobby.create(user, **form.terms(), orders=orders)


def filled_in(said: Said, user: User) -> dict[str, Any]:
    """Return the fields of the form: what was said, and the defaults for the rest."""
    rules, blank = said.rules, TableForm(said.rules, zone=user.time_zone)
    usual = {name: blank[name].value() for name in blank.fields} | {"level": bot_levels(rules)[0]}
    data: dict[str, Any] = {name: "" if value is None else value for name, value in (usual | said.fields).items()}
    least, most = rules.seats
    seats = int(data["seats"])
    if not least <= seats <= most:
        raise NotAllowed("seats", f"{rules.name} is for {least} to {most} captains, so no table was made.")
    many = data["bots"] = bots(said.fields, seats, int(usual.get("bots") or 0))
    if many >= seats:
        raise NotAllowed("seats", f"With {many} bots at a table for {seats} no chair is left for you, so no table was made.")
    return data


def bots(said: dict[str, Any], seats: int, usual: int) -> int:
    """Return how many bots to seat: as many as asked for, or as fit, or the usual; none at a public table unless asked for."""
    if "bots" not in said:
        return 0 if "open_to_all" in said else min(usual, seats - 1)
    return seats - 1 if said["bots"] is None else said["bots"]
