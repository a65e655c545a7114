"""What becomes of a question that its captain leaves unanswered, told to them beforehand in one plain sentence.

Pages and letters put it behind “If you do not, …”. It follows `expiring.said_for`, which does what is promised here.
"""

from typing import Any

from games.deadlines import auto_leave
from games.engine import Confirm, Decision
from games.play import controllers
from games.play.order_log import answer_words
from games.queries.table_view import TableView
from games.timeouts import expiring
from games.timeouts.repeat_last_turn import LastTurn


def sentence(table: TableView, decision: Decision) -> str:
    """What is done about this decision of the reader's own when their time is out. `table` is that of `queries.table`."""
    leave = table.me is not None and table.me.user is not None and auto_leave.wants(table.me.user)
    first = "a day of your leave is taken, if you have one left that helps; otherwise " if leave else ""
    return first + played(table, decision)


def played(table: TableView, decision: Decision) -> str:
    """Who answers, and what: the helmsman, their last turn, their standing orders, or the default."""
    game, rules, wishes = table.game, table.rules, table.wishes
    if not decision.reaction and expiring.has_helmsman(game, wishes.fallback):
        return "a bot plays the rest of your turn."
    if not decision.reaction and wishes.fallback == "again":
        said = LastTurn.of_seat(game, decision.seat).answer(decision)
        if said is not None:
            return f"we play your last turn again, as far as it fits, starting with: {words(table, decision, said)}."
    said = controllers.by_orders(rules, wishes.orders, table.view, decision)
    if said is None or said == decision.default or not wishes.orders:  # usual orders are no wish of theirs
        alone = decision.reaction or isinstance(decision, Confirm)  # nothing comes after it
        what = "we answer for you:" if alone else "we play for you, starting with:"
        return f"{what} {words(table, decision, decision.default if said is None else said)}."
    what = "your standing orders answer:" if decision.reaction else "we play by your standing orders, starting with:"
    return f"{what} {words(table, decision, said)}."


def words(table: TableView, decision: Decision, answer: Any) -> str:
    return answer_words(table.rules, decision, answer, table.names)
