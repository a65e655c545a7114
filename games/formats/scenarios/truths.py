"""Checks for any game: open questions, offers, events, winners."""

from collections.abc import Callable, Iterator
from typing import Any

from games.engine import SITE, Choose, Decision, Event, IllegalAction
from games.kit.words import WordError, mapping, under, whole, yes_or_no

SPECTATOR = "spectator"
TIME = "time"
"""Stands for a captain when the game waits only for time to pass."""


def listed(value: Any) -> list:
    """Return one thing or a list of things as a list."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def question(table: Any, text: Any) -> tuple[int, str]:
    """Return "London sail" as (seat, decision)."""
    captain, _, name = str(text).strip().partition(" ")
    if not name:
        raise WordError(f"Write the captain and the question, like London sail, not {text}.")
    return SITE if captain == TIME else table.words.seat(table.state, captain), name.strip().replace(" ", "-")


def open_questions(table: Any) -> list[str]:
    """Return the open questions as people write them."""
    return [in_words(table, found) for found in table.open()]


def in_words(table: Any, decision: Decision) -> str:
    """Return a decision as "London sail"."""
    return f"{TIME if decision.seat is SITE else table.words.captain(table.state, decision.seat)} {decision.name}"


def find(table: Any, text: Any) -> Decision | None:
    """Return the open question of that name, or None."""
    seat, name = question(table, text)
    return next((found for found in table.open() if (found.seat, found.name) == (seat, name)), None)


def check_asked(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these questions are open (there may be more)."""
    for text in listed(wanted):
        if find(table, text) is None:
            yield text, ", ".join(open_questions(table)) or "no question at all"


def check_not_asked(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these questions are not open."""
    for text in listed(wanted):
        if find(table, text) is not None:
            yield f"{text} not asked", ", ".join(open_questions(table))


def waits_for(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check the one question the game waits for."""
    found = [in_words(table, decision) for decision in table.open() if not decision.optional]
    if found[:1] != listed(wanted):
        yield wanted, found[0] if found else "nobody"


def answers(table: Any, wanted: Any) -> Iterator[tuple[str, Any, list]]:
    """Yield (question, decision, the answers written under it)."""
    for text, values in mapping(wanted, "offered").items():
        with under(text):
            decision = find(table, text)
            if decision is not None:
                yield text, decision, [read_answer(table, decision, value) for value in listed(values)]
            else:
                yield text, None, listed(values)


def read_answer(table: Any, decision: Decision, value: Any) -> Any:
    """Return one answer in the engine's form."""
    text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return table.words.said(table.state, decision.seat, f"{decision.name} {text}", [decision]).answer


def accepts(decision: Decision, answer: Any) -> bool:
    """Return whether this answer is legal."""
    try:
        decision.check(answer)
    except IllegalAction:
        return False
    return True


def offered(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that each of these answers would be accepted."""
    for text, decision, values in answers(table, wanted):
        if decision is None:
            yield f"{text} asked", ", ".join(open_questions(table)) or "no question", (text,)
            continue
        for value in values:
            if not accepts(decision, value):
                yield f"{table.words.written(table.state, decision, value)} offered", options(table, decision), (text,)


def not_offered(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that none of these answers would be accepted."""
    for text, decision, values in answers(table, wanted):
        for value in values if decision is not None else ():
            if accepts(decision, value):
                yield f"{table.words.written(table.state, decision, value)} not offered", options(table, decision), (text,)


def only_offered(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that exactly these answers are offered, in any order."""
    for text, decision, values in answers(table, wanted):
        if decision is None:
            yield f"{text} asked", ", ".join(open_questions(table)) or "no question", (text,)
            continue
        legal = set(decision.options) if isinstance(decision, Choose) else set(decision.answers())
        said = {value if isinstance(decision, Choose) else canonical(decision, value) for value in values}
        if legal != said:
            yield *(sorted(table.words.written(table.state, decision, one) for one in some) for some in (said, legal)), (text,)


def canonical(decision: Decision, answer: Any) -> Any:
    return decision.check(answer) if accepts(decision, answer) else answer


def options(table: Any, decision: Decision) -> str:
    """Return what a question offers, for a report."""
    some = [] if decision is None else list(getattr(decision, "options", ()))
    return f"offered: {', '.join(table.words.written(table.state, decision, one) for one in some)}" if some else "other answers"


def default(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check the answer for a captain whose time has run out."""
    for text, decision, values in answers(table, wanted):
        if decision is None:
            yield f"{text} asked", ", ".join(open_questions(table)) or "no question", (text,)
        elif len(values) != 1:
            raise WordError(f"A question has one default, not {len(values)}.")
        elif canonical(decision, values[0]) != decision.default:
            said, usual = (table.words.written(table.state, decision, one) for one in (values[0], decision.default))
            yield said, usual, (text,)


def written_event(table: Any, event: Event) -> str:
    """Return "sailed Bombay": the event and its seat."""
    return event.name if event.seat is None else f"{event.name} {table.words.captain(table.state, event.seat)}"


def is_event(table: Any, event: Event, wanted: Any) -> bool:
    """Return whether "sailed", or "sailed Bombay", means this event."""
    return str(wanted) in (event.name, written_event(table, event))


def log(table: Any, happened: Any) -> str:
    return ", ".join(written_event(table, event) for event in happened) or "nothing happened"


def events(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these events happened, in this order (others may have happened in between)."""
    happened = iter(table.events)
    for name in listed(wanted):
        if not any(is_event(table, event, name) for event in happened):
            yield name, log(table, table.events)
            return


def no_events(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that these events did not happen."""
    for name in listed(wanted):
        if any(is_event(table, event, name) for event in table.events):
            yield f"no {name}", log(table, table.events)


def heard(table: Any, captain: str) -> list:
    """Return the events that one seat (or a spectator) was told."""
    seat = None if captain == SPECTATOR else table.words.seat(table.state, captain)
    return [event for event in table.events if event.seen_by(seat)]


def check_told(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check captain -> events they were told."""
    for captain, names in mapping(wanted, "told").items():
        for name in listed(names):
            if not any(is_event(table, event, name) for event in heard(table, captain)):
                yield name, log(table, heard(table, captain)), (captain,)


def check_not_told(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check captain -> events kept from them."""
    for captain, names in mapping(wanted, "not told").items():
        for name in listed(names):
            if any(is_event(table, event, name) for event in heard(table, captain)):
                yield f"no {name}", log(table, heard(table, captain)), (captain,)


def turn(table: Any, wanted: Any) -> Iterator[tuple]:
    came = table.rules.turn(table.state)[1]
    if table.words.seat(table.state, wanted) != came:
        yield wanted, table.words.captain(table.state, came)


def round_(table: Any, wanted: Any) -> Iterator[tuple]:
    if whole(wanted) != table.rules.turn(table.state)[0]:
        yield wanted, table.rules.turn(table.state)[0]


def winners(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check that exactly these won; "nobody" while the game goes on."""
    outcome = table.rules.outcome(table.state)
    names = [] if wanted == "nobody" else [table.words.captain(table.state, table.words.seat(table.state, one)) for one in listed(wanted)]
    came = [table.words.captain(table.state, seat) for seat in outcome.winners] if outcome else []
    if sorted(names) != sorted(came):
        yield ", ".join(names) or "nobody", ", ".join(came) or "nobody"


def reason(table: Any, wanted: Any) -> Iterator[tuple]:
    outcome = table.rules.outcome(table.state)
    if outcome is None or outcome.reason != wanted:
        yield wanted, outcome.reason if outcome else "the game goes on"


def by_captain(values: Callable) -> Callable:
    """Make a check of captain -> value; `values(table)` has one for each seat once there is an outcome."""

    def compare(table: Any, wanted: Any) -> Iterator[tuple]:
        found = values(table)
        for captain, value in mapping(wanted, "This").items():
            came = found[table.words.seat(table.state, captain)] if found else "no outcome yet"
            if value != came:
                yield value, came, (captain,)

    return compare


def places(table: Any) -> Any:
    outcome = table.rules.outcome(table.state)
    return outcome.places if outcome else ()


def can_undo(table: Any, wanted: Any) -> Iterator[tuple]:
    """Check whether the newest action may be taken back."""
    if yes_or_no(wanted) != bool(table.back):
        yield yes_or_no(wanted), bool(table.back)


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
    "scores": by_captain(lambda table: table.rules.scores(table.state)),
    "places": by_captain(places),
    "can undo": can_undo,
}
