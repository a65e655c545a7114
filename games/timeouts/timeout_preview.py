"""Preview a timeout in one sentence, which pages and letters put after “If you do not, …”.

It must agree with `expiring.fallback_action`.
"""

from typing import Any

from games.deadlines import absences
from games.engine import Confirm, Decision
from games.play import controllers
from games.play.order_log import answer_words
from games.queries.table_view import TableView
from games.timeouts import expiring
from games.timeouts.expiring import LastTurn


def sentence(table: TableView, decision: Decision) -> str:
    """Return what happens with this decision of the reader's on a timeout."""
    leave = table.me is not None and table.me.user is not None and absences.wants_automatic(table.me.user)
    first = "a day of your leave is taken, if you have one left that helps; otherwise " if leave else ""
    return first + played(table, decision)


def played(table: TableView, decision: Decision) -> str:
    """Return who answers on a timeout and how: a bot, the last turn again, standing orders, or the default."""
    game, rules, wishes = table.game, table.rules, table.wishes
    if not decision.reaction and expiring.has_helmsman(game, wishes.fallback):
        return "a bot plays the rest of your turn."
    if not decision.reaction and wishes.fallback == "again":
        answer = LastTurn.of_seat(game, decision.seat).answer(decision)
        if answer is not None:
            return f"we play your last turn again, as far as it fits: {words(table, decision, answer)}."
    answer = controllers.by_orders(rules, wishes.orders, table.view, decision)
    if answer is None or answer == decision.default or not wishes.orders:  # defaults are not the captain's choice
        alone = decision.reaction or isinstance(decision, Confirm)  # a single answer
        beginning = "we answer for you:" if alone else "we play for you:"
        return f"{beginning} {words(table, decision, decision.default if answer is None else answer)}."
    beginning = "your standing orders answer:" if decision.reaction else "we play by your standing orders:"
    return f"{beginning} {words(table, decision, answer)}."


def words(table: TableView, decision: Decision, answer: Any) -> str:
    return answer_words(table.rules, decision, answer, table.names)
