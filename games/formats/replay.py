"""Replay the journal of a game, from database rows or from a file. No Django."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.engine import SITE, Action, Changed, Dice, Played, Ruleset, Snapshot, close_game, last_round, leave, moved, play, written
from games.engine.facts import freeze
from games.engine.ruleset import State

MOST_UNDOS = 50
"""The most moves that a seat may take back within twice as many entries. Only a script takes back more, and would fill the journal."""
NEW_RULES = "new-rules"
"""The entry that moves a game to the next version of its rules. The entry's answer is the number of that version."""
SITE_MOVES = ("setup", "undo", "resign", "last-round", "close", NEW_RULES)
"""The journal entries that answer no decision. No ruleset may give a decision one of these names."""


def to_json(snapshot: Snapshot) -> dict[str, Any]:
    return {"public": snapshot.public, "seats": snapshot.seats, "decks": snapshot.decks}


def from_json(data: dict[str, Any]) -> Snapshot:
    return Snapshot(data["public"], data["seats"], data["decks"])


def digest(snapshot: Snapshot) -> str:
    """Return the SHA-256 in hex of a snapshot, written as JSON with sorted keys and no spaces."""
    text = json.dumps(to_json(snapshot), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Hashes:
    """A comparison of the tables of one game, in order, with the recorded hashes.

    A hash may match in any format that this code knows, but formats never fall within a game: entries from before an upgrade
    use an older format. Records contain the first `size` hex digits of each hash.
    """

    def __init__(self, rules: Ruleset, size: int = 64):
        self.rules, self.size, self.format = rules, size, 1

    def matching(self, state: State, recorded: str) -> str:
        """Return the whole hash of a state if it matches the recorded hash, else ""."""
        for number in range(self.format, self.rules.format + 1):
            whole = digest(written(self.rules, state, number))
            if whole[: self.size] == recorded:
                self.format = number
                return whole
        return ""


class Entry(NamedTuple):
    """One journal entry, with the fields that a replay needs."""

    number: int
    seat: int | None
    decision: str
    answer: Any


def play_entry(rules: Ruleset, state: State, entry: Entry, dice: Dice) -> Changed | Played:
    """Carry out one entry: an answer, "resign", "last-round" or "close". Raise RulesError if the rules refuse the entry."""
    seat = SITE if entry.seat is None else entry.seat
    if entry.decision == "resign":
        return leave(rules, state, seat, dice)
    if entry.decision == "last-round":
        return last_round(rules, state)
    if entry.decision == "close":
        return close_game(rules, state, entry.answer)
    return play(rules, state, Action(seat, entry.decision, freeze(entry.answer)), dice)


def replay(rules: Ruleset, state: State, number: int, entries: Iterable[Entry], dice: Dice) -> Iterator[tuple[Entry, State]]:
    """Yield every entry with the state after it, starting from `state`, the state after move `number`.

    Earlier states are kept for undos. An undo never goes back past the newest move that revealed something, so no state
    before a checkpoint is needed (the site stores a checkpoint at every undo that would cross the last one).
    `rules` are the rules at the beginning; NEW_RULES entries switch to newer rules.
    """
    known = {number: state}
    for entry in entries:
        if entry.decision == NEW_RULES:
            state, rules = moved(rules, state, entry.answer), rules.of_version(entry.answer)
        else:
            state = known[entry.answer] if entry.decision == "undo" else play_entry(rules, state, entry, dice).state
        known[entry.number] = state
        yield entry, state
