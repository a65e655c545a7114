"""A record played again: every line is checked against the rules and against the table that was recorded."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine import SITE, Action, Dice, Event, Outcome, Played, RulesError, Ruleset, Snapshot, close, last_round, leave, play
from games.engine.play import find_decision
from games.replay import digest

from .errors import BadRecord
from .reading import Said, Script
from .words import hear
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
    """The deal and every move. Raises BadRecord at the first line that is not right."""
    rules, dice = script.rules, Dice(script.seed)
    state, events = rules.setup(script.places, script.first, script.options, dice)
    at, check = script.dealt
    yield checked(at, check, Step(0, None, "setup", None, events, state, rules.dump(state), ""))
    states = {0: state}
    for said in script.moves:
        try:
            answer, played = carried_out(rules, states, said, dice)
        except RulesError as refusal:
            raise BadRecord(said.at, refusal.text) from None
        states[said.number] = played.state
        step = Step(said.number, said.seat, said.decision, answer, played.events, played.state, rules.dump(played.state), "")
        yield checked(said.at, said.check, step)
    at, reason = script.end
    ended: Outcome | None = rules.outcome(states[len(script.moves)])
    if ended is None or ended.reason != reason:
        raise BadRecord(at, "The game does not end here in that way.")


def carried_out(rules: Ruleset, states: dict[int, Any], said: Said, dice: Dice) -> tuple[Any, Played]:
    """What was said, and what came of it. Raises RulesError."""
    state = states[said.number - 1]
    if said.decision == "undo":
        back = int(said.words) if said.words.isdecimal() and said.words.isascii() else -1
        if back not in states or rules.outcome(state) is not None:
            raise BadRecord(said.at, "There is no such move to go back to.")
        return back, Played(states[back], [Event("undone", said.seat)])
    if said.decision == "last-round":
        return None, last_round(rules, state)
    if said.decision == "close":
        return said.words, close(rules, state, said.words)
    seat = SITE if said.seat is None else said.seat
    if said.decision == "resign":
        return None, leave(rules, state, seat, dice)
    decision = find_decision(rules, state, seat, said.decision)
    answer = decision.check(hear(rules, decision, said.words))
    return answer, play(rules, state, Action(seat, said.decision, answer), dice)


def checked(at: int, check: str, step: Step) -> Step:
    """The step with its hash, if that is the recorded one."""
    hashed = digest(step.snapshot)
    if hashed[:CHECK] != check:
        raise BadRecord(at, "After this line the table is not the recorded one: something here was changed.")
    return step._replace(hash=hashed)
