"""A new table in one line of words: “trade winds open for 4 weekly”. Whatever is left out is as on the page for a new table."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from games import paces
from games.desk_grammar import as_written, edition_in
from games.engine import Ruleset
from games.errors import NotAllowed
from games.forms import TableForm
from games.models import Game
from games.reply_grammar import plain
from games.services import tables

NUMBERS = {word: number for number, word in enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight"))} | {"a": 1}
COUNT = rf"(?:[0-9]{{1,2}}|{'|'.join(NUMBERS)})"
SEATS = re.compile(rf"for ({COUNT})(?: captains| players)?\b")
NO_BOTS = re.compile(r"without (?:any )?bots?\b")
OPEN = re.compile(r"open(?: to (?:all|anyone|everyone))?\b")
BETWEEN = re.compile(r"^(?:[ ,;.:]|and\b)+")
SHORTEST = 4
"""Letters of a choice that may stand without the name of its option: “hoard”, but not “one”."""


def new_table(user, words: str, raw: str) -> Game:
    """Make the table that these words ask for; an edition stands at their head. Raises RulesError."""
    rules, name = edition_in(words)
    said = understood(rules, words.replace("-", " ")[len(name) :], raw)
    form = TableForm(rules, filled_in(rules, said, user), zone=user.time_zone)
    if not form.is_valid():
        raise NotAllowed("form", next(str(error) for errors in form.errors.values() for error in errors))
    return tables.create(user, **form.terms())


def understood(rules: Ruleset, rest: str, raw: str) -> dict[str, Any]:
    """What is said of the table, by the fields of its form."""
    said: dict[str, Any] = {}
    known = list(readings(rules))
    while rest := BETWEEN.sub("", rest):
        if rest.startswith("called "):
            return said | {"name": as_written(raw, "called")}
        found = next(((match, fields) for pattern, fields in known if (match := pattern.match(rest))), None)
        if found is None:
            raise NotAllowed("unread-words", f"We did not understand “{rest[:60]}”, so no table was made.")
        match, fields = found
        said |= fields(match)
        rest = rest[match.end() :]
    return said


def readings(rules: Ruleset) -> Iterator[tuple[re.Pattern, Any]]:
    """(what may stand there, the fields it fills in), in the order in which it is tried."""
    yield SEATS, lambda found: {"seats": count(found[1])}
    yield NO_BOTS, lambda found: {"bots": 0}
    yield OPEN, lambda found: {"open_to_all": "True"}
    bots = re.compile(rf"(?:with |against )?(?:({COUNT}) )?(?:({'|'.join(rules.bots)}) )?bots?\b")
    yield bots, lambda found: {"bots": count(found[1]), **({"level": found[2]} if found[2] else {})}
    for preset in paces.PRESETS:
        yield re.compile(rf"{re.escape(plain(preset.name))}\b"), lambda found, key=preset.key: {"pace": key}
    for words, key, value in choices(rules):
        yield re.compile(rf"{re.escape(words)}(?!\w)"), lambda found, key=key, value=value: {f"option-{key}": str(value)}


def choices(rules: Ruleset) -> list[tuple[str, str, Any]]:
    """(words, option, choice): a choice behind the name of its option, or alone where it can be no other; long ones first."""
    every = [(option, value, label) for option in rules.options for value, label in option.choices]
    alone = Counter(plain(str(value)) for _, value, _ in every)
    found = [(f"{option.label} {words}", option.key, value) for option, value, label in every for words in (str(value), label)]
    found += [
        (value, option.key, value)
        for option, value, _ in every
        if isinstance(value, str) and len(value) >= SHORTEST and alone[plain(value)] == 1
    ]
    tidied = [(plain(words).replace("-", " "), key, value) for words, key, value in found]
    return sorted(tidied, key=lambda choice: -len(choice[0]))


def count(word: str | None) -> int | None:
    """A number in figures or as a word; None for as many as there are chairs."""
    return None if word is None else NUMBERS[word] if word in NUMBERS else int(word)


def filled_in(rules: Ruleset, said: dict[str, Any], user) -> dict[str, Any]:
    """The fields of the form: what was said, and for the rest what the page offers. An open table has no bots unless some are wanted."""
    blank = TableForm(rules, zone=user.time_zone)
    usual = {name: blank[name].value() for name in blank.fields} | {"level": next(iter(rules.bots), "")}
    data = {name: "" if value is None else value for name, value in (usual | said).items()}
    least, most = rules.seats
    seats = int(data["seats"])
    if not least <= seats <= most:
        raise NotAllowed("seats", f"{rules.name} is for {least} to {most} captains, so no table was made.")
    if said.get("bots") is None:
        is_usual = "bots" not in said
        data["bots"] = 0 if is_usual and "open_to_all" in said else min(int(usual["bots"]), seats - 1) if is_usual else seats - 1
    if int(data["bots"]) >= seats:
        raise NotAllowed("seats", f"With {data['bots']} bots at a table for {seats} no chair is left for you, so no table was made.")
    return data
