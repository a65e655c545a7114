"""Playing a record again. Pure: a record's moves are (seat, decision, answer), whether they come from rows or a file."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.engine import SITE, Action, Changed, Dice, Played, Ruleset, Snapshot, close_game, last_round, leave, moved, play, written
from games.engine.facts import freeze

MOST_UNDOS = 50
"""Moves that a seat may take back within twice as many entries; more is a script, and would fill the journal."""
NEW_RULES = "new-rules"
"""The game is moved to the next version of its rules; the answer is the number of that version."""
SITE_MOVES = ("setup", "undo", "resign", "last-round", "close", NEW_RULES)
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


class Hashes:
    """Compares the tables of one game, in their order, with the hashes that were written down.

    A hash is true in any format this code knows, but in a game formats only rise: what was stored before an upgrade is in the
    older one. `size` hex digits of each hash were kept.
    """

    def __init__(self, rules: Ruleset, size: int = 64):
        self.rules, self.size, self.format = rules, size, 1

    def found(self, state: Any, kept: str) -> str:
        """The whole hash of this table where it agrees with what was kept, else ""."""
        for number in range(self.format, self.rules.format + 1):
            whole = digest(written(self.rules, state, number))
            if whole[: self.size] == kept:
                self.format = number
                return whole
        return ""


class Entry(NamedTuple):
    """One entry of a journal, as far as it matters for playing it again."""

    number: int
    seat: int | None
    decision: str
    answer: Any


def play_entry(rules: Ruleset, state: Any, entry: Entry, dice: Dice) -> Changed | Played:
    """The state after one entry (undo is not one of these: it depends on states before)."""
    seat = SITE if entry.seat is None else entry.seat
    if entry.decision == "resign":
        return leave(rules, state, seat, dice).state
    if entry.decision == "last-round":
        return last_round(rules, state).state
    if entry.decision == "close":
        return close_game(rules, state, entry.answer).state
    return play(rules, state, Action(seat, entry.decision, freeze(entry.answer)), dice).state


def replay(rules: Ruleset, state: Any, number: int, entries: Iterable[Entry], dice: Dice) -> Iterator[tuple[Entry, Any]]:
    """Every entry with the state after it, from `state`, which was the one after move `number`.

    States are kept for the undos to come back to; those only reach back to where the newest move revealed something,
    so what lies before a checkpoint is never asked for (the site keeps one at every undo that would cross it).
    `rules` are those at the beginning; where the game was moved to newer ones, it goes on by them.
    """
    known = {number: state}
    for entry in entries:
        if entry.decision == NEW_RULES:
            state, rules = moved(rules, state, entry.answer), rules.of_version(entry.answer)
        else:
            state = known[entry.answer] if entry.decision == "undo" else play_entry(rules, state, entry, dice)
        known[entry.number] = state
        yield entry, state
