"""Compute what terms mean in practice: when a turn that begins now would be due, and until when an answer would count."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from games.clocks.due_times import Span, deadline, merged
from games.clocks.paces import Asked
from games.clocks.terms import Terms


class Forecast(NamedTuple):
    """A turn that begins at `asked` and is due at `due`; at `out` the captain times out."""

    asked: datetime
    due: datetime
    out: datetime


def forecast_turn(terms: Terms, start: datetime) -> Forecast | None:
    """Return the forecast of the first turn of a table that begins at `start`, or None if no clock runs."""

    def pauses() -> Iterator[Span]:
        return merged(terms.calendar.spans(start))

    allowance = terms.pace.allowance(Asked(start, terms.zone, terms.pace.first_bank, pauses))
    if allowance is None:
        return None
    return Forecast(start, deadline(start, allowance, pauses()), deadline(start, allowance + terms.patience, pauses()))
