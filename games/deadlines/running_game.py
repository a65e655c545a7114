"""The interface of a running game for this package; `games.play.session.Session`, in a higher layer, implements it."""

from datetime import datetime
from typing import Protocol

from games.deadlines.table_clock import TableClock
from games.engine import Action, Decision, Outcome, Ruleset
from games.engine.ruleset import State
from games.models import Game, Move, Player, Wait


class RunningGame(Protocol):
    """A running game under its lock. `unasked` is {turn key: (first action by orders or queue, number of the move before it)}."""

    game: Game
    rules: Ruleset
    state: State
    now: datetime
    players: list[Player]
    clock: TableClock
    moves: list[Move]
    waits: list[Wait]
    waits_for_bots: bool
    unasked: dict[str, tuple[Action, int]]

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def decisions(self) -> list[Decision]: ...

    @property
    def by_bot(self) -> bool: ...
