"""The squares to which chance cards 1 and 6 carry a ship from every square of the coast, against the printed tables."""

import pytest

from games.kit.heading import HEADINGS
from games.rulesets.buccaneer.editions import ONLINE
from games.rulesets.buccaneer.sea import off_the_coast, ports_ahead

CHART = ONLINE.sea

CARD_1 = {
    **{(10, r): (6, r) for r in range(11, 15)},
    **{(15, r): (19, r) for r in range(11, 15)},
    **{(c, 10): (c, 6) for c in range(11, 15)},
    **{(c, 15): (c, 19) for c in range(11, 15)},
    (10, 10): (6, 6), (10, 15): (6, 19), (15, 15): (19, 19), (15, 10): (19, 6),
}  # fmt: skip

CARD_6 = """
coast N NE E SE S SW W NW
(10,15) Ams Mar Bom Bri Lon Gen Ven Ams
(11,15) Ams Mar Bom Cad Lon Gen Ven Ams
(12,15) Ams/Mar Mar Bom Cad Lon Gen Ven Ams
(13,15) Mar Mar Bom Cad Bri/Lon Gen Ven Ams
(14,15) Mar Mar Bom Cad Bri Gen Ven Ams
(15,15) Mar Bom Bom Cad Bri Gen Ven Ams
(10,14) Ams Mar Bom Bri Lon Gen Ven Ven
(15,14) Mar Bom Bom Cad Bri Lon Ven Ams
(10,13) Ams Mar Bom/Cad Bri Lon Gen Ven Ven
(15,13) Mar Bom Bom/Cad Cad Bri Lon Ven Ams
(10,12) Ams Mar Cad Bri Lon Gen Gen/Ven Ven
(15,12) Mar Bom Cad Cad Bri Lon Gen/Ven Ams
(10,11) Ams Mar Cad Bri Lon Gen Gen Ven
(15,11) Mar Bom Cad Cad Bri Lon Gen Ams
(10,10) Ams Bom Cad Bri Lon Gen Gen Ven
(11,10) Ams Bom Cad Bri Lon Lon Gen Ven
(12,10) Ams/Mar Bom Cad Bri Lon Lon Gen Ven
(13,10) Mar Bom Cad Bri Bri/Lon Lon Gen Ven
(14,10) Mar Bom Cad Bri Bri Lon Gen Ven
(15,10) Mar Bom Cad Bri Bri Lon Gen Ams
"""

ROWS = [line.split() for line in CARD_6.strip().splitlines()[1:]]
TIMES = [(row[0], heading, ports) for row in ROWS for heading, ports in zip(HEADINGS, row[1:], strict=True)]


def cell(text: str) -> tuple[int, int]:
    c, r = text.strip("()").split(",")
    return int(c), int(r)


def test_the_tables_cover_the_whole_coast():
    coast = {CHART.cell(square) for square in CHART.coast}
    assert set(CARD_1) == {cell(row[0]) for row in ROWS} == coast
    assert len(coast) == 20


@pytest.mark.parametrize(("coast", "target"), CARD_1.items())
def test_card_1_blows_to_the_fifth_square_from_the_island(coast, target):
    square = CHART.number(*coast)
    landing = CHART.rays[square][off_the_coast(CHART, square)][3]
    assert CHART.cell(landing) == target


def test_no_target_of_card_1_is_coast_of_flat_island():
    assert not {CHART.number(*target) for target in CARD_1.values()} & CHART.coasts["flat"]


@pytest.mark.parametrize(("coast", "heading", "ports"), TIMES)
def test_card_6_carries_to_the_port_ahead(coast, heading, ports):
    found = ports_ahead(CHART, CHART.number(*cell(coast)), HEADINGS.index(heading))
    names = {CHART.ports[port].name for port in found}
    assert {name[:3] for name in names} == set(ports.split("/"))
