"""The text board says everything the picture shows, in lines that fit a letter."""

from collections import Counter

import pytest

from games.kit.heading import SPOKEN
from games.rulesets.buccaneer import drawing, seen, text_board
from games.rulesets.buccaneer.cards import NAMES as GOODS
from games.rulesets.buccaneer.editions import ONLINE
from tests.rulesets.buccaneer.chart_positions import NAMES, crowded, early

CHART, PORTS = ONLINE.sea, ONLINE.sea.ports


@pytest.fixture
def view():
    return seen.view(crowded(), 0)


def flat_text(view, names=NAMES):
    """Return the text with its lines joined again."""
    return " ".join(text_board.text(view, names).split())


def rows(view):
    """Return the squares of the lettered sea: (column, row) -> two characters."""
    lines = text_board.chart(view).splitlines()[1:-1]
    return {(column, 25 - index): f"{line[3 + 2 * column : 5 + 2 * column]:<2}" for index, line in enumerate(lines) for column in range(26)}


@pytest.mark.parametrize("make", [early, crowded])
def test_no_line_is_longer_than_a_letter_allows(make):
    for seat in (*make().seats, None):
        assert max(map(len, text_board.text(seen.view(make(), seat), NAMES).splitlines())) <= 66


def test_the_sea_in_letters_is_the_printed_one():
    empty = crowded()
    empty.at, empty.gone = [-1] * 8, tuple(range(8))
    squares = rows(seen.view(empty, None))
    for (column, row), sign in squares.items():
        square = CHART.number(column, row)
        is_water = square in CHART.names
        assert (sign.strip() in set(".tfmka") or square in CHART.port_at) == is_water
    assert [squares[place].strip() for place in ((1, 1), (24, 24), (24, 1), (11, 14), (2, 20), (21, 5), (17, 0))] == list("mkaTFPR")
    assert Counter(sign.strip() for sign in squares.values())["t"] == 20
    assert Counter(sign.strip() for sign in squares.values())["f"] == 18


def test_ships_stand_on_their_squares_two_of_them_with_both_numbers(view):
    squares = rows(view)
    assert squares[13, 9].strip() == "1"
    assert squares[10, 13] == "23"
    assert squares[9, 0] == "4+"


def test_every_ship_is_described(view):
    words = flat_text(view)
    for seat in range(8):
        at, heading = CHART.names[view.public.at[seat]], SPOKEN[view.public.heading[seat]]
        assert f"{NAMES[seat]} of {PORTS[seat].name}" in words
        assert f"at {at}, heading {heading}; " in words
        for item in view.public.holds[seat]:
            assert GOODS[item] in words.split(f"{seat + 1} {NAMES[seat]}")[1].split(f"{seat + 2} {(*NAMES, '')[seat + 1]}")[0]


def test_what_only_the_owner_knows_is_told_to_the_owner_alone(view, golden):
    found, *_, mine = text_board.text(view, NAMES).split("\n\n")
    assert golden("boards/buccaneer", mine)
    assert found
    assert mine.split("\n")[0] not in text_board.text(seen.view(crowded(), None), NAMES)


CHANGES = {
    "a ship sails": lambda state: state.at.__setitem__(0, CHART.squares["N9"]),
    "a ship turns": lambda state: state.heading.__setitem__(0, 5),
    "treasure comes aboard": lambda state: state.holds.__setitem__(3, ("P",)),
    "goods come to a dock": lambda state: state.docks.__setitem__(4, ("B1", "G", "G")),
    "a crowded dock grows": lambda state: state.docks.__setitem__(7, ("B1", *state.docks[7])),
    "a safety zone grows": lambda state: state.zones.__setitem__(0, ("G", "G", "G", "G")),
    "something is washed ashore": lambda state: setattr(state, "flat", (*state.flat, "U")),
    "a piece leaves Treasure Island": lambda state: state.treasure.__setitem__("U", 1),
    "a chance card is kept": lambda state: setattr(state, "chance", state.chance[1:]),
    "crew leaves Pirate Island": lambda state: setattr(state, "crew", state.crew[1:]),
    "the turn passes": lambda state: setattr(state, "turn", 4),
    "the round ends": lambda state: setattr(state, "round", 32),
    "a player leaves": lambda state: (setattr(state, "gone", (2,)), state.at.__setitem__(2, -1)),
    "a crew is lost": lambda state: state.hands.__setitem__(5, ()),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_in_the_picture_changes_in_the_text(view, change):
    state = crowded()
    CHANGES[change](state)
    after = seen.view(state, 0)
    assert drawing.svg(after, names=NAMES) != drawing.svg(view, names=NAMES)
    assert text_board.text(after, NAMES) != text_board.text(view, NAMES)


def test_goods_ashore_are_told_in_words_and_numbers(view, golden):
    assert golden("boards/buccaneer", text_board.text(view, NAMES))


def test_a_port_nobody_owns_says_trading_only(golden):
    assert golden("boards/buccaneer", text_board.text(seen.view(early(), 0), NAMES))


def test_a_name_with_line_breaks_cannot_forge_a_line(view):
    forged = ("Anne\n\nRound 99. Mary has won.", *NAMES[1:])
    assert "\nRound 99" not in text_board.text(view, forged)


def test_the_end_of_the_game_is_told(golden):
    state = crowded()
    state.ended = ((3,), "treasure")
    assert golden("boards/buccaneer", text_board.text(seen.view(state, 0), NAMES).split("\n\n")[0])
