"""The editions are one game with different data: the printed data of each, and the rules they share."""

from dataclasses import replace

import pytest

from games.engine import Dice
from games.kit.heading import HEADINGS
from games.rulesets.buccaneer import CLASSIC, FAMILY, ONLINE, RULESETS
from games.rulesets.buccaneer.card_texts import face
from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.sea import off_the_coast, ports_ahead
from games.rulesets.buccaneer.setup import crew_pack
from tests.rulesets.buccaneer.test_scenarios import FILES
from tests.scenario_language import Scenario, read_file, run

SMALL = """
20 f f f f f . . . . . . . . C . . . . . k
19 f F F F f . . . . . . . . . . . . . . .
18 f F F F f . . . . . . . . . . . . . . .
17 f F F F f . . . . . . . . . . . . . . .
16 f F F F f . . . . . . . . . . . . . . .
15 f f f f f . . . . . . . . . . . . . . .
14 L . . . . . . . . . . . . . . . . . . A
13 . . . . . . . t t t t t t . . . . . . .
12 . . . . . . . t T T T T t . . . . . . .
11 . . . . . . . t T T T T t . . . . . . .
10 . . . . . . . t T T T T t . . . . . . .
9 . . . . . . . t T T T T t . . . . . . .
8 . . . . . . . t t t t t t . . . . . . .
7 V . . . . . . . . . . . . . . . . . . M
6 . . . . . . . . . . . . . . . . . . . .
5 . . . . . . . . . . . . . . . . P P P .
4 . . . . . . . . . . . . . . . . P P P .
3 . . . . . . . . . . . . . . . . P P P .
2 . . . . . . . . . . . . . . . . P P P .
1 m . . . . . G . . . . . . . . . . . . a
"""
PICTURE = {(c, int(line.split()[0])): sign for line in SMALL.strip().splitlines() for c, sign in enumerate(line.split()[1:], 1)}
SEA = FAMILY.data.sea


def test_the_small_chart_is_the_picture():
    for (c, r), sign in PICTURE.items():
        square = SEA.number(c, r)
        assert (square in SEA.sea) == (sign in ".ftmka")
        assert (square in SEA.coast, square in SEA.flat_coast) == (sign == "t", sign == "f")
        assert (square in SEA.port_at) == (sign in "LCAVMG")
        if sign in "LCAVMG":
            assert SEA.names[square][0] == sign
    assert [SEA.names[square] for square in (SEA.mud_bay, SEA.cliff_creek, SEA.anchor)] == ["A1", "T20", "T1"]


def test_harbours_of_the_small_sea_have_three_exits_and_end_every_line():
    for port, harbour in enumerate(SEA.harbours):
        assert {HEADINGS[heading] for heading, ray in enumerate(SEA.rays[harbour]) if ray} == set(SEA.ports[port].exits)
    for square, rays in SEA.rays.items():
        for heading, ray in enumerate(rays):
            assert not any(stop in SEA.port_at for stop in ray[:-1])
            assert all(square in SEA.rays[stop][(heading + 4) % 8] for stop in ray)


def test_card_1_ends_in_open_water_from_every_coast_square_of_the_small_sea():
    for square in SEA.coast:
        ray = SEA.rays[square][off_the_coast(SEA, square)]
        short = SEA.names[square] in ("H13", "M8")
        assert len(ray) == 3 if short else len(ray) >= 4
        assert ray[min(4, len(ray)) - 1] in SEA.sea


def test_card_6_finds_a_port_from_every_coast_square_of_the_small_sea():
    for square in SEA.coast:
        for heading in range(8):
            assert 1 <= len(ports_ahead(SEA, square, heading)) <= 2


def test_nobody_lives_in_venice_or_amsterdam_but_in_the_online_edition():
    names = [{name for _, name in rules.places} for rules in RULESETS]
    assert [len(found) for found in names] == [8, 6, 4]
    assert [bool(found & {"Venice", "Amsterdam"}) for found in names] == [True, False, False]
    assert names[2] == {"London", "Genoa", "Marseilles", "Cadiz"}


def test_the_small_pack_has_six_of_each_crew_card():
    pack = crew_pack(36, 4)
    assert len(pack) == 36
    assert {pack.count(card) for card in set(pack)} == {6}


@pytest.mark.parametrize("rules", [CLASSIC, FAMILY], ids=lambda rules: rules.slug)
@pytest.mark.parametrize("seed", range(6))
def test_who_cuts_the_highest_card_begins_no_matter_who_made_the_table(rules, seed):
    places = [place for place, _ in rules.places][: rules.seats[1]]
    state, events = rules.setup(places, 1, {}, Dice(b"cut %d" % seed))
    cut = {event.seat: event.facts["number"] for event in events if event.name == "cut"}
    assert set(cut) == set(range(len(places)))
    assert rules.turn(state) == (1, max(cut, key=cut.get))
    assert sorted(state.chance) == sorted(CHANCE)
    assert all(
        rules.describe_event(event, [f"captain {seat}" for seat in range(len(places))], None) for event in events if event.to is None
    )


def test_money_buys_what_is_printed_on_the_cards_of_the_edition(golden):
    assert [rules.data.worth["DB"] for rules in RULESETS] == [4, 4, 5]
    assert [rules.data.worth["PE"] for rules in RULESETS] == [5, 5, 4]
    for rules in RULESETS:
        assert golden("cards/buccaneer", [f"{number}. {face(number, rules.data)}" for number in CHANCE], of=rules.slug)
        assert not any(set("{}") & set(face(number, rules.data)) for number in CHANCE)


def test_a_stored_game_belongs_to_its_edition_without_saying_so():
    for rules in RULESETS:
        places = [place for place, _ in rules.places][:2]
        state, _ = rules.setup(places, 0, {}, Dice(b"stored"))
        snapshot = rules.dump(state)
        assert "edition" not in snapshot.public
        assert rules.load(snapshot).sea is rules.data.sea
        assert rules.view(state, 0).public.edition is rules.data


def shared() -> list[Scenario]:
    return [
        scenario
        for file in FILES
        for scenario in read_file(file)
        if scenario.game == "buccaneer"
        and not scenario.given.get("new game")
        and not {"Venice", "Amsterdam"}
        & {str(name) for key in ("ships", "captains", "safety zones") for name in scenario.given.get(key) or ()}
    ]


def test_what_holds_in_the_online_edition_holds_in_the_classic_one_under_the_same_agreements():
    """The laws are the same: with the options of the online edition, the classic one plays its scenarios exactly."""
    scenarios = shared()
    assert len(scenarios) > 150
    for scenario in scenarios:
        version = scenario.given.get("version", ONLINE.version)
        agreed = {option.key: option.default for option in ONLINE.options if option.key != "crew_deck" and option.since <= version}
        given = type(scenario.given)(scenario.given)
        given.lines, given.line = scenario.given.lines, scenario.given.line
        given["options"] = {**agreed, **(scenario.given.get("options") or {})}
        run(replace(scenario, game="buccaneer-classic", given=given))
