"""A film shows the chart in its own colours, and every word that it tells."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from games.drawing import animation, pictures
from tests.games.test_pictures import DRAWN, whole_table

pytestmark = pytest.mark.one_database
NOT_TO_BE_SEEN = 4
"""By how much a part of a colour, of 255, may be another one."""


def first_picture(frames) -> Image.Image:
    return Image.open(BytesIO(animation.film(frames))).convert("RGB")


@pytest.mark.parametrize("slug", DRAWN)
def test_in_every_edition_the_sea_of_a_film_has_the_colour_it_has_on_the_page(slug):
    drawn, _ = whole_table(slug)
    board = pictures.image(drawn, animation.WIDTH)
    shown = first_picture([animation.Frame(drawn, "Round 1, move 0", ("You sailed.",))]).crop((0, 0, *board.size))
    _, sea = max(board.getcolors(board.width * board.height))
    places = [(x, y) for x in range(0, board.width, 7) for y in range(0, board.height, 7) if board.getpixel((x, y)) == sea]
    assert len(places) > 100
    for place in places:
        assert all(abs(part - own) < NOT_TO_BE_SEEN for part, own in zip(shown.getpixel(place), sea, strict=True))


def test_a_picture_of_changes_only_is_decoded_to_every_point_of_every_picture():
    whole = [Image.new("RGB", (70, 40), "#ffffff") for _ in range(6)]
    for number, picture in enumerate(whole):
        picture.paste(("#ff0000", "#00ff00")[number % 2], (number * 9, number * 5, number * 9 + 12, number * 5 + 12))
    sheets = animation.indexed([*whole, whole[-1]])
    made = Image.open(BytesIO(animation.gif(sheets, [100, 200, 300, 400, 500, 600, 700])))
    assert made.n_frames == 6
    for number, (picture, lasts) in enumerate(zip(whole, [100, 200, 300, 400, 500, 600 + 700], strict=True)):
        made.seek(number)
        assert made.info["duration"] == lasts
        assert made.convert("RGB").tobytes() == picture.tobytes()


def test_a_film_that_would_be_too_large_has_fewer_pictures_and_ends_as_the_game_did():
    def drawn(number):
        dots = "".join(f'<circle cx="{n * 7919 * number % 100}" cy="{n * 104729 * number % 40}" r="1"/>' for n in range(60))
        box = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">{dots}</svg>'
        return animation.Frame(box, f"Round {number}", ("You sailed.",))

    frames = [drawn(number) for number in range(1, 25)]
    large = animation.film(frames, 100)
    small = animation.film(frames, 100, len(large) * 2 // 3)
    assert len(small) <= len(large) * 2 // 3
    ends = [Image.open(BytesIO(data)) for data in (large, small)]
    assert 12 <= ends[1].n_frames < ends[0].n_frames == 24
    for picture in ends:
        picture.seek(picture.n_frames - 1)
    assert ends[0].convert("RGB").tobytes() == ends[1].convert("RGB").tobytes()


def test_a_long_list_of_what_is_held_goes_on_in_the_next_line():
    words = "Anne: " + ", ".join(["a pirate from Pearl Sound"] * 4)
    box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20"/>'
    short, long = (first_picture([animation.Frame(box, "Round 1", ("You sailed.",), (held,))]) for held in ("Anne: rum", words))
    assert long.height == short.height + animation.LEADING * (len(animation.wrapped([words])) - 1)
    blank = Image.new("RGB", long.size, long.getpixel((long.width - 1, long.height - 1)))
    _, _, right, _ = ImageChops.difference(long, blank).crop((0, animation.WIDTH // 5, *long.size)).getbbox()
    assert right <= animation.WIDTH - animation.EDGE // 2
