"""Playing a record again. Pure: a record's moves are (seat, decision, answer), whether they come from rows or a file."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.engine import SITE, Action, Dice, Ruleset, Snapshot, close, last_round, leave, play
from games.engine.facts import freeze

SITE_MOVES = ("setup", "undo", "resign", "last-round", "close")
"""Entries of a journal that answer no decision; no ruleset may use these names for its own."""


def to_json(snapshot: Snapshot) -> dict:
    """A snapshot for a column of JSON."""
    return {"public": snapshot.public, "seats": snapshot.seats, "decks": snapshot.decks}


def from_json(data: dict) -> Snapshot:
    """The same back."""
    return Snapshot(data["public"], data["seats"], data["decks"])


def digest(snapshot: Snapshot) -> str:
    """SHA-256, as hex, of the one way to write this snapshot: JSON with sorted keys and no spaces."""
    text = json.dumps(to_json(snapshot), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Entry(NamedTuple):
    """One entry of a journal, as far as it matters for playing it again."""

    number: int
    seat: int | None
    decision: str
    answer: Any


def play_entry(rules: Ruleset, state, entry: Entry, dice: Dice):
    """The state after one entry (undo is not one of these: it depends on states before)."""
    seat = SITE if entry.seat is None else entry.seat
    if entry.decision == "resign":
        return leave(rules, state, seat, dice).state
    if entry.decision == "last-round":
        return last_round(rules, state).state
    if entry.decision == "close":
        return close(rules, state, entry.answer).state
    return play(rules, state, Action(seat, entry.decision, freeze(entry.answer)), dice).state


def replay(rules: Ruleset, state, number: int, entries: Iterable[Entry], dice: Dice) -> Iterator[tuple[Entry, Any]]:
    """Every entry with the state after it, from `state`, which was the one after move `number`.

    States are kept for the undos to come back to; those only reach back to where the newest move revealed something,
    so what lies before a checkpoint is never asked for (the site keeps one at every undo that would cross it).
    """
    known = {number: state}
    for entry in entries:
        state = known[entry.answer] if entry.decision == "undo" else play_entry(rules, state, entry, dice)
        known[entry.number] = state
        yield entry, state
