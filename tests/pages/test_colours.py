"""Text can be read: every colour of ink on every paper it stands on, by day and by night."""

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = (Path(settings.BASE_DIR) / "static/css/base.css").read_text()
COLOURS = {name: pair for name, *pair in re.findall(r"--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\);", CSS)}
LEAGUES = (Path(settings.BASE_DIR) / "static/css/leagues.css").read_text()
LINES = dict(re.findall(r"svg \.(l\d) \{ color: (.+?); \}", LEAGUES))
INKS = ("ink", "soft", "sea", "blood", "good")
PAPERS = ("paper", "sheet", "sunk")


def brightness(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("ink", INKS)
def test_every_ink_stands_out_from_every_paper(ink, paper, theme):
    assert contrast(COLOURS[ink][theme], COLOURS[paper][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_the_words_on_a_main_button_stand_out(theme):
    assert contrast(COLOURS["on-sea"][theme], COLOURS["sea"][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("paper", ["paper", "sheet"])
def test_the_edges_of_fields_can_be_seen(paper, theme):
    assert contrast(COLOURS["line-strong"][theme], COLOURS[paper][theme]) >= 3


def of_line(name: str, theme: int) -> str:
    """The colour of one line of a drawing of places, said by name or for both themes."""
    said = LINES[name]
    own = re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", said)
    return own[theme + 1] if own else COLOURS[said.removeprefix("var(--").removesuffix(")")][theme]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("paper", ["paper", "sheet"])
@pytest.mark.parametrize("line", [f"l{number}" for number in range(8)])
def test_every_name_beside_its_line_of_places_stands_out(line, paper, theme):
    assert contrast(of_line(line, theme), COLOURS[paper][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["ink", "soft"])
def test_ones_own_row_of_a_table_can_be_read(ink, theme):
    assert contrast(COLOURS[ink][theme], COLOURS["sea-wash"][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("card", re.findall(r"\.cardmark\.\w+ \{ background: (#\w{6}); \}", LEAGUES))
def test_the_edge_of_a_card_stands_out_from_its_colour_or_from_the_paper(card, theme):
    edge = COLOURS["ink"][theme]
    assert max(contrast(edge, card), contrast(card, COLOURS["paper"][theme])) >= 3
