"""A drawing becomes a small picture, and its words are really there."""

from io import BytesIO

import pytest
from PIL import Image

from games.drawing import pictures
from games.drawing.pictures import pieces
from games.drawing.pictures.packing import inks, packed
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
    monkeypatch.setattr(pictures, "small_enough", None)
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
    drawn = Image.new("RGB", (200, 100), "#ffffff")
    drawn.putdata([(x * y % 7 * 30, x * x % 5 * 40, 0) for y in range(100) for x in range(200)])
    colours = drawn.quantize(64)
    quick, best = packed(drawn, colours, 10**6), packed(drawn, colours)
    assert len(best) < len(quick)
    assert packed(drawn, colours, len(quick)) == best
    assert pixels(quick) == pixels(best)


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
