"""Check a stored game against its journal. Pure, so that several processes can check games in parallel."""

from typing import Any, NamedTuple

from games.engine import TooNew, restored
from games.formats.record import Mismatch, check
from games.formats.replay import Hashes, from_json
from games.rulesets import get_ruleset

NOT_THE_NEWEST = "What is stored now is not the table after the newest move."
THE_NEWEST = "What is stored now is the table after the newest move."


class Proof(NamedTuple):
    """A stored game: the record with the seed, the hash after the newest move, and the current snapshot with its format."""

    record: dict[str, Any]
    newest: str
    snapshot: dict[str, Any]
    format: int


def checked(proof: Proof) -> Any:
    """Replay the game; yield a line for each part that matches. Raise Mismatch at the first difference, TooNew if the code is too old."""
    record = proof.record
    rules = get_ruleset(record["ruleset"], record["version"])
    now = restored(rules, from_json(proof.snapshot), proof.format)  # first: a game that only newer code knows cannot be replayed
    yield from check(record, rules)
    if not Hashes(rules).matching(now, proof.newest):
        raise Mismatch(NOT_THE_NEWEST)
    yield THE_NEWEST


def verdict(proof: Proof) -> str:
    """Return a sentence without secrets that says what is wrong with the game, or "" if nothing is wrong."""
    try:
        for _line in checked(proof):
            pass
    except (Mismatch, TooNew) as fault:
        return str(fault)
    except Exception as fault:  # a fault in one game must not stop the others; its text could hold secrets
        return f"It could not be played again ({type(fault).__name__})."
    return ""
