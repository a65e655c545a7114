"""The board of this edition against the facts it was printed from."""

from games.kit.heading import HEADINGS
from games.rulesets.buccaneer.cards import CHANCE, CREW_DECKS, PIECES_OF_EACH, TREASURE
from games.rulesets.buccaneer.chart import ANCHOR, CHART, CLIFF_CREEK, COAST, FLAT_COAST, MUD_BAY
from games.rulesets.buccaneer.setup import crew_pack


def test_the_sea_has_536_squares():
    assert len(CHART.sea) == 536
    assert len(CHART.land) == 16 + 12 + 12


def test_the_coasts_have_twenty_and_eighteen_squares():
    assert (len(COAST), len(FLAT_COAST)) == (20, 18)
    assert {"A24", "E19", "A19"} <= {CHART.names[square] for square in FLAT_COAST}


def test_the_bays_and_the_anchor_lie_in_the_corners():
    assert [CHART.names[square] for square in (MUD_BAY, CLIFF_CREEK, ANCHOR)] == ["A1", "X24", "X1"]


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
        assert not any(square in COAST for ray in CHART.rays[harbour] for square in ray)
        assert min(CHART.distances(harbour)[square] for square in COAST) >= 10


def test_the_box_holds_what_it_should():
    assert sum(TREASURE.values()) * PIECES_OF_EACH == 114
    assert sorted(CHANCE) == list(range(1, 29))
    assert {card.keep for card in CHANCE.values()} - {""} == {"LJ", "DB", "PE", "K1", "K2"}
    for size, total in ((52, 92), (72, 128)):
        pack = crew_pack(size, 2)
        assert len(pack) == size
        assert sum(int(card[1]) for card in pack) == total
        assert sum(CREW_DECKS[size].values()) * 2 == size
