"""Everyone's score in one line, so that it can stand beside the board."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import Player
from games.queries.table_view import TableView, goal_of

SHOWN = ("name", "mark", "colour", "mine", "on_turn", "gone")


def scoreboard(seen: TableView, captains: Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """Return what the scores show of each seat; empty before the game begins.

    `captains` is what the edition's page tells of each seat. Without it seats have their number, and no colour.
    """
    told = list(captains or ()) or [plain_captain(seen, seat) for seat in range(len(seen.scores))]
    if not told:
        return []
    goal = goal_of(seen)
    shared = {"goal": seen.rules.counted(goal) if goal and isinstance(goal, int) else goal or ""}
    return [{key: captain[key] for key in SHOWN} | shared | {"score": score} for captain, score in zip(told, seen.scores, strict=False)]


def add_former_names(captains: Iterable[dict[str, Any]] | None, players: Iterable[Player]) -> None:
    """Add what a captain was called until lately to what the page shows of each."""
    for captain, player in zip(captains or (), players, strict=False):
        if player.formerly:
            captain["formerly"] = player.formerly


def plain_captain(seen: TableView, seat: int) -> dict[str, Any]:
    """Return the name and the number of a seat."""
    turn = seen.game.turn
    return {"name": seen.names[seat], "mark": seat + 1, "colour": None, "mine": seat == seen.seat, "on_turn": seat == turn, "gone": False}
