"""The board of this edition against the facts it was printed from."""

import pytest

from games.kit.heading import HEADINGS, STEPS
from games.rulesets.buccaneer.cards import CHANCE, CREW_DECKS, TREASURE
from games.rulesets.buccaneer.editions import ONLINE
from games.rulesets.buccaneer.setup import crew_pack

CHART = ONLINE.sea

PICTURE = """
25 # # # # # # # # A # # # # # # # M # # # # # # # # #
24 # f f f f f . . . . . . . . . . . . . . . . . . k #
23 # f F F F f . . . . . . . . . . . . . . . . . . . #
22 # f F F F f . . . . . . . . . . . . . . . . . . . #
21 # f F F F f . . . . . . . . . . . . . . . . . . . #
20 # f F F F f . . . . . . . . . . . . . . . . . . . #
19 # f f f f f . . . . . . . . . . . . . . . . . . . #
18 # . . . . . . . . . . . . . . . . . . . . . . . . #
17 # . . . . . . . . . . . . . . . . . . . . . . . . B
16 V . . . . . . . . . . . . . . . . . . . . . . . . #
15 # . . . . . . . . . t t t t t t . . . . . . . . . #
14 # . . . . . . . . . t T T T T t . . . . . . . . . #
13 # . . . . . . . . . t T T T T t . . . . . . . . . #
12 # . . . . . . . . . t T T T T t . . . . . . . . . #
11 # . . . . . . . . . t T T T T t . . . . . . . . . #
10 # . . . . . . . . . t t t t t t . . . . . . . . . #
9 # . . . . . . . . . . . . . . . . . . . . . . . . C
8 G . . . . . . . . . . . . . . . . . . . . . . . . #
7 # . . . . . . . . . . . . . . . . . . . . . . . . #
6 # . . . . . . . . . . . . . . . . . . . . . . . . #
5 # . . . . . . . . . . . . . . . . . . . . P P P . #
4 # . . . . . . . . . . . . . . . . . . . . P P P . #
3 # . . . . . . . . . . . . . . . . . . . . P P P . #
2 # . . . . . . . . . . . . . . . . . . . . P P P . #
1 # m . . . . . . . . . . . . . . . . . . . . . . a #
0 # # # # # # # # # L # # # # # # # R # # # # # # # #
"""
"""A row number before each row. Sea (.), islands (T F P) and their coasts (t f), mainland (#), the named corners (m k a),
and capitals on the rim for the harbours (R is Bristol)."""

MAP = {(c, int(line.split()[0])): sign for line in PICTURE.strip().splitlines() for c, sign in enumerate(line.split()[1:])}
HARBOURS = {"B": "Bombay", "C": "Cadiz", "R": "Bristol", "L": "London", "G": "Genoa", "V": "Venice", "A": "Amsterdam", "M": "Marseilles"}


def open_water(c: int, r: int) -> bool:
    return MAP.get((c, r), "#") in ".tfmka"


def walk(start: tuple[int, int], heading: int) -> list[tuple[int, int]]:
    """Return the squares on the way over the picture until land; a harbour ends a line, and has three ways in."""
    (c, r), (dc, dr), line = start, STEPS[heading], []
    if not open_water(c, r) and not open_water(c + dc, r + dr):
        return []
    while open_water(c + dc, r + dr):
        c, r = c + dc, r + dr
        line.append((c, r))
    if MAP.get((c + dc, r + dr), "#") in HARBOURS and MAP.get((c, r)) is not None and open_water(c, r):
        line.append((c + dc, r + dr))
    return line


def test_the_chart_is_the_picture():
    for (c, r), sign in MAP.items():
        square = CHART.number(c, r)
        if 1 <= c <= 24 and 1 <= r <= 24:
            assert (square in CHART.sea) == open_water(c, r)
            assert (square in CHART.coast, square in CHART.flat_coast) == (sign == "t", sign == "f")
        elif sign in HARBOURS:
            assert CHART.names[square] == HARBOURS[sign]


@pytest.mark.parametrize("heading", range(8), ids=HEADINGS)
def test_every_line_of_the_chart_is_a_walk_over_the_picture(heading):
    for square, rays in CHART.rays.items():
        assert [CHART.cell(one) for one in rays[heading]] == walk(CHART.cell(square), heading)


def test_the_sea_has_536_squares():
    assert len(CHART.sea) == 536
    assert len(CHART.land) == 16 + 12 + 12


def test_the_coasts_have_twenty_and_eighteen_squares():
    assert (len(CHART.coast), len(CHART.flat_coast)) == (20, 18)
    assert {"A24", "E19", "A19"} <= {CHART.names[square] for square in CHART.flat_coast}


def test_the_bays_and_the_anchor_lie_in_the_corners():
    assert [CHART.names[square] for square in (CHART.mud_bay, CHART.cliff_creek, CHART.anchor)] == ["A1", "X24", "X1"]


def test_every_harbour_has_three_exits_and_the_mainland_blocks_the_rest():
    for index, harbour in enumerate(CHART.harbours):
        open_lines = {HEADINGS[heading] for heading, ray in enumerate(CHART.rays[harbour]) if ray}
        assert open_lines == set(CHART.ports[index].exits)


def test_nobody_sails_through_a_harbour():
    for rays in CHART.rays.values():
        for ray in rays:
            assert not any(square in CHART.port_at for square in ray[:-1])


def test_what_can_be_reached_can_be_left_the_same_way():
    for square, rays in CHART.rays.items():
        for heading, ray in enumerate(rays):
            for other in ray:
                assert square in CHART.rays[other][(heading + 4) % 8]


def test_no_harbour_reaches_treasure_island_in_one_move():
    for harbour in CHART.harbours:
        assert not any(square in CHART.coast for ray in CHART.rays[harbour] for square in ray)
        assert min(CHART.distances(harbour)[square] for square in CHART.coast) >= 10


def test_the_box_holds_what_it_should():
    assert sum(TREASURE.values()) * ONLINE.pieces == 114
    assert sorted(CHANCE) == list(range(1, 29))
    assert {card.keep for card in CHANCE.values()} - {""} == {"LJ", "DB", "PE", "K1", "K2"}
    for size, total in ((52, 92), (72, 128)):
        pack = crew_pack(size, 2)
        assert len(pack) == size
        assert sum(int(card[1]) for card in pack) == total
        assert sum(CREW_DECKS[size].values()) * 2 == size
