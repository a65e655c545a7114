"""Events for answers by standing orders, which only the seat's captain may see, and answers in words."""

from collections.abc import Sequence
from typing import Any

from games.engine import Amount, Choose, Confirm, Deal, Decision, Event, Pick, Place, Ruleset

ANSWERED_BY_ORDERS = "orders-obeyed"
"""The name of an event for an answer by standing orders. Its facts are the question and the answer."""

KINDS: dict[str, type[Decision]] = {kind.kind: kind for kind in (Amount, Choose, Confirm, Deal, Pick, Place)}


def order_event(decision: Decision, answer: Any) -> Event:
    facts = {"kind": decision.kind, "decision": decision.name, "about": decision.facts, "answer": answer}
    return Event(ANSWERED_BY_ORDERS, decision.seat, facts, to=(decision.seat,))


def order_sentence(rules: Ruleset, event: Event, names: Sequence[str]) -> str:
    """Return the event as a sentence with the question and the orders' answer."""
    facts = event.facts
    decision = KINDS[facts["kind"]](event.seat or 0, facts["decision"], facts=facts["about"])
    return f"To “{rules.ask(decision, names)}” your standing orders answered: {answer_words(rules, decision, facts['answer'], names)}."


def in_short(rules: Ruleset, seat: int, name: str, answer: Any, names: Sequence[str]) -> str:
    """Return an answer in words from the name of its question alone, for queued answers: “Sail: M9”."""
    kind: type[Decision] = Amount if isinstance(answer, int) else Choose
    if isinstance(answer, list | tuple):
        kind = Deal if answer and isinstance(answer[0], list | tuple) else Pick
    decision = kind(seat, name)
    return f"{name.replace('-', ' ').capitalize()}: {answer_words(rules, decision, answer, names)}"


def answer_words(rules: Ruleset, decision: Decision, answer: Any, names: Sequence[str]) -> str:
    if isinstance(decision, Amount) or answer is None:
        return "nothing" if answer is None else str(answer)
    if isinstance(decision, Deal):
        piles = [", ".join(rules.label(decision, item, names) for item in pile) or "nothing" for pile in answer]
        return f"{piles[0]} for {piles[1]}"
    if isinstance(decision, Pick):
        return ", ".join(rules.label(decision, item, names) for item in answer) or "nothing"
    return rules.label(decision, answer, names)
