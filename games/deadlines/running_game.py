"""What deadlines need of a game that is being played: `games.play.session.Session`, which lies above this folder."""

from datetime import datetime
from typing import Any, Protocol

from games.deadlines.table_clock import TableClock
from games.engine import Action, Decision, Outcome, Ruleset
from games.models import Game, Move, Player, Wait


class RunningGame(Protocol):
    """A running game under its lock. `unasked`: turn -> the first answer in it that was given in advance, and the newest move then."""

    game: Game
    rules: Ruleset
    state: Any
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
