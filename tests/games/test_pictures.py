"""A drawing becomes a small picture, and its words are really there."""

from io import BytesIO

import pytest
from PIL import Image

from games.drawing import pictures
from games.drawing.pictures import pieces
from games.drawing.pictures.markup import split
from games.drawing.pictures.rendering import common, inks, packed, palette
from games.engine import Dice
from games.kit.parts import face_of
from games.kit.svg import Picture
from games.rulesets import all_rulesets

pytestmark = pytest.mark.database  # pictures are kept in the cache
BOX = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60">{}</svg>'


def look(png):
    return Image.open(BytesIO(png)).convert("L")


def ink(png):
    """How many dark pixels there are."""
    return sum(look(png).histogram()[:128])


@pytest.mark.parametrize("family", ["DejaVu Sans", "sans-serif", "serif", "monospace", "A font nobody has"])
def test_words_have_ink_whatever_font_is_asked_for(family):
    words = f'<text x="10" y="40" font-size="30" font-family="{family}">Bombay</text>'
    blank, written = pictures.png(BOX.format("")), pictures.png(BOX.format(words))
    assert ink(blank) == 0
    assert ink(written) > 1000


@pytest.mark.parametrize("word", ["Zoë", "Øystein", "Ελένη", "Мария", "♥♠"])
def test_names_in_other_writings_have_ink_of_their_own(word):
    def drawn(text):
        return pictures.png(BOX.format(f'<text x="5" y="40" font-size="24" font-family="DejaVu Sans">{text}</text>'))

    unknown = "\U0001fae8" * len(word)
    assert ink(drawn(word)) > 500
    assert drawn(word) != drawn(unknown)


def test_a_picture_is_opaque_so_that_a_dark_mail_program_does_not_shine_through():
    assert look(pictures.png(BOX.format(""))).getpixel((0, 0)) == 255
    assert "transparency" not in Image.open(BytesIO(pictures.png(BOX.format("")))).info


def test_even_a_wild_drawing_stays_under_60_kilobytes():
    dots = "".join(
        f'<circle cx="{n * 7919 % 200}" cy="{n * 104729 % 60}" r="1.5" fill="rgb({n * 31 % 256},{n * 57 % 256},{n * 91 % 256})"/>'
        for n in range(6000)
    )
    assert len(pictures.png(BOX.format(dots))) <= pictures.MOST_BYTES


def test_a_small_ship_keeps_its_colour_on_a_busy_sea():
    waves = "".join(f'<path d="M0 {n} L200 {60 - n}" stroke="#{n:02x}aabb" stroke-width=".3"/>' for n in range(60))
    ship = '<rect x="100" y="20" width="3" height="3" fill="#d03020"/>'
    picture = Image.open(BytesIO(pictures.png(BOX.format(waves + ship)))).convert("RGB")
    red = [pixel for _, pixel in picture.getcolors(1 << 20) if pixel[0] > 180 and pixel[1] < 90 and pixel[2] < 90]
    assert red


def test_the_same_drawing_is_drawn_once(monkeypatch):
    first = pictures.png(BOX.format("<rect width='9' height='9'/>"))
    monkeypatch.setattr(pictures, "png_of", None)
    assert pictures.png(BOX.format("<rect width='9' height='9'/>")) == first


DRAWN = sorted(slug for slug, rules in all_rulesets().items() if face_of(rules).picture)


def whole_table(slug):
    """The board of an edition with as many captains as it takes, at the start."""
    rules = all_rulesets()[slug]
    most = rules.seats[1]
    state, _ = rules.setup(rules.first_places(most), 0, {}, Dice(b"every colour"))
    return face_of(rules).picture(rules.view(state, 0), names=[f"Captain {seat}" for seat in range(most)]), most


@pytest.mark.parametrize("slug", DRAWN)
def test_in_every_edition_each_captain_keeps_their_own_colour_in_the_picture(slug):
    drawn, most = whole_table(slug)
    seen = Image.open(BytesIO(pictures.png(drawn))).convert("RGB")
    laid_on = set(inks(drawn.above))
    assert len(laid_on) >= most
    assert laid_on <= {colour for _, colour in seen.getcolors(seen.width * seen.height)}


@pytest.mark.parametrize("slug", DRAWN)
def test_in_every_edition_a_full_table_is_drawn_at_its_whole_width_in_60_kilobytes(slug):
    drawn, _ = whole_table(slug)
    assert Image.open(BytesIO(pictures.png(drawn))).width == pictures.WIDEST
    assert len(pictures.png(drawn)) <= 60 * 1024


def test_a_picture_for_a_letter_has_no_line_too_thin_to_be_seen_and_a_film_keeps_its_shades():
    places = (3, 20.4, 41.7, 80.1)
    thin = "".join(f'<path d="M{x} 0V50" stroke="#000000" stroke-width=".2"/>' for x in places)
    drawn = Picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">', "", thin, "")
    black = Image.open(BytesIO(pictures.png_of(drawn, 100))).convert("L").point(lambda grey: 255 * (grey == 0))
    assert all(black.crop((int(x) - 1, 0, int(x) + 2, 50)).getbbox() for x in places)
    assert len(pictures.image(drawn, 100).getcolors()) > 2


def test_a_picture_is_packed_quickly_as_far_as_its_bytes_allow():
    drawn, _ = whole_table("buccaneer")
    picture = pictures.image(drawn, pictures.WIDEST, crisp=True)
    colours = palette(common(picture), inks(drawn))
    quick, best = packed(picture, colours, 10**6), packed(picture, colours)
    between = packed(picture, colours, len(quick) - 1)
    assert len(best) < len(between) < len(quick)
    assert packed(picture, colours, len(quick)) == quick
    assert pixels(quick) == pixels(between) == pixels(best)


def lying(*pieces):
    """A drawing with these pieces on a blank chart."""
    return Picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" text-anchor="middle">', SYMBOLS, "", "".join(pieces))


SYMBOLS = '<defs><path id="ship" d="M-3 3L0-5L3 3Z"/></defs>'
SHIP = '<use href="#ship" x="{}" y="{}" fill="#bd352a"/>'
LONG = '<g transform="translate({} 25)"><rect x="-45" y="-2" width="90" height="4" fill="#3a6fb5"/></g>'


def test_a_piece_drawn_before_is_not_drawn_again_elsewhere(monkeypatch):
    pictures.image(lying(SHIP.format(20, 20)), 500, crisp=True)
    monkeypatch.setattr(pictures.pieces, "render", None)
    there = pictures.image(lying(SHIP.format(80, 30)), 500, crisp=True)
    assert there.getpixel((400, 150)) == (0xBD, 0x35, 0x2A)
    assert there.getpixel((100, 100)) == (255, 255, 255)


def test_a_piece_that_reached_beyond_the_edge_is_whole_elsewhere():
    red = [ink(packed_of(lying(SHIP.format(x, 25)))) for x in (0, 50)]
    assert 0 < red[0] < red[1]
    wide = [
        pictures.image(lying(LONG.format(x)), 500, crisp=True).convert("L").point(lambda grey: 255 * (grey < 200)).getbbox()
        for x in (10, 50)
    ]
    assert wide == [(0, 115, 275, 135), (25, 115, 475, 135)]


def packed_of(drawn):
    return pictures.png_of(drawn, 500)


@pytest.mark.parametrize(("anchor", "edge"), [("start", 0), ("end", 2)])
def test_words_stand_where_the_renderer_would_put_them(anchor, edge):
    words = f'<text x="50" y="30" dy="2" font-size="8" fill="#000000" text-anchor="{anchor}">Bombay</text>'
    rendered = words.replace("<text", '<text font-kerning="none"')  # no plain words
    ours, theirs = (box_of(pictures.image(lying(text), 500, crisp=True)) for text in (words, rendered))
    assert all(abs(one - other) <= 3 for one, other in zip(ours, theirs, strict=True))
    assert abs(ours[edge] - 250) <= 6


def test_words_from_right_to_left_are_the_renderers():
    _, pieces = split('<text x="5" y="5" font-size="8" fill="#000000">שלום</text><text x="5" y="5" font-size="8" fill="#000000">Zoë</text>')
    assert [isinstance(piece.drawn, str) for piece in pieces] == [True, False]


def box_of(picture):
    return picture.convert("L").point(lambda grey: 255 * (grey < 128)).getbbox()


def pixels(png):
    return Image.open(BytesIO(png)).convert("RGB").tobytes()


def test_pieces_as_large_as_the_chart_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(pieces, "known", {})
    monkeypatch.setattr(pieces, "MOST_BYTES", 1_000_000)
    opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">'
    sheet = pictures.sheet_of(opening, 400)
    for n in range(5):  # each has 640 KB of pixels
        drawn = pieces.patches(sheet, "", f'<path d="M1 1 L399 {390 + n}" stroke="#112233"/>')
        assert len(drawn) == 1
    assert 0 < sum(map(pieces.bytes_of, pieces.known.values())) <= 1_000_000


def test_words_are_kept_as_shades_of_their_ink(monkeypatch):
    monkeypatch.setattr(pieces, "known", {})
    drawn = pictures.image(lying('<text x="50" y="50" font-size="12" fill="#aa0033">Anne</text>'), 400)
    [patch] = pieces.known.values()
    assert (patch.image.mode, patch.ink) == ("L", "#aa0033")
    assert pieces.bytes_of(patch) == patch.image.width * patch.image.height
    assert (0xAA, 0x00, 0x33) in [colour for _, colour in drawn.getcolors(400 * 400)]


def test_a_picture_misses_no_piece_that_another_thread_forgets_while_it_is_drawn(monkeypatch):
    old, new = '<circle cx="20" cy="20" r="8"/>', '<rect x="60" y="10" width="9" height="9"/>'
    whole = pictures.image(lying(old, new), 400)
    pieces.known.clear()
    pictures.image(lying(old), 400)
    draw = pieces.draw

    def drawn_while_another_forgets(*given):
        found = draw(*given)
        pieces.known.clear()
        return found

    monkeypatch.setattr(pieces, "draw", drawn_while_another_forgets)
    assert pictures.image(lying(old, new), 400).tobytes() == whole.tobytes()
