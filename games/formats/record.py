"""Check the record of a finished game, a JSON file. The check needs Python and the code of this project, but no site.

    python -m games.formats.record game.json

docs/verifying.md says what is checked.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.engine import Dice, RulesError, Ruleset, UnknownVersion, commitment
from games.engine.ruleset import State
from games.formats.replay import Entry, Hashes, replay
from games.rulesets import get_ruleset

FORMAT = 1


class Mismatch(Exception):
    """The record contradicts itself; the text says where."""


def check(record: dict[str, Any], rules: Ruleset | None = None) -> Iterator[str]:
    """Check a record step by step, and yield a line for each correct part. Raise Mismatch at the first wrong part."""
    if record["format"] != FORMAT:
        raise Mismatch(f"Records of format {FORMAT} can be checked here; this one says {record['format']}.")
    rules = rules or get_ruleset(record["ruleset"], record["version"])
    seed = bytes.fromhex(record["seed"])
    if commitment(seed) != record["commitment"]:
        raise Mismatch("The seed is not the one that was promised before the first move.")
    yield "The seed is the one promised before the first move."
    if record["version"] != rules.version:
        yield f"Played by version {record['version']} of the rules; checked with version {rules.version}."
    dice = Dice(seed)
    first, *moves = record["moves"]
    hashes = Hashes(rules)
    state, _ = rules.setup(record["places"], record["first"], record["options"], dice)
    agree(hashes, 0, state, first[4])
    yield "The deal came from the seed."
    state = last_state(hashes, state, moves, dice)
    yield f"All {len(moves)} moves were played again, each with the recorded table; {state.draws} draws came from the seed."
    outcome = rules.outcome(state)
    if record["outcome"] is not None and (outcome is None or list(outcome.places) != record["outcome"]["places"]):
        raise Mismatch("The game did not end as recorded.")
    if record["outcome"] is not None:
        yield "The game ended as recorded."


def last_state(hashes: Hashes, state: State, moves: list[list[Any]], dice: Dice) -> State:
    """Replay all moves, compare the table after each move with the record, and return the last state."""
    recorded = {move[0]: move[4] for move in moves}
    try:
        for entry, after in replay(hashes.rules, state, 0, (Entry(*move[:4]) for move in moves), dice):
            agree(hashes, entry.number, after, recorded[entry.number])
            state = after
    except RulesError as refusal:
        raise Mismatch(f"A recorded move is not allowed by the rules: {refusal}") from refusal
    return state


def agree(hashes: Hashes, number: int, state: State, hashed: str) -> None:
    if not hashes.matching(state, hashed):
        raise Mismatch(f"After move {number} the table is not the recorded one.")


def main(path: str) -> int:
    try:
        for line in check(json.loads(Path(path).read_text())):
            print(f"ok  {line}")
    except (Mismatch, LookupError, TypeError, ValueError, OSError) as fault:
        print(f"NO  {in_words(fault)}")
        return 1
    return 0


def in_words(fault: Exception) -> str:
    """Return what is wrong with a record, in plain words."""
    if isinstance(fault, Mismatch | UnknownVersion):
        return str(fault)
    if isinstance(fault, OSError):
        return f"The file cannot be read: {fault.strerror}."
    if isinstance(fault, json.JSONDecodeError):
        return f"This is no record of a game: line {fault.lineno} is not JSON ({fault.msg})."
    fault_words = (
        f"“{fault.args[0]}” is missing" if isinstance(fault, KeyError) else "something in it does not have the form in docs/verifying.md"
    )
    return f"This is no record of a game: {fault_words}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python -m games.formats.record FILE")
