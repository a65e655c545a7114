"""The colours of this chart, and the width of its sheet."""

from games.kit.crew_game import grid
from games.kit.ink import by_name, printed

from .chart import CHART

EDGE = 44
SHEET = grid.sheet(CHART, EDGE)

PRINT = printed(("#3a6fb5", "#e9c93a", "#8b8880", "#7a4c9e", "#e2852a", "#2f7d4c", "#8b8880", "#bd352a"))
"""Day colours as values, for pictures that stand alone."""

PAGE = by_name(len(CHART.ports))
"""The colours by name, for pages."""
