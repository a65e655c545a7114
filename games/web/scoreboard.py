"""All scores on one line, to stand beside the board."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import Player
from games.queries.table_view import TableView, goal_of

SHOWN = ("name", "mark", "colour", "mine", "on_turn", "gone")


def scoreboard(seen: TableView, captains: Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """Return the score and the captain of each seat; [] before the game begins.

    `captains` has the edition's facts about each seat. Without them, mark seats by their number and without a colour.
    """
    shown = list(captains or ()) or [plain_captain(seen, seat) for seat in range(len(seen.scores))]
    if not shown:
        return []
    goal = goal_of(seen)
    shared = {"goal": seen.rules.counted(goal) if goal and isinstance(goal, int) else goal or ""}
    return [{key: captain[key] for key in SHOWN} | shared | {"score": score} for captain, score in zip(shown, seen.scores, strict=False)]


def add_former_names(captains: Iterable[dict[str, Any]] | None, players: Iterable[Player]) -> None:
    """Add the former name of each recently renamed captain to the facts about their seat."""
    for captain, player in zip(captains or (), players, strict=False):
        if player.formerly:
            captain["formerly"] = player.formerly


def plain_captain(seen: TableView, seat: int) -> dict[str, Any]:
    """Return the facts about a seat without the edition's: name, number, and whether it is on turn."""
    turn = seen.game.turn
    return {"name": seen.names[seat], "mark": seat + 1, "colour": None, "mine": seat == seen.seat, "on_turn": seat == turn, "gone": False}
