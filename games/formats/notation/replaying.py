"""Play a record again, and check every line against the rules and the recorded table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine import (
    SITE,
    Action,
    Changed,
    Dice,
    Event,
    Outcome,
    Played,
    RulesError,
    Ruleset,
    Snapshot,
    close_game,
    last_round,
    leave,
    moved,
    play,
)
from games.engine.play import find_decision
from games.formats.replay import NEW_RULES, Hashes

from .errors import BadRecord
from .reading import Said, Script
from .undos import FARTHEST_BACK, target
from .words import read_answer
from .writing import CHECK


class Step(NamedTuple):
    """One entry of the journal with the table after it."""

    number: int
    seat: int | None
    decision: str
    answer: Any
    events: list[Event]
    state: Any
    snapshot: Snapshot
    hash: str


def replayed(script: Script) -> Iterator[Step]:
    """Yield the deal and every move. Raises BadRecord at the first line that is wrong."""
    rules, dice, hashes = script.rules, Dice(script.seed), Hashes(script.rules, CHECK)
    state, events = rules.setup(script.places, script.first, script.options, dice)
    at, check = script.dealt
    yield checked(hashes, at, check, Step(0, None, "setup", None, events, state, rules.dump(state), ""))
    states = {0: state}
    for said in script.moves:
        try:
            answer, played = carried_out(rules, states, said, dice)
        except BadRecord:
            raise
        except RulesError as refusal:
            raise BadRecord(said.at, refusal.text) from None
        states[said.number] = played.state
        states.pop(said.number - FARTHEST_BACK - 1, None)
        rules = rules.of_version(answer) if said.decision == NEW_RULES else rules
        step = Step(said.number, said.seat, said.decision, answer, played.events, played.state, rules.dump(played.state), "")
        yield checked(hashes, said.at, said.check, step)
    at, reason = script.end
    ended: Outcome | None = rules.outcome(states[len(script.moves)])
    if ended is None or ended.reason != reason:
        raise BadRecord(at, "The game does not end here in that way.")


def carried_out(rules: Ruleset, states: dict[int, Any], said: Said, dice: Dice) -> tuple[Any, Changed | Played]:
    """Return the answer and its result. Raises RulesError."""
    state = states[said.number - 1]
    if said.decision == "undo":
        back = target(said.words)
        if back not in states or rules.outcome(state) is not None:
            raise BadRecord(said.at, "There is no such move to go back to.")
        return back, Changed(states[back], [Event("undone", said.seat)])
    if said.decision == "last-round":
        return None, last_round(rules, state)
    if said.decision == "close":
        return said.words, close_game(rules, state, said.words)
    if said.decision == NEW_RULES:
        return new_rules(rules, state, said)
    seat = SITE if said.seat is None else said.seat
    if said.decision == "resign":
        return None, leave(rules, state, seat, dice)
    decision = find_decision(rules, state, seat, said.decision)
    answer = decision.check(read_answer(rules, decision, said.words))
    return answer, play(rules, state, Action(seat, said.decision, answer), dice)


def new_rules(rules: Ruleset, state: Any, said: Said) -> tuple[Any, Changed]:
    """Move the game to the next version of its rules; return (version, result). Raises BadRecord."""
    version = rules.version + 1
    if said.words != str(version) or version not in rules.new_laws or rules.outcome(state) is not None:
        raise BadRecord(said.at, "A game cannot be moved to that version of the rules here.")
    return version, Changed(moved(rules, state, version), [Event(NEW_RULES, facts={"version": version}, reveals=True)])


def checked(hashes: Hashes, at: int, check: str, step: Step) -> Step:
    """Return the step with its hash if it agrees with the record. Raises BadRecord."""
    hashed = hashes.found(step.state, check)
    if not hashed:
        raise BadRecord(at, "After this line the table is not the recorded one: something here was changed.")
    return step._replace(hash=hashed)
