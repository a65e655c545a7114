"""Ask a captain to confirm a move that they may regret.

An edition names such moves (`Face.warn`) from the view of the seat alone. A captain may also choose to confirm every move.
Only pages ask; letters and the API show the warning beside the answer instead.
"""

from collections.abc import Sequence
from typing import Any

from games.editions import guard
from games.engine import Action, Decision, IllegalAction, Ruleset, Words
from games.engine.ruleset import View
from games.kit.parts import face_of
from games.play.order_log import answer_words
from games.play.session import Session


class Unconfirmed(Exception):
    """The captain must confirm this move first. It has the question, the answer in words, and a warning or ""."""

    def __init__(self, question: str, answer: str, warning: str):
        super().__init__(warning or answer)
        self.question, self.answer, self.warning = question, answer, warning


def warning_of(rules: Ruleset, view: View, decisions: Sequence[Decision], decision: Decision, answer: Any) -> str:
    """Return the edition's warning about a legal answer to one of these questions; "" without one."""
    beside = [other for other in decisions if other.seat == decision.seat and other is not decision]
    return guard.serve(rules, "warning", "", face_of(rules).warn, view, decision, answer, beside)


def must_be_sure(session: Session, action: Action, always: bool) -> None:
    """Raise Unconfirmed if the edition warns of this move, or if `always` is set. Let illegal moves pass."""
    decision = next((asked for asked in session.decisions if asked.seat == action.seat and asked.name == action.decision), None)
    if decision is None:
        return
    try:
        answer = decision.check(action.answer)
    except IllegalAction:
        return
    rules = session.rules
    warning = warning_of(rules, rules.view(session.state, action.seat), session.decisions, decision, answer)
    if warning or always:
        names = [player.name for player in session.players]
        question = decision.heading if isinstance(decision, Words) else rules.ask(decision, names)
        raise Unconfirmed(question, answer_words(rules, decision, answer, names), warning)
