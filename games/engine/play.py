"""The only functions that change a game, and the reactions that need no player. Pure: no function modifies the state passed to it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from .decisions import SITE, Decision
from .dice import Dice
from .facts import CLOSED, LAST_ROUND, Action, Event, GameOver, IllegalAction, NotYourDecision, named
from .ruleset import Ruleset, S, V


class Changed(NamedTuple, Generic[S]):
    state: S
    events: list[Event]


class Played(NamedTuple, Generic[S]):
    """The result of an action: the new state, the events, the decision that was answered, and the action in canonical form."""

    state: S
    events: list[Event]
    decision: Decision
    action: Action


def find_decision(rules: Ruleset[S, Any], state: S, seat: int, name: str, listed: Sequence[Decision] | None = None) -> Decision:
    """Return a seat's open decision by name; `listed` holds all open decisions, if known. Raise NotYourDecision if there is none."""
    for decision in rules.decisions(state) if listed is None else listed:
        if decision.seat == seat and decision.name == name:
            return decision
    if seat is SITE:
        raise NotYourDecision("not-asked", "The game is waiting for a captain, not for time to pass.")
    raise rules.not_asked(state, seat, name)


def play(rules: Ruleset[S, Any], state: S, action: Action, dice: Dice, listed: Sequence[Decision] | None = None) -> Played[S]:
    """Apply one action to a copy of `state`. `listed` holds the open decisions, if the caller already has them.

    Raise GameOver, NotYourDecision or IllegalAction (each with a code and a law) if the action is refused; then nothing has changed.
    """
    if rules.outcome(state) is not None:
        raise GameOver("game-over", "This game has ended.")
    decision = find_decision(rules, state, action.seat, action.decision, listed)
    try:
        answer = decision.check(action.answer)
    except IllegalAction as refusal:
        raise rules.why_not(state, decision, action.answer, refusal) from None
    after = state.copy()
    dice.count = state.draws
    understood = action if answer is action.answer else Action(action.seat, action.decision, answer)
    events = rules.apply(after, decision, understood, dice)
    after.draws = dice.count
    return named(Played, (after, events, decision, understood))


def leave(rules: Ruleset[S, Any], state: S, seat: int, dice: Dice) -> Changed[S]:
    """Remove a seat for good; the ruleset decides where its goods go. Raise GameOver after the end, NotYourDecision if it left before."""
    if rules.outcome(state) is not None:
        raise GameOver("game-over", "This game has ended.")
    if seat not in rules.seats_left(state):
        raise NotYourDecision("not-seated", "That seat has left already.")
    after = state.copy()
    dice.count = state.draws
    events = rules.leave(after, seat, dice)
    after.draws = dice.count
    return Changed(after, events)


def last_round(rules: Ruleset[S, Any], state: S) -> Changed[S]:
    """Make the current round the last, because the agreed time has come. Raise GameOver or IllegalAction if that is impossible."""
    if rules.outcome(state) is not None:
        raise GameOver("game-over", "This game has ended.")
    if not rules.round_limit:
        raise IllegalAction("no-rounds", "This game knows no last round.")
    after = state.copy()
    rules.last_round(after)
    return Changed(after, [Event(LAST_ROUND, facts={"round": rules.turn(after)[0]}, reveals=True)])


def close_game(rules: Ruleset[S, Any], state: S, reason: str) -> Changed[S]:
    """End the game as it stands, by agreement or because it stalled; the ruleset ranks the seats. Raise GameOver if the game has ended."""
    if rules.outcome(state) is not None:
        raise GameOver("game-over", "This game has ended.")
    after = state.copy()
    rules.close_game(after, reason)
    return Changed(after, [Event(CLOSED, facts={"reason": reason}, reveals=True)])


Answer = Callable[[V, Decision], Any]
"""`answer(view, decision)` returns the seat's immediate answer. None means: ask the player, or skip an optional decision."""


def next_reaction(rules: Ruleset[S, V], state: S, answers: Mapping[int, Answer[V]]) -> Action | None:
    """Return the next reaction by standing orders, or None if no reaction is possible without asking a player.

    `answers` maps each seat to the function that answers for it. Required reactions come before optional reactions,
    which are offered in the ruleset's own order (clockwise from the mover). If no function answers, return the
    site's answer to a question of the seat `SITE` that has no waiting time.
    """
    decisions = rules.decisions(state)
    for decision in reactions(decisions):
        speak = answers.get(decision.seat)
        if speak is None:
            continue
        answer = speak(rules.view(state, decision.seat), decision)
        if answer is not None:
            return Action(decision.seat, decision.name, answer)
        if not decision.optional:
            return None
    return next((site_answer(decision) for decision in decisions if decision.seat is SITE and not decision.facts["hours"]), None)


def site_answer(decision: Decision) -> Action:
    return Action(SITE, decision.name, decision.default)


def reactions(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Yield the open reactions, required ones first."""
    open_reactions = [decision for decision in decisions if decision.reaction]
    yield from (decision for decision in open_reactions if not decision.optional)
    yield from (decision for decision in open_reactions if decision.optional)


def waiting_for(rules: Ruleset[S, Any], state: S) -> Decision | None:
    """Return the one required decision that the game waits for, or None if the game is over."""
    return next((decision for decision in rules.decisions(state) if not decision.optional), None)
