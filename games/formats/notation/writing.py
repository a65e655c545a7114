"""Write down a whole game."""

import json
from collections.abc import Sequence
from typing import Any

from games.engine import Ruleset

from .words import write_answer

CHECK = 8
"""Hex digits of the table's hash after every move: a changed line is found at its place."""


def seat_words(places: Sequence[str]) -> list[str]:
    """Return the name of each seat: its place, or its number from 1 if the edition has no places."""
    named = all(places) and all(place.isascii() and place.replace("-", "").replace("_", "").isalnum() for place in places)
    return list(places) if named and not any(place.isdecimal() for place in places) else [str(seat + 1) for seat in range(len(places))]


def write(rules: Ruleset, record: dict[str, Any], names: Sequence[str]) -> str:
    """Return `record` (as `queries.record` gives it, with the seed) as text."""
    seats = seat_words(record["places"])
    (_, _, _, _, dealt), *moves = record["moves"]
    lines = [
        f"; {rules.name}, {rules.edition or 'a board game'}. What follows a ; is a comment.",
        "Record: 1",
        f"Ruleset: {record['ruleset']}",
        f"Version: {record['version']}",
        *(f"Option {key}: {json.dumps(value)}" for key, value in sorted(record["options"].items())),
        *(
            f"Seat {seat}: {' / '.join(filter(None, (place, quoted(name))))}"
            for seat, place, name in zip(seats, record["places"], names, strict=True)
        ),
        f"First: {seats[record['first']]}",
        f"Commitment: {record['commitment']}",
        f"Seed: {record['seed']}",
        f"Deal: #{dealt[:CHECK]}",
        "",
        *(line(rules, seats, move) for move in moves),
        "",
        f"End: {record['outcome']['reason']}",
    ]
    return "\n".join(lines) + "\n"


def quoted(name: str) -> str:
    """Return a name, in quotation marks if it contains characters with a meaning in records."""
    return json.dumps(name, ensure_ascii=False) if set(name) & set(';"') or name != name.strip() else name


def line(rules: Ruleset, seats: list[str], move: Sequence[Any]) -> str:
    """Return one move: number, seat, question, answer, and the check."""
    number, seat, decision, answer, hashed = move
    parts = (str(number), "-" if seat is None else seats[seat], decision, write_answer(rules, decision, answer), f"#{hashed[:CHECK]}")
    return " ".join(filter(None, parts))
