"""The colours of the chart, the width of its sheet, and the quays."""

from games.kit.crew_game import grid
from games.kit.crew_game.grid import middle
from games.kit.crew_game.quays import Plan, Quay
from games.kit.ink import Ink, by_name

from .board import HARBOURS
from .chart import CHART

EDGE = 44
SHEET = grid.sheet(CHART, EDGE)

PRINT = Ink(ports=("#3a6fb5", "#e9c93a", "#8b8880", "#7a4c9e", "#e2852a", "#2f7d4c", "#8b8880", "#bd352a"))
PAGE = by_name(len(CHART.ports))


PLAN = Plan(docks=(1.5, 96), zone=(1.5, 68), depth=(20.5, 42.5), name=(14, 50.5), letter=3.6, gap=11, arrow=(19, 13, 0.04))
INLAND = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}


def quay(port: int) -> Quay:
    """Return the quay of a port, with its docks towards the middle of the board's side."""
    x, y = middle(CHART, CHART.harbours[port])
    half = middle(CHART, CHART.number(CHART.size // 2, 1))[0]
    inland = INLAND[HARBOURS[port].side]
    along = (0, 1 if y < half else -1) if inland[0] else (1 if x < half else -1, 0)
    return Quay(port, HARBOURS[port].name, port, x, y, inland, along, PLAN)


QUAYS = tuple(quay(port) for port in range(len(HARBOURS)))
