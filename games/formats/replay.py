"""Replay a record. Pure: a record's moves are (seat, decision, answer), from rows or from a file."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.engine import SITE, Action, Changed, Dice, Played, Ruleset, Snapshot, close_game, last_round, leave, moved, play, written
from games.engine.facts import freeze
from games.engine.ruleset import State

MOST_UNDOS = 50
"""Moves that a seat may take back within twice as many entries; more is a script, and would fill the journal."""
NEW_RULES = "new-rules"
"""The game is moved to the next version of its rules; the answer is the number of that version."""
SITE_MOVES = ("setup", "undo", "resign", "last-round", "close", NEW_RULES)
"""Entries of a journal that answer no decision; no ruleset may use these names."""


def to_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return a snapshot for a JSON column."""
    return {"public": snapshot.public, "seats": snapshot.seats, "decks": snapshot.decks}


def from_json(data: dict[str, Any]) -> Snapshot:
    """Return the snapshot in a JSON column."""
    return Snapshot(data["public"], data["seats"], data["decks"])


def digest(snapshot: Snapshot) -> str:
    """Return the SHA-256, as hex, of this snapshot as JSON with sorted keys and no spaces."""
    text = json.dumps(to_json(snapshot), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Hashes:
    """Compare the tables of one game, in order, with the recorded hashes.

    A hash is right in any format this code knows, but formats only rise within a game: entries from before an upgrade have the
    older one. Records contain the first `size` hex digits.
    """

    def __init__(self, rules: Ruleset, size: int = 64):
        self.rules, self.size, self.format = rules, size, 1

    def matching(self, state: State, recorded: str) -> str:
        """Return the whole hash of this table if it matches the recorded one, else ""."""
        for number in range(self.format, self.rules.format + 1):
            whole = digest(written(self.rules, state, number))
            if whole[: self.size] == recorded:
                self.format = number
                return whole
        return ""


class Entry(NamedTuple):
    """One entry of a journal, with what a replay needs."""

    number: int
    seat: int | None
    decision: str
    answer: Any


def play_entry(rules: Ruleset, state: State, entry: Entry, dice: Dice) -> Changed | Played:
    """Carry out one entry: an answer, or a move of the site that needs no earlier state. Raises RulesError."""
    seat = SITE if entry.seat is None else entry.seat
    if entry.decision == "resign":
        return leave(rules, state, seat, dice)
    if entry.decision == "last-round":
        return last_round(rules, state)
    if entry.decision == "close":
        return close_game(rules, state, entry.answer)
    return play(rules, state, Action(seat, entry.decision, freeze(entry.answer)), dice)


def replay(rules: Ruleset, state: State, number: int, entries: Iterable[Entry], dice: Dice) -> Iterator[tuple[Entry, State]]:
    """Yield every entry with the state after it, starting from `state`, which follows move `number`.

    Earlier states are kept for undos. Undos never go back past the newest move that revealed something,
    so nothing before a checkpoint is needed (the site stores one at every undo that would cross it).
    `rules` are those at the beginning; a move to newer rules switches to those.
    """
    known = {number: state}
    for entry in entries:
        if entry.decision == NEW_RULES:
            state, rules = moved(rules, state, entry.answer), rules.of_version(entry.answer)
        else:
            state = known[entry.answer] if entry.decision == "undo" else play_entry(rules, state, entry, dice).state
        known[entry.number] = state
        yield entry, state
