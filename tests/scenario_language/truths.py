"""Checks for any game: open questions, offers, events, winners."""

from collections.abc import Callable, Iterator
from typing import Any

from games.engine import SITE, Choose, Decision, Event, IllegalAction
from tests.scenario_language.words import WordError, mapping, under, whole, yes_or_no

SPECTATOR = "spectator"
TIME = "time"
"""The word in place of a captain if the game only waits for time to pass."""


def listed(value: Any) -> list:
    """Return one thing or a list of things as a list."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def question(run: Any, text: Any) -> tuple[int, str]:
    """Return "London sail" as (seat, decision)."""
    captain, _, name = str(text).strip().partition(" ")
    if not name:
        raise WordError(f"Write the captain and the question, like London sail, not {text}.")
    return SITE if captain == TIME else run.words.seat(run.state, captain), name.strip().replace(" ", "-")


def open_questions(run: Any) -> list[str]:
    """Return the open questions as scenarios write them."""
    return [in_words(run, decision) for decision in run.open()]


def in_words(run: Any, decision: Decision) -> str:
    """Return a decision as "London sail"."""
    return f"{TIME if decision.seat is SITE else run.words.captain(run.state, decision.seat)} {decision.name}"


def find(run: Any, text: Any) -> Decision | None:
    """Return the open question of that name, or None."""
    seat, name = question(run, text)
    return next((decision for decision in run.open() if (decision.seat, decision.name) == (seat, name)), None)


def check_asked(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these questions are open (there may be more)."""
    for text in listed(wanted):
        if find(run, text) is None:
            yield text, ", ".join(open_questions(run)) or "no question at all"


def check_not_asked(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these questions are not open."""
    for text in listed(wanted):
        if find(run, text) is not None:
            yield f"{text} not asked", ", ".join(open_questions(run))


def waits_for(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check the one question the game waits for."""
    required = [in_words(run, decision) for decision in run.open() if not decision.optional]
    if required[:1] != listed(wanted):
        yield wanted, required[0] if required else "nobody"


def answers(run: Any, wanted: Any) -> Iterator[tuple[str, Any, list]]:
    """Yield (question, decision, the answers written under it)."""
    for text, values in mapping(wanted, "offered").items():
        with under(text):
            decision = find(run, text)
            if decision is not None:
                yield text, decision, [read_answer(run, decision, value) for value in listed(values)]
            else:
                yield text, None, listed(values)


def read_answer(run: Any, decision: Decision, value: Any) -> Any:
    """Return one answer in the engine's form."""
    text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return run.words.said(run.state, decision.seat, f"{decision.name} {text}", [decision]).answer


def accepts(decision: Decision, answer: Any) -> bool:
    """Return whether this answer is legal."""
    try:
        decision.check(answer)
    except IllegalAction:
        return False
    return True


def offered(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that each of these answers would be accepted."""
    for text, decision, values in answers(run, wanted):
        if decision is None:
            yield f"{text} asked", ", ".join(open_questions(run)) or "no question", (text,)
            continue
        for value in values:
            if not accepts(decision, value):
                yield f"{run.words.written(run.state, decision, value)} offered", options(run, decision), (text,)


def not_offered(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that none of these answers would be accepted."""
    for text, decision, values in answers(run, wanted):
        for value in values if decision is not None else ():
            if accepts(decision, value):
                yield f"{run.words.written(run.state, decision, value)} not offered", options(run, decision), (text,)


def only_offered(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that exactly these answers are offered, in any order."""
    for text, decision, values in answers(run, wanted):
        if decision is None:
            yield f"{text} asked", ", ".join(open_questions(run)) or "no question", (text,)
            continue
        legal = set(decision.options) if isinstance(decision, Choose) else set(decision.answers())
        expected = {value if isinstance(decision, Choose) else canonical(decision, value) for value in values}
        if legal != expected:
            yield *(sorted(run.words.written(run.state, decision, answer) for answer in some) for some in (expected, legal)), (text,)


def canonical(decision: Decision, answer: Any) -> Any:
    return decision.check(answer) if accepts(decision, answer) else answer


def options(run: Any, decision: Decision) -> str:
    """Return the answers that a question offers, for a report."""
    some = [] if decision is None else list(getattr(decision, "options", ()))
    return f"offered: {', '.join(run.words.written(run.state, decision, answer) for answer in some)}" if some else "other answers"


def default(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check the answer for a captain who times out."""
    for text, decision, values in answers(run, wanted):
        if decision is None:
            yield f"{text} asked", ", ".join(open_questions(run)) or "no question", (text,)
        elif len(values) != 1:
            raise WordError(f"A question has one default, not {len(values)}.")
        elif canonical(decision, values[0]) != decision.default:
            expected, usual = (run.words.written(run.state, decision, answer) for answer in (values[0], decision.default))
            yield expected, usual, (text,)


def written_event(run: Any, event: Event) -> str:
    """Return "sailed Bombay": the event and its seat."""
    return event.name if event.seat is None else f"{event.name} {run.words.captain(run.state, event.seat)}"


def is_event(run: Any, event: Event, wanted: Any) -> bool:
    """Return whether "sailed", or "sailed Bombay", means this event."""
    return str(wanted) in (event.name, written_event(run, event))


def log(run: Any, happened: Any) -> str:
    return ", ".join(written_event(run, event) for event in happened) or "nothing happened"


def events(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these events happened in this order; others may have happened in between."""
    happened = iter(run.events)
    for name in listed(wanted):
        if not any(is_event(run, event, name) for event in happened):
            yield name, log(run, run.events)
            return


def no_events(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these events did not happen."""
    for name in listed(wanted):
        if any(is_event(run, event, name) for event in run.events):
            yield f"no {name}", log(run, run.events)


def heard(run: Any, captain: str) -> list:
    """Return the events that one seat (or a spectator) was told."""
    seat = None if captain == SPECTATOR else run.words.seat(run.state, captain)
    return [event for event in run.events if event.seen_by(seat)]


def check_told(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check captain -> events they were told."""
    for captain, names in mapping(wanted, "told").items():
        for name in listed(names):
            if not any(is_event(run, event, name) for event in heard(run, captain)):
                yield name, log(run, heard(run, captain)), (captain,)


def check_not_told(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check captain -> events kept from them."""
    for captain, names in mapping(wanted, "not told").items():
        for name in listed(names):
            if any(is_event(run, event, name) for event in heard(run, captain)):
                yield f"no {name}", log(run, heard(run, captain)), (captain,)


def turn(run: Any, wanted: Any) -> Iterator[tuple]:
    came = run.rules.turn(run.state)[1]
    if run.words.seat(run.state, wanted) != came:
        yield wanted, run.words.captain(run.state, came)


def round_(run: Any, wanted: Any) -> Iterator[tuple]:
    if whole(wanted) != run.rules.turn(run.state)[0]:
        yield wanted, run.rules.turn(run.state)[0]


def winners(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check that exactly these captains won; "nobody" while the game goes on."""
    outcome = run.rules.outcome(run.state)
    names = [] if wanted == "nobody" else [run.words.captain(run.state, run.words.seat(run.state, name)) for name in listed(wanted)]
    came = [run.words.captain(run.state, seat) for seat in outcome.winners] if outcome else []
    if sorted(names) != sorted(came):
        yield ", ".join(names) or "nobody", ", ".join(came) or "nobody"


def reason(run: Any, wanted: Any) -> Iterator[tuple]:
    outcome = run.rules.outcome(run.state)
    if outcome is None or outcome.reason != wanted:
        yield wanted, outcome.reason if outcome else "the game goes on"


def by_captain(values: Callable) -> Callable:
    """Make a check of captain -> value; `values(run)` has one for each seat once there is an outcome."""

    def compare(run: Any, wanted: Any) -> Iterator[tuple]:
        actual = values(run)
        for captain, value in mapping(wanted, "This").items():
            came = actual[run.words.seat(run.state, captain)] if actual else "no outcome yet"
            if value != came:
                yield value, came, (captain,)

    return compare


def places(run: Any) -> Any:
    outcome = run.rules.outcome(run.state)
    return outcome.places if outcome else ()


def can_undo(run: Any, wanted: Any) -> Iterator[tuple]:
    """Check whether the newest action may be undone."""
    if yes_or_no(wanted) != bool(run.back):
        yield yes_or_no(wanted), bool(run.back)


TRUTHS: dict[str, Callable[..., Iterator[tuple]]] = {
    "asked": check_asked,
    "not asked": check_not_asked,
    "waits for": waits_for,
    "offered": offered,
    "only offered": only_offered,
    "not offered": not_offered,
    "default": default,
    "events": events,
    "no events": no_events,
    "told": check_told,
    "not told": check_not_told,
    "turn": turn,
    "round": round_,
    "winner": winners,
    "reason": reason,
    "scores": by_captain(lambda run: run.rules.scores(run.state)),
    "places": by_captain(places),
    "can undo": can_undo,
}
