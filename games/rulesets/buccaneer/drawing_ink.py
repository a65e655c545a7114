"""The colours of the chart, and the width of its frame.

On pages every colour is a custom property of the stylesheet, so that themes can change it; in a picture that stands
alone it is a value.
"""

from games.kit.ink import by_name, printed

EDGE = 33

PRINT = printed(("#2f7d4c", "#5aa7d6", "#7a4c9e", "#e2852a", "#e9c93a", "#e58fb0", "#85572f", "#bd352a"))
"""Day colours as values, those of the harbours in the order of `boards.COLOURS`: for pictures that stand alone."""

PAGE = by_name(len(PRINT.ports))
"""The colours by name, for pages, whose stylesheet defines day and night."""
