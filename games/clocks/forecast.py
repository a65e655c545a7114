"""What terms come to: a turn that began at this moment, when it would be due, and until when an answer would count."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from games.clocks.due_times import Span, deadline, merged
from games.clocks.paces import Asked
from games.clocks.terms import Terms


class Forecast(NamedTuple):
    """A turn that begins at `asked`: due then, and played for the captain at `out`."""

    asked: datetime
    due: datetime
    out: datetime


def forecast_turn(terms: Terms, at: datetime) -> Forecast | None:
    """The first turn of such a table, if it began at this moment; None where no clock runs."""

    def pauses() -> Iterator[Span]:
        return merged(terms.calendar.spans(at))

    given = terms.pace.allowance(Asked(at, terms.zone, terms.pace.first_bank, pauses))
    if given is None:
        return None
    return Forecast(at, deadline(at, given, pauses()), deadline(at, given + terms.patience, pauses()))
