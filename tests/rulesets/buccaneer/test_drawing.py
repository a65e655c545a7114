"""The chart shows the table as one seat sees it, in one well-formed picture, with a button on every square offered."""

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py

from games.engine import Choose, Place
from games.kit.controls import rose
from games.kit.crew_game.cards import draw_hand
from games.kit.crew_game.crew import sailing
from games.kit.crew_game.grid import sheet, spot
from games.rulesets.buccaneer import drawing, seen
from games.rulesets.buccaneer.card_texts import face
from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.drawing_goods import chance_card, goods
from games.rulesets.buccaneer.drawing_sea import quays
from games.rulesets.buccaneer.drawing_symbols import EDGE, PRINT
from games.rulesets.buccaneer.editions import ONLINE
from games.rulesets.buccaneer.page import ask
from tests import reading
from tests.rulesets.buccaneer.chart_positions import NAMES, crowded, early

CHART = ONLINE.sea
QUAYS, SHEET = quays(CHART), sheet(CHART, EDGE)

ROOT = Path(__file__).parents[3]
CSS = "".join((ROOT / sheet).read_text() for sheet in ("static/css/board.css", "games/rulesets/buccaneer/static/buccaneer/buccaneer.css"))
FONT = ROOT / "static/fonts/DejaVuSans.ttf"
HREF = "href"


class Controls(HTMLParser):
    """Every element of a page, with its attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def buttons(self):
        return [attrs for tag, attrs in self.found if tag == "button"]


def sail(state, seat=0):
    """Return the sailing decision of a ship: its own square and everything ahead."""
    at = state.at[seat]
    ahead = CHART.ray_names[at][state.heading[seat]]
    return Place(seat, "sail", ahead[0], options=(CHART.names[at], *ahead))


def tree(picture):
    return ElementTree.fromstring(picture)


def pieces(element):
    """Return the number of pieces of each kind in a part of the picture."""
    counts = Counter()
    for use in element.iter("use"):
        counts[use.get(HREF).removeprefix("#sea-")] += int(use.get("data-count", 1))
    return counts


def part(root, name, value):
    return next(element for element in root.iter("g") if element.get(name) == str(value))


@pytest.fixture
def view():
    return seen.view(crowded(), 0)


def test_the_chart_is_well_formed_for_every_seat_and_for_spectators():
    for seat in (*range(8), None):
        root = tree(drawing.svg(seen.view(crowded(), seat), names=NAMES))
        assert root.get("viewBox")


def test_every_ship_is_drawn_with_its_number_and_the_treasure_aboard(view):
    root = tree(drawing.svg(view, names=NAMES))
    for seat, hold in enumerate(view.public.holds):
        ship = part(root, "data-ship", seat)
        assert ship.find("text").text == str(seat + 1)
        assert pieces(ship) - Counter(("ship", "wreck", "disc", "mine")) == Counter(hold)


def test_a_ship_points_where_it_is_heading(view):
    root = tree(drawing.svg(view))
    for seat, heading in enumerate(view.public.heading):
        hull = part(root, "data-ship", seat).find("use")
        assert hull.get("transform", "rotate(0)") == f"rotate({heading * 45})"


def test_a_ship_without_a_crew_is_drawn_adrift(view):
    root = tree(drawing.svg(view))
    assert [seat for seat in range(8) if "wreck" in pieces(part(root, "data-ship", seat))] == [1]


def test_ships_that_share_a_square_lie_apart(view):
    root = tree(drawing.svg(view))
    places = [part(root, "data-ship", seat).get("transform") for seat in (1, 2, 3, 4, 5)]
    assert len(set(places)) == 5


def test_docks_and_safety_zones_show_exactly_what_lies_there(view):
    root = tree(drawing.svg(view))
    for port in range(8):
        assert pieces(part(root, "data-docks", port)) == Counter(view.public.docks[port])
        assert pieces(part(root, "data-zone", port)) == Counter(view.public.zones[port])
    assert pieces(part(root, "data-flat", 1)) == Counter(view.public.flat)


def test_the_piles_show_how_many_are_left(view):
    root = tree(drawing.svg(view))
    for kind, count in view.public.treasure.items():
        assert part(root, "data-left", kind).find("text").text == str(count)
    piles = {text.get("data-pile"): text.text for text in root.iter("text") if text.get("data-pile")}
    assert piles == {"chance": str(view.public.chance_pile), "crew": str(view.public.crew_pile)}


def test_docks_and_safety_zones_lie_on_land_and_never_on_each_other():
    boxes = [box for q in QUAYS for box in (q.docks, q.zone)]
    for x, y, wide, high in boxes:
        assert x + wide <= 20.6 or x >= 499.4 or y + high <= 20.6 or y >= 499.4
        assert all(-EDGE < edge < SHEET - EDGE for edge in (x, y, x + wide, y + high))
    for (x1, y1, wide1, high1), (x2, y2, wide2, high2) in combinations(boxes, 2):
        assert x1 + wide1 <= x2 or x2 + wide2 <= x1 or y1 + high1 <= y2 or y2 + high2 <= y1


def test_a_port_nobody_owns_says_trading_only(golden):
    picture = drawing.svg(seen.view(early(), 0))
    assert picture.count("data-zone") == 4
    panels = [text for text in tree(picture).iter("text") if text.get("font-style") == "italic" and text.get("dy") == "2.6"]
    assert golden("boards/buccaneer", ["".join(text.itertext()) for text in panels])


def test_the_points_at_home_stand_beside_each_home_port(view):
    root = tree(drawing.svg(view))
    totals = {text.get("data-total"): re.findall(r"\d+", text.text) for text in root.iter("text") if text.get("data-total")}
    assert totals == {str(seat): [str(total), "20"] for seat, total in enumerate(view.public.totals)}


def test_a_ship_that_left_the_game_is_not_drawn():
    state = crowded()
    state.gone, state.at[6] = (6,), -1
    assert 'data-ship="6"' not in drawing.svg(seen.view(state, 0))


def test_the_last_voyage_is_a_dotted_wake_by_name_or_number(view):
    by_name = drawing.svg(view, since=[("Genoa", "J13", 2)])
    by_number = drawing.svg(view, since=[(CHART.squares["Genoa"], CHART.squares["J13"], 2)])
    assert by_name == by_number != drawing.svg(view)
    assert 'd="M10 350L210 250"' in by_name


def test_a_voyage_whose_heading_is_still_asked_is_shown_to_its_captain_alone(view):
    decision = Choose(0, "heading", "N", options=("N", "E"), facts={"square": "P9", "target": None})
    assert 'data-course="P9"' in drawing.svg(view, decision)
    assert "data-course" not in drawing.svg(seen.view(crowded(), 1), decision)
    assert Controls(drawing.board(view, decision)).buttons() == []


def test_hands_of_others_never_change_the_picture_or_the_board():
    state, other = crowded(), crowded()
    other.hands[3], other.hands[4] = other.hands[4], other.hands[3]
    other.crew, other.chance = other.crew[::-1], other.chance[::-1]
    assert drawing.board(seen.view(state, 0), names=NAMES) == drawing.board(seen.view(other, 0), names=NAMES)


def test_names_are_never_markup(view):
    for page in (drawing.svg(view, names=NAMES), drawing.picture(view, names=NAMES), drawing.board(view, sail(crowded()), names=NAMES)):
        assert "<b>Ned" not in page
        assert "&lt;b&gt;Ned" in page


def test_every_square_offered_is_a_button_on_its_square(view, golden):
    decision = sail(crowded())
    buttons = Controls(drawing.board(view, decision, names=NAMES)).buttons()
    over = {button["value"]: button for button in buttons if re.match(r"c\d+ r\d+ ", button.get("class") or "")}
    assert set(over) == set(decision.options)
    assert all(button["name"] == "answer" and button["title"] for button in over.values())
    assert over["O9"]["class"] == "c15 r16 is-near"
    assert golden("boards/buccaneer", [over["O9"]["title"], over["M9"]["title"]])


def test_squares_beyond_ones_strength_are_marked_for_the_mover_alone(view, golden):
    decision = sail(crowded())
    assert sailing(view.hand) == 9
    titles = {b["value"]: b["title"] for b in Controls(drawing.board(view, decision)).buttons() if "title" in b}
    assert golden("boards/buccaneer", [titles["V9"], titles["W9"]])
    assert "#sea-far" in drawing.svg(view, decision)


def test_nobody_sees_what_another_seat_is_offered():
    other = seen.view(crowded(), 1)
    assert drawing.svg(other, sail(crowded())) == drawing.svg(other)


def test_a_square_with_an_enemy_is_marked_and_says_who_lies_there(golden):
    state = crowded()
    state.at[6] = CHART.squares["Q9"]
    buttons = Controls(drawing.board(seen.view(state, 0), sail(state), names=NAMES)).buttons()
    foe = next(button for button in buttons if button["value"] == "Q9")
    assert foe["class"].endswith("is-foe")
    assert golden("boards/buccaneer", foe["title"])


def test_the_same_squares_stand_in_a_list_by_direction_and_the_words_with_the_question(view):
    decision = Place(0, "sail", "stay", options=("stay", "N9", "O9", "N10"))
    page = drawing.board(view, decision)
    values = Counter(button["value"] for button in Controls(page).buttons())
    assert values == {"N9": 2, "O9": 2, "N10": 2}
    assert [button["value"] for button in Controls(ask(decision, view, ())).buttons()] == ["stay"]
    assert page.index("<dt>North-east</dt>") < page.index("<dt>East</dt>")


def test_a_spectator_and_the_other_seats_get_no_buttons():
    state = crowded()
    for seat in (None, 1):
        assert Controls(drawing.board(seen.view(state, seat), sail(state))).buttons() == []


def test_all_squares_of_the_board_have_their_classes_in_the_stylesheet():
    for number in range(CHART.width):
        column, row = spot(CHART, number + CHART.width * number).split()
        assert f".{column} {{ grid-column: {number + 1}; }}" in CSS
        assert f".{row} {{ grid-row: {CHART.width - number}; }}" in CSS


def test_every_colour_used_on_pages_is_in_the_stylesheet(view):
    page = drawing.board(view, sail(crowded()), since=[("Genoa", "J13", 2)]) + rose(Choose(0, "heading", "N", options=("N",)))
    used = set(re.findall(r"var\((--c-\w+)\)", page))
    assert len(used) > 15
    assert used <= set(re.findall(r"(--c-\w+):", CSS))


def test_nothing_on_a_page_needs_inline_styles_or_scripts(view):
    page = drawing.board(view, sail(crowded()), names=NAMES) + draw_hand(view)
    page += chance_card(1, ONLINE) + goods(("D", "B1"), ONLINE)
    assert "<style" not in page
    assert "<script" not in page
    for _, attrs in Controls(page).found:
        assert not [name for name in attrs if name == "style" or name.startswith("on")]


def test_a_picture_on_its_own_names_no_colour_of_a_stylesheet(view):
    picture = drawing.picture(view, sail(crowded()), names=NAMES, since=[("Genoa", "J13", 2)])
    assert "var(" not in picture
    assert tree(picture).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_picture_becomes_a_png_with_its_words_in_it(view):
    picture = drawing.picture(view, names=NAMES)
    without = re.sub(r"<text[^>]*>[^<]*</text>", "", picture)
    with_words, wordless = png(picture), png(without)
    assert with_words.startswith(b"\x89PNG")
    assert len(with_words) > len(wordless) + 3000


def png(picture):
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=520, skip_system_fonts=True, font_files=[str(FONT)]))


def test_the_board_of_a_running_game_stays_under_forty_kilobytes(view):
    assert len(drawing.svg(view, sail(crowded()), names=NAMES).encode()) < 40_000


def test_the_rose_has_eight_buttons_and_only_legal_headings_can_be_pressed():
    buttons = Controls(rose(Choose(0, "heading", "N", options=("N", "SE")))).buttons()
    assert [button["value"] for button in buttons] == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert {button["value"] for button in buttons if "disabled" not in button} == {"N", "SE"}


def test_the_hand_tells_both_strengths_in_words(view, golden):
    page = draw_hand(view)
    assert page.count("crew-card crew-black") == 2
    assert page.count("crew-card crew-red") == 3
    assert golden("boards/buccaneer", reading.part(page, "body"))


def test_a_spectator_has_no_hand_to_draw():
    assert draw_hand(seen.view(crowded(), None)) == ""


def test_goods_are_named_for_those_who_cannot_see_them():
    page = goods(("D", "B3", "LJ"), ONLINE)
    for words in ("diamond, worth 5", "black 3, worth 3", "Long John Silver"):
        assert f">{words}<" in page
    assert ">nothing<" in goods((), ONLINE)


@pytest.mark.parametrize("number", CHANCE)
def test_every_chance_card_has_a_face(number):
    page = chance_card(number, ONLINE)
    assert CHANCE[number].title in page.replace("&#x27;", "'")
    assert len(face(number, ONLINE)) > 20
    assert Controls(page).found


def test_finished_markup_is_left_alone_by_templates(view):
    from django.utils.html import conditional_escape

    assert conditional_escape(drawing.svg(view)) == drawing.svg(view)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colour(name, night):
    day_and_night = re.search(rf"--c-{name}: light-dark\((#\w+), (#\w+)\)", CSS)
    return day_and_night[2 if night else 1] if day_and_night else re.search(rf"--c-{name}: (#\w+)", CSS)[1]


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("ink", "land"),
        ("ink", "sand"),
        ("ink", "sea"),
        ("soft", "land"),
        ("soft", "sea"),
        ("soft", "wash"),
        ("paper", "dark"),
        ("red", "paper"),
    ],
)
def test_words_on_the_chart_stand_out_by_day_and_by_night(words, ground, night):
    one, other = sorted((luminance(colour(words, night)), luminance(colour(ground, night))), reverse=True)
    assert (one + 0.05) / (other + 0.05) >= 4.5


def test_the_printed_colours_are_those_of_the_day():
    for name in ("sea", "land", "ink", "paper", "gold", "risk"):
        assert getattr(PRINT, name) == colour(name, night=False)
    assert [colour(f"p{port}", night=False) for port in range(8)] == list(PRINT.ports)
