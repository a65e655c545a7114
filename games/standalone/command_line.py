"""The command `buccaneer-rules`: check the record of a game, let bots play, list the editions. No site, no network."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from games import __version__
from games.formats import record
from games.formats.notation import BadRecord, parse, replayed
from games.rulesets import all_rulesets
from games.standalone import playouts


class NoFile(Exception):
    """Raised if a named file does not exist; the text names the file."""


def parser() -> ArgumentParser:
    """Return the command's argument parser. Each subcommand sets `run` to its function."""
    command = ArgumentParser("buccaneer-rules", description="Slow pirate board games: their rules, records and bots.")
    command.add_argument("--version", action="version", version=__version__)
    parts = command.add_subparsers(required=True, metavar="COMMAND")
    part = parts.add_parser("verify", help="play the record of an ended game again from its seed, and compare every table")
    part.add_argument("file", metavar="FILE", help="the record, as JSON or as text")
    part.set_defaults(run=verify)
    part = parts.add_parser("playout", help="let bots play games of one edition; one line of JSON for each game")
    playouts.add_arguments(part)
    part.set_defaults(run=playout)
    parts.add_parser("editions", help="name the editions, with the numbers of players").set_defaults(run=editions)
    return command


def verify(arguments: Namespace) -> int:
    path = Path(arguments.file)
    if not path.is_file():
        raise NoFile(f"There is no file {arguments.file}.")
    with path.open("rb") as file:
        is_json = file.read(1) == b"{"
    return record.main(arguments.file) if is_json else verify_text(path)


def verify_text(path: Path) -> int:
    """Check a text record (docs/records.md) and print the result; return the exit status."""
    try:
        moves = sum(1 for _ in replayed(parse(path.read_text("utf-8")))) - 1
    except (BadRecord, UnicodeDecodeError) as fault:
        print(f"NO  {fault}")
        return 1
    print(f"ok  The deal came from the seed, which is the one promised.\nok  All {moves} moves were played again, every table as recorded.")
    return 0


def playout(arguments: Namespace) -> int:
    for line in playouts.lines(vars(arguments)):
        print(line, flush=True)
    return 0


def editions(arguments: Namespace) -> int:
    for rules in all_rulesets().values():
        name = ", ".join(filter(None, (rules.name, rules.edition)))
        print(f"{rules.slug:<20} {name}: {rules.seats[0]} to {rules.seats[1]} players; bots: {', '.join(rules.bots) or 'none'}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 for success, 1 if a record is wrong, 2 if the command cannot be run."""
    parsed = parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
    except (playouts.CannotPlay, NoFile) as reason:
        print(f"buccaneer-rules: {reason}", file=sys.stderr)
        return 2
    return code
