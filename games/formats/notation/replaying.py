"""Replay a record, and check every line against the rules and the recorded table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine import SITE, Changed, Dice, Event, Outcome, Played, RulesError, Ruleset, Snapshot, moved
from games.engine.play import find_decision
from games.engine.ruleset import State
from games.formats.replay import NEW_RULES, SITE_MOVES, Entry, Hashes, play_entry

from .reading import FARTHEST_BACK, BadRecord, RecordedMove, Script, target
from .words import CHECK, read_answer


class Step(NamedTuple):
    """One journal entry, with its events and the table after the entry."""

    number: int
    seat: int | None
    decision: str
    answer: Any
    events: list[Event]
    state: State
    snapshot: Snapshot
    hash: str


def replayed(script: Script) -> Iterator[Step]:
    """Yield the deal and every move. Raise BadRecord at the first wrong line."""
    rules, dice, hashes = script.rules, Dice(script.seed), Hashes(script.rules, CHECK)
    state, events = rules.setup(script.places, script.first, script.options, dice)
    line, check = script.dealt
    yield checked(hashes, line, check, Step(0, None, "setup", None, events, state, rules.dump(state), ""))
    states = {0: state}
    for move in script.moves:
        try:
            answer, played = carried_out(rules, states, move, dice)
        except BadRecord:
            raise
        except RulesError as refusal:
            raise BadRecord(move.line, refusal.text) from None
        states[move.number] = played.state
        states.pop(move.number - FARTHEST_BACK - 1, None)
        rules = rules.of_version(answer) if move.decision == NEW_RULES else rules
        step = Step(move.number, move.seat, move.decision, answer, played.events, played.state, rules.dump(played.state), "")
        yield checked(hashes, move.line, move.check, step)
    line, reason = script.end
    ended: Outcome | None = rules.outcome(states[len(script.moves)])
    if ended is None or ended.reason != reason:
        raise BadRecord(line, "The game does not end here in that way.")


def carried_out(rules: Ruleset, states: dict[int, State], move: RecordedMove, dice: Dice) -> tuple[Any, Changed | Played]:
    """Carry out one move; return (answer, result). Raise RulesError if the move is not legal."""
    state = states[move.number - 1]
    if move.decision == "undo":
        back = target(move.words)
        if back not in states or rules.outcome(state) is not None:
            raise BadRecord(move.line, "There is no such move to go back to.")
        return back, Changed(states[back], [Event("undone", move.seat)])
    if move.decision == NEW_RULES:
        return new_rules(rules, state, move)
    answer: Any = move.words if move.decision == "close" else None
    if move.decision not in SITE_MOVES:
        decision = find_decision(rules, state, SITE if move.seat is None else move.seat, move.decision)
        answer = decision.check(read_answer(rules, decision, move.words))
    return answer, play_entry(rules, state, Entry(move.number, move.seat, move.decision, answer), dice)


def new_rules(rules: Ruleset, state: State, move: RecordedMove) -> tuple[Any, Changed]:
    """Move the game to the next version of its rules; return (version, result). Raise BadRecord if that is not possible."""
    version = rules.version + 1
    if move.words != str(version) or version not in rules.new_laws or rules.outcome(state) is not None:
        raise BadRecord(move.line, "A game cannot be moved to that version of the rules here.")
    return version, Changed(moved(rules, state, version), [Event(NEW_RULES, facts={"version": version}, reveals=True)])


def checked(hashes: Hashes, line: int, check: str, step: Step) -> Step:
    """Return the step with its hash if the hash matches the record. Raise BadRecord otherwise."""
    hashed = hashes.matching(step.state, check)
    if not hashed:
        raise BadRecord(line, "After this line the table is not the recorded one: something here was changed.")
    return step._replace(hash=hashed)
